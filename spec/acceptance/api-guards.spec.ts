import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationWithGuards } from '../support/application-with-guards';
import { PYTHON } from '../support/flask';
import { runPythonTool } from '../support/python-tools';
import { run, scaffold } from '../support/run';

describe('The tests of a guarded API', () => {
  const GUARDS: readonly (readonly [name: string, guard: string | RegExp, without: string])[] = [
    ['labels', 'guard=admin_required, ', ''],
    ['notes', 'guard=login_required, answers', 'answers'],
    ['notes', /NoteController\(\)\.notes\(\)(?=\.filter_by)/, 'db.select(Note)'],
    ['posts', / {4}if not PostController\(\)\.may_change\(post\):\n {8}abort\(403\)\n/, ''],
    ['notes_plans', /(?<=def read_[^]*?)NotePlanController\(\)\s*\.plans\(\)/, 'db.select(Plan)'],
    ['notes_plans', /(?<=def change_[^]*?)NoteController\(\)\.notes\(\)/, 'db.select(Note)'],
    ['notes_audits', 'NoteController().notes()', 'db.select(Note)'],
  ];

  it('fail when a guard is taken out', async () => {
    const root = await applicationWithGuards();
    for (const [name, guard] of [
      ['notes.plans', 'owner'],
      ['notes.audits', 'admin'],
    ] as const) {
      const words = ['make:resource', name, 'text', '--guard', guard, '--api'];
      expect((await scaffold(words, { cwd: root })).code).toBe(0);
    }
    for (const [name, guard, without] of GUARDS) {
      const path = join(root, `app/api/${name}.py`);
      const text = readFileSync(path, 'utf8');
      expect(text.replace(guard, without)).withContext(name).not.toBe(text);
      writeFileSync(path, text.replace(guard, without));
      const words = ['-m', 'pytest', '-q', '-x', `tests/test_api_${name}.py`];
      const { code, stdout } = await run(PYTHON, words, { cwd: root });
      expect(code)
        .withContext(`${name}: ${String(guard)}`)
        .toBe(1);
      expect(stdout).toContain('FAILED tests/test_api_');
      expect(stdout).not.toContain('NameError');
      writeFileSync(path, text);
    }
  });

  it('are code that ruff and mypy accept', async () => {
    const root = await applicationWithGuards();
    for (const [tool, ...words] of [
      ['ruff', 'check', '--no-cache', '.'],
      ['ruff', 'format', '--no-cache', '--check', '.'],
      ['mypy', '--python-executable', join(root, PYTHON), '.'],
    ] as const) {
      const { code, stdout } = await runPythonTool(tool, words, root);
      expect(code).withContext(stdout).toBe(0);
    }
  });
});
