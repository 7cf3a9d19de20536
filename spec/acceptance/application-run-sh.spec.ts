import { once } from 'node:events';
import { createServer, type Server as Listener } from 'node:net';
import { mkdtempSync, renameSync } from 'node:fs';
import { copiedApplication } from '../support/application';
import { linkedCopy } from '../support/copies';
import { ownPort } from '../support/own-port';
import { run } from '../support/run';
import { freePort } from '../support/server';
import { type Started, start } from '../support/started';

const FIRST_PORT = 5000;

describe('run.sh', () => {
  it('takes the next port that is free where those from 5000 are taken', async () => {
    const taken = [await occupy(FIRST_PORT), await occupy(FIRST_PORT + 1)];
    const server = start(await linkedCopy(false), './run.sh', [], { PORT: undefined });
    const url = await urlOf(server);
    expect(Number(new URL(url).port)).toBeGreaterThan(FIRST_PORT + 1);
    expect(Number(new URL(url).port)).toBeLessThan(FIRST_PORT + 100);
    expect(await (await fetch(url)).text()).toContain('Hello World</h1>');
    await server.stop();
    taken.forEach((listener) => listener?.close());
  });

  it('takes the port that PORT names, or none', async () => {
    const port = await freePort();
    const listener = await occupy(port);
    const ended = await run('./run.sh', [], {
      cwd: await linkedCopy(false),
      env: { ...process.env, PORT: String(port) },
    });
    expect(ended.stderr).toContain(`Port ${port} is in use`);
    expect(ended.code).not.toBe(0);
    listener?.close();
  });

  it('works from another folder', async () => {
    const root = await linkedCopy(false);
    const server = start('/', `${root}/run.sh`, [], { PORT: String(await freePort()) });
    expect((await fetch(await urlOf(server))).status).toBe(200);
    await server.stop();
  });

  it('works in a folder that was moved', async () => {
    const root = await linkedCopy(true);
    const moved = `${mkdtempSync(`${root}-`)}/moved`;
    renameSync(root, moved);
    const server = start(moved, './run.sh', [], { PORT: String(await freePort()) });
    expect((await fetch(await urlOf(server))).status).toBe(200);
    await server.stop();
  });

  it('says what to do where there is no environment', async () => {
    const { root } = await copiedApplication(false);
    const { code, stderr } = await run('./run.sh', [], { cwd: root });
    expect(stderr).toContain('scaffold setup');
    expect(code).toBe(1);
  });
});

/** Listens on a port, unless somebody else does. */
async function occupy(port: number): Promise<Listener | undefined> {
  const listener = createServer().listen(ownPort(port));
  try {
    await once(listener, 'listening');
    return listener;
  } catch {
    return undefined;
  }
}

/** The address that the server of `flask run` prints. */
async function urlOf(server: Started): Promise<string> {
  const [, url = ''] = await server.printed(/Running on (http:\S+)/);
  return url;
}
