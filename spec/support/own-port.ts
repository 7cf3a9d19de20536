import type { ListenOptions } from 'node:net';

/**
 * Where a server listens that no other one shares. Specs run in the workers of a cluster, and Node gives the same port to
 * all workers that listen on port 0: https://nodejs.org/docs/latest-v20.x/api/cluster.html#how-it-works
 *
 * @param port By default one that is free.
 */
export function ownPort(port = 0): ListenOptions {
  return { port, host: '127.0.0.1', exclusive: true };
}
