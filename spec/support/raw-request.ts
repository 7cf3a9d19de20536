import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends bytes that no HTTP client would send, and returns the status that the server answers with. */
export async function statusOfRaw(url: string, bytes: string): Promise<number> {
  const socket = await connection(url);
  socket.write(bytes, 'latin1');
  const answer = await text(socket);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

/** Opens a connection to a server, and says nothing. */
export async function connection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Opens a connection to a server, and keeps its own side open when the server closes. */
export function halfOpen(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true }).resume();
}
