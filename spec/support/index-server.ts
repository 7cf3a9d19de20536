import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { ownPort } from './own-port';

/** A package index that does not work. */
export interface BrokenIndex {
  /** The environment in which pip, uv, npm, pnpm, yarn and bun ask this index. */
  env: NodeJS.ProcessEnv;
  stop: () => void;
}

/** An index that accepts connections and never answers. */
export function silentIndex(): Promise<BrokenIndex> {
  return start(createServer());
}

/** An index that answers everything with 403. */
export function refusingIndex(): Promise<BrokenIndex> {
  return start(
    createHttpServer((_request, response) => {
      response.writeHead(403).end();
    }),
  );
}

/** An address where nobody listens, as without a network. */
export const NO_INDEX = environment('http://127.0.0.1:1');

async function start(server: Server): Promise<BrokenIndex> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(ownPort());
  await once(server, 'listening');
  const address = server.address();
  return {
    env: environment(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`),
    stop: () => {
      server.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
}

/** Without caches, so that installers have to ask the index. */
function environment(url: string): NodeJS.ProcessEnv {
  return {
    PIP_INDEX_URL: `${url}/simple`,
    PIP_NO_CACHE_DIR: '1',
    UV_DEFAULT_INDEX: `${url}/simple`,
    UV_NO_CACHE: '1',
    npm_config_registry: url,
    npm_config_cache: '/dev/null/none',
    YARN_REGISTRY: url,
    BUN_CONFIG_REGISTRY: url,
  };
}
