import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonSource } from '../../src/python/source';
import { wrapped } from '../../src/python/wrap';
import { expectFile } from '../support/expected';
import { runPythonTool } from '../support/python-tools';

const LONG = join(__dirname, 'wrap/long.py');

/** The code of `wrap/long.py` with its lines broken. */
const BROKEN = join(__dirname, 'wrap/broken.py');

async function wrap(code: string, indentation?: number): Promise<string> {
  return wrapped(await PythonSource.parse('app/x.py', ''), code, indentation);
}

describe('wrapped', () => {
  it('breaks every statement that is too long', async () => {
    expectFile(BROKEN, await wrap(readFileSync(LONG, 'utf8')));
  });

  it('breaks them as ruff does', async () => {
    const args = ['format', '--isolated', '--no-cache', '--check', BROKEN];
    const { code, stdout } = await runPythonTool('ruff', args);
    expect(code).withContext(stdout).toBe(0);
  });

  it('changes nothing the second time', async () => {
    const once = await wrap(readFileSync(LONG, 'utf8'));
    expect(await wrap(once)).toBe(once);
  });

  it('leaves room for the indentation of the place that the code goes to', async () => {
    const line = `page = render_template("posts/index.html", posts=posts, ${'a'.repeat(20)}=1)`;
    expect(line.length).toBe(79);
    expect(await wrap(line, 10)).toBe(
      `page = render_template(\n    "posts/index.html", posts=posts, ${'a'.repeat(20)}=1\n)`,
    );
    expect(await wrap(line, 9)).toBe(line);
  });

  it('leaves what ruff cannot read alone', async () => {
    const names = `${'a'.repeat(50)} and ${'b'.repeat(50)}`;
    const code = `if a:\n    pass\nelif ${names}:\n    pass\n`;
    expect(await wrap(code)).toBe(code);
  });
});
