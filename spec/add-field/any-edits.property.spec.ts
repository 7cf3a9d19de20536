import fc from 'fast-check';
import { PythonSource } from '../../src/python/source';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const PATHS = [
  'app/templates/posts/index.html',
  'app/templates/posts/show.html',
  'tests/test_posts.py',
  'tests/factories/post.py',
];

/** What a person does to a line: adds one before it, changes it, or removes it. */
type Change = readonly [kind: 'add' | 'change' | 'remove', path: number, line: number];

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('add', 'change', 'remove'),
  fc.nat({ max: PATHS.length - 1 }),
  fc.nat({ max: 400 }),
);

function changed(files: Record<string, string>, changes: readonly Change[]): PersonsFiles {
  const all = { ...files };
  changes.forEach(([kind, place, at], index) => {
    const path = PATHS[place] ?? '';
    const lines = (all[path] ?? '').split('\n');
    const row = at % lines.length;
    const line = lines[row] ?? '';
    const [blanks = ''] = /^ */.exec(line) ?? [];
    const mine = path.endsWith('.py')
      ? `${blanks}# mine ${index}`
      : `${blanks}<i>mine ${index}</i>`;
    const isCode = path.endsWith('.py') && line.trim() !== '';
    const suffix = path.endsWith('.py') ? `  # mine ${index}` : ` <i>mine ${index}</i>`;
    if (kind === 'add') {
      lines.splice(row, 0, mine);
    } else if (kind === 'change' && !/["'\\]$/.test(line)) {
      lines[row] = line + suffix;
    } else if (!isCode) {
      lines.splice(row, 1);
    }
    all[path] = lines.join('\n');
  });
  return all;
}

describe('add-field, whatever a person has changed,', () => {
  it('keeps each line of theirs, leaves Python, and does nothing the second time', async () => {
    const made = await (
      await ViewProject.with()
    ).makeResource('posts', { fields: ['title:string:120', 'body:text:optional', 'done:boolean'] });
    const field = fc.constantFrom(
      'price:decimal:default=0',
      'status:enum:a:b:default=a',
      'author:references:users:optional',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        field,
        async (changes, typed) => {
          const files = changed(made.files, changes);
          const project = await (await ViewProject.with(files)).addField('posts', [typed]);
          for (const path of PATHS) {
            const before = String(files[path]).split('\n');
            const after = project.read(path).split('\n');
            const lost = before.filter((line) => line.includes('mine') && !after.includes(line));
            expect(lost).withContext(path).toEqual([]);
            if (path.endsWith('.py')) {
              await PythonSource.parse(path, project.read(path));
            }
          }
          const again = await (await ViewProject.with(project.files)).addField('posts', [typed]);
          expect(again.changes).toEqual({});
        },
      ),
      { numRuns: 10 },
    );
  });
});
