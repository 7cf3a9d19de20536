import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planEdits } from '../../src/cli/commit/planned-edit';
import { reportEdit, reportPlan } from '../../src/cli/report';
import { Terminal } from '../../src/cli/terminal';
import { treeOf } from '../support/tree-of';
import { writeFiles } from '../support/write-files';

describe('The report of', () => {
  const before = {
    'insert.py': 'a\nb\n',
    'replace.py': 'a\nb\n',
    'delete.py': 'a\nb\n',
    'x/end.py': 'a\nb',
    'empty.py': '',
  };
  const after = {
    'create.py': 'a\n',
    'insert.py': 'a\nnew\nb\n',
    'replace.py': 'a\nnew\n',
    'delete.py': undefined,
    'x/end.py': undefined,
    'empty.py': undefined,
  };
  let root: string;
  let printed: string[];
  let terminal: Terminal;

  beforeEach(() => {
    root = writeFiles(before);
    printed = [];
    terminal = jasmine.createSpyObj<Terminal>(
      'terminal',
      {},
      {
        print: (text) => void printed.push(text),
        file: (_file, text) => {
          printed.push(...(text?.split(/\n(?=---)/) ?? []));
        },
        styled: (_style, text) => text,
      },
    );
  });

  function plan(): ReturnType<typeof planEdits> {
    const files = Object.entries(after).map(([path, text]) => ({
      path,
      content: text === undefined ? undefined : Buffer.from(text),
    }));
    return planEdits(root, files);
  }

  it('edits names each with its size, for a deleted file the size that it had', () => {
    plan().forEach((edit) => {
      reportEdit(edit, terminal);
    });
    expect(printed).toEqual([
      'CREATE create.py (2 bytes)',
      'UPDATE insert.py (8 bytes)',
      'UPDATE replace.py (6 bytes)',
      'DELETE delete.py (4 bytes)',
      'DELETE x/end.py (3 bytes)',
      'DELETE empty.py (0 bytes)',
    ]);
  });

  it('a plan is a patch that git applies, deletes included', async () => {
    await reportPlan(plan(), terminal);
    const patch = printed.join('\n') + '\n';
    expect(patch).toContain('DELETE delete.py (4 bytes)\n--- a/delete.py\n+++ /dev/null\n@@ ');
    const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd: root, input: patch });
    expect([status, String(stderr)]).toEqual([0, '']);
    expect(Object.keys(treeOf(root))).toEqual(['create.py', 'empty.py', 'insert.py', 'replace.py']);
    expect(readFileSync(join(root, 'replace.py'), 'utf8')).toBe(after['replace.py']);
  });
});
