import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { commitEdits, recover } from '../../../src/cli/commit/journal';
import { planEdits } from '../../../src/cli/commit/planned-edit';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';
import { killedAfter } from './killed-after';

const PATHS = ['run.py', 'a/b.py', 'a/c.py', 'a/d/e.py', 'f/g/h.py', 'f/i.py'];

/** Of any two, one may be inserted into the other, or has to replace it. */
const CONTENTS = ['', 'x\n', 'x\ny\n', 'z\n'];

/** The files of a project: path → content, or null for a file that is missing. */
type Files = Readonly<Record<string, string | null>>;

const content = fc.constantFrom(null, ...CONTENTS);
const project: fc.Arbitrary<Files> = fc.record(
  Object.fromEntries(PATHS.map((path) => [path, content])),
);
const wanted: fc.Arbitrary<Files> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PATHS), content), { selector: ([path]) => path })
  .map((files) => Object.fromEntries(files));

describe('commitEdits, with any edits,', () => {
  it('leaves a project as before or as after, wherever a run is killed', () => {
    const root = temporaryFolder();
    const kinds = new Set<string>();
    const ends = new Set<string>();
    const sequences = fc.array(wanted, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(project, sequences, fc.nat(8), (first, runs, livesOfNext) => {
        let files = first;
        for (const run of runs) {
          const next = { ...files, ...run };
          for (let lives = 0, wasKilled = true; wasKilled; lives++) {
            lay(root, files);
            const edits = planEdits(root, stagedOf(run));
            edits.forEach(({ kind }) => kinds.add(kind));
            wasKilled = killedAfter(lives, () => {
              commitEdits(root, edits);
            });
            const isDecided = !wasKilled || existsSync(join(root, '.scaffold/decided.json'));
            killedAfter(livesOfNext, () => {
              recover(root);
            });
            expect(recover(root)).toEqual([]);
            const end = treeOf(root);
            expect([treeOfFiles(files), treeOfFiles(next)]).toContain(end);
            if (isDecided) {
              expect(end).toEqual(treeOfFiles(next));
            }
            ends.add(wasKilled && isDecided ? 'finished' : wasKilled ? 'taken back' : 'whole');
          }
          files = next;
        }
      }),
      { numRuns: 20 },
    );
    expect([...kinds].sort()).toEqual(['create', 'delete', 'update']);
    expect([...ends].sort()).toEqual(['finished', 'taken back', 'whole']);
  });
});

/** Makes the folder hold these files and nothing else. */
function lay(root: string, files: Files): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, '.scaffold'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    if (text !== null) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }
}

function stagedOf(files: Files): { path: string; content: Buffer | undefined }[] {
  return Object.entries(files).map(([path, text]) => ({
    path,
    content: text === null ? undefined : Buffer.from(text),
  }));
}

function treeOfFiles(files: Files): Record<string, string> {
  const tree: Record<string, string> = { '.scaffold/': '755' };
  for (const [path, text] of Object.entries(files)) {
    if (text !== null) {
      tree[path] = `644 ${text}`;
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        tree[`${folder}/`] = '755';
      }
    }
  }
  return tree;
}
