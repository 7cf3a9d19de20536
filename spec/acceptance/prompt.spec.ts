import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { scaffold } from '../support/run';
import { scaffoldOnTerminal } from '../support/pseudo-terminal';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';

const QUESTION = 'Include a SQLite Database? [Y/n]: ';
const NEW = ['new', 'blog', '--skip-install', '--skip-git'];

describe('The question of scaffold new', () => {
  let cwd: string;

  beforeEach(() => {
    cwd = temporaryFolder();
  });

  for (const [answer, db] of [
    ['', true],
    ['y', true],
    ['YES', true],
    ['n', false],
    ['No', false],
  ] as const) {
    it(`is answered with ${JSON.stringify(answer)}: ${db ? 'with' : 'without'} the database`, async () => {
      const run = scaffoldOnTerminal(NEW, cwd);
      await run.shows(QUESTION);
      run.type(`${answer}\r`);
      expect(await run.ended).toBe(0);
      expect(existsSync(join(cwd, 'blog/app/models'))).toBe(db);
    });
  }

  it('is asked again after any other answer', async () => {
    const run = scaffoldOnTerminal(NEW, cwd);
    await run.shows(QUESTION);
    run.type('maybe\r');
    await run.shows(/Please answer y or n\.\r\nInclude a SQLite Database\? \[Y\/n\]: $/);
    run.type('n\r');
    expect(await run.ended).toBe(0);
    expect(existsSync(join(cwd, 'blog/app/models'))).toBeFalse();
  });

  for (const [key, name] of [
    ['\x03', 'Ctrl-C'],
    ['\x04', 'Ctrl-D'],
  ] as const) {
    it(`is left with ${name}: exit 130, and nothing is written`, async () => {
      const run = scaffoldOnTerminal(NEW, cwd);
      await run.shows(QUESTION);
      run.type(key);
      expect(await run.ended).toBe(130);
      expect(run.screen()).toMatch(/\[Y\/n\]: (\^C)?\r+\n$/);
      expect(treeOf(cwd)).toEqual({});
    });
  }

  it('is ended by SIGTERM: exit 143, and nothing is written', async () => {
    const run = scaffoldOnTerminal(NEW, cwd);
    await run.shows(QUESTION);
    process.kill(run.pid, 'SIGTERM');
    expect(await run.ended).toBe(143);
    expect(treeOf(cwd)).toEqual({});
  });

  for (const [flag, db] of [
    ['--db', true],
    ['--no-db', false],
  ] as const) {
    it(`is not asked with ${flag}`, async () => {
      const run = scaffoldOnTerminal([...NEW, flag], cwd);
      expect(await run.ended).toBe(0);
      expect(run.screen()).not.toContain('Include');
      expect(existsSync(join(cwd, 'blog/app/models'))).toBe(db);
    });
  }

  it('comes after everything that can be checked', async () => {
    const run = scaffoldOnTerminal(['new', 'blog', '--python', '/bin/ls'], cwd);
    expect(await run.ended).toBe(1);
    expect(run.screen()).toContain('/bin/ls is not a Python interpreter');
    expect(run.screen()).not.toContain('Include');
  });

  it('is plain on a dumb terminal, as all that is written there', async () => {
    const run = scaffoldOnTerminal(NEW, cwd, { TERM: 'dumb' });
    await run.shows(QUESTION);
    run.type('\r');
    expect(await run.ended).toBe(0);
    expect(run.screen()).not.toContain('\x1b');
  });

  it('is not asked where nobody can answer, and the report says so', async () => {
    const ended = await scaffold(NEW, { cwd });
    expect(ended.code).toBe(0);
    expect(ended.stdout).not.toContain('Include a SQLite');
    expect(ended.stdout).toContain('Included a SQLite database: without a terminal');
    expect(ended.stdout).not.toContain('\x1b');
    expect(existsSync(join(cwd, 'blog/app/models'))).toBeTrue();
  });
});
