import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { commitEdits, recover } from '../../../src/cli/commit/journal';
import type { PlannedEdit } from '../../../src/cli/commit/planned-edit';
import { applyEdits } from '../../../src/cli/commit/project';
import { DiskFiles } from '../../../src/cli/engine/disk-files';
import { entryEdits, historyIn, keptEdits } from '../../../src/cli/history/history';
import { planUndo } from '../../../src/cli/history/plan-undo';
import { planGrowth } from '../../../src/cli/plan-growth';
import { requestedViews } from '../../../src/cli/commands/make-view';
import { bareCopy } from '../../support/bare-application';
import { temporaryFolder } from '../../support/temporary-folder';
import { treeOf } from '../../support/tree-of';
import { killedAfter } from '../commit/killed-after';

type Tree = Readonly<Record<string, string>>;

/** Runs of make:view: names, and whether they make a model. */
const RUNS: readonly (readonly [names: readonly string[], model: boolean])[] = [
  [['posts.index'], true],
  [['posts.show', 'posts.create', 'posts.store'], false],
  [['notes.index', 'notes.edit'], true],
  [['recipes.comments.index'], true],
  [['about'], false],
  // Their imports take several lines.
  [['quarterly_financial_consolidation_reports.index'], true],
  [['quarterly_financial_consolidation_summaries.index'], true],
];

/** What a person does: a line into a file, at a place between 0 and 1. */
const LINES: readonly (readonly [path: string, line: string])[] = [
  ['app/__init__.py', '# mine'],
  ['app/models/__init__.py', '# mine'],
  ['app/controllers/__init__.py', 'from app.models import User  # mine'],
  ['app/controllers/main_controller.py', 'from app.models import Post  # mine'],
  ['app/controllers/post_controller.py', '# mine'],
  ['app/routes/posts/routes.py', '# mine'],
  ['app/templates/posts/index.html', '<!-- mine -->'],
  ['app/templates/mains/index.html', '{{ url_for("posts.index") }} mine'],
];

type Step =
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'edit'; readonly line: number; readonly at: number }
  | { readonly kind: 'undo'; readonly place: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), run: fc.nat(RUNS.length - 1) }),
  fc.record({
    kind: fc.constant('edit' as const),
    line: fc.nat(LINES.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('undo' as const), place: fc.nat(3) }),
);

describe('scaffold undo, after any runs and edits,', () => {
  const holder = {
    signal: new AbortController().signal,
    tell: (message: string) => {
      throw new Error(message);
    },
  };
  let original: string;
  let root: string;

  beforeAll(async () => {
    original = await bareCopy();
  });

  beforeEach(() => {
    root = temporaryFolder();
    lay(original);
  });

  function lay(from: string): void {
    rmSync(root, { recursive: true, force: true });
    cpSync(from, root, { recursive: true });
    mkdirSync(join(root, '.scaffold'), { recursive: true });
  }

  /** The folder of the history stays, and that of the lock is not made here. */
  function project(): Tree {
    const paths = Object.entries(treeOf(root));
    return Object.fromEntries(paths.filter(([path]) => path !== '.scaffold/'));
  }

  async function planned(run: number): Promise<readonly PlannedEdit[]> {
    const [names, generateModel] = RUNS[run] ?? [[], false];
    const flags = { generateRoute: true, generateController: true, generateModel };
    const options = { views: requestedViews(names, flags, names) };
    return (await planGrowth({ schematic: 'make-view', options }, root)).edits;
  }

  /** @returns whether it changed something. */
  async function make(run: number): Promise<boolean> {
    const edits = await planned(run);
    if (edits.length > 0) {
      applyEdits(root, edits, holder, [`run ${run}`]);
    }
    return edits.length > 0;
  }

  /** @returns why it was refused; undefined if it was done. */
  async function undo(place?: number): Promise<string | undefined> {
    try {
      const plan = await planUndo({ root, place, force: false });
      applyEdits(root, plan?.edits ?? [], holder, undefined);
      return undefined;
    } catch (error) {
      return String(error);
    }
  }

  function edit({ line, at }: Step & { kind: 'edit' }, number: number): string[] {
    const [path = '', text = ''] = LINES[line] ?? [];
    const file = join(root, path);
    if (!existsSync(file)) {
      return [];
    }
    const lines = readFileSync(file, 'utf8').split('\n');
    const place = text.startsWith('from') ? 0 : Math.floor(at * lines.length);
    const mine = `${text} ${number}`;
    lines.splice(place, 0, mine);
    writeFileSync(file, lines.join('\n'));
    return [mine];
  }

  it('leaves the project as before the run, if nothing changed since', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(RUNS.map((_, index) => index)), async (runs) => {
        lay(original);
        const before: Tree[] = [];
        for (const run of runs) {
          const tree = project();
          if (await make(run)) {
            before.push(tree);
          }
        }
        for (const tree of before.reverse()) {
          expect(await undo()).toBeUndefined();
          expect(project()).toEqual(tree);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('keeps every line of a person and breaks nothing, or is refused and writes nothing', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        lay(original);
        const mine: string[] = [];
        const isValid = validity(project);
        for (const [number, each] of steps.entries()) {
          if (each.kind === 'edit') {
            mine.push(...edit(each, number));
          } else if (each.kind === 'run') {
            // Its reference to Post may not be valid yet.
            await make(each.run).catch(() => false);
          } else {
            const before = project();
            const broken = isValid();
            const refusal = await undo(each.place);
            outcomes.add(refusal === undefined ? 'done' : 'refused');
            if (refusal !== undefined) {
              expect(project()).toEqual(before);
            }
            expect(isValid().filter((problem) => !broken.includes(problem))).toEqual([]);
          }
          const text = Object.values(project()).join('\n');
          expect(mine.filter((line) => !text.includes(line))).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
    expect([...outcomes].sort()).toEqual(['done', 'refused']);
  });

  it('leaves the project and its history as before or as after, wherever it is killed', async () => {
    await make(0);
    const run = await planned(2);
    expectAtomic(() => {
      commitEdits(root, [...run, ...entryEdits(root, ['two'], keptEdits(run))]);
    });
    const plan = await planUndo({ root, place: undefined, force: false });
    expectAtomic(() => {
      commitEdits(root, plan?.edits ?? []);
    });
  });

  /** Kills work after each of its steps, and then the repair, too. In the end it is done. */
  function expectAtomic(work: () => void): void {
    const saved = temporaryFolder();
    cpSync(root, saved, { recursive: true });
    const before = state();
    work();
    const after = state();
    const ends = new Set<boolean>();
    for (let lives = 0, wasKilled = true; wasKilled; lives++) {
      lay(saved);
      wasKilled = killedAfter(lives, work);
      killedAfter(lives % 5, () => recover(root));
      expect(recover(root)).toEqual([]);
      const end = state();
      expect([before, after]).toContain(end);
      ends.add(JSON.stringify(end) === JSON.stringify(after));
    }
    expect(ends.size).toBe(2);
  }

  /** The project, and the runs that stand. */
  function state(): readonly unknown[] {
    const runs = historyIn(new DiskFiles(root)).map(({ run }) => [run.words, run.isUndone]);
    return [project(), runs];
  }
});

/** Returns what names each import and each endpoint of a project that leads nowhere. */
function validity(project: () => Tree): () => string[] {
  return () => {
    const problems: string[] = [];
    const tree = project();
    for (const [path, text] of Object.entries(tree)) {
      for (const [, module = '', names = ''] of text.matchAll(
        /^from (app[\w.]*) import ([\w, ]+)/gm,
      )) {
        const file = module.replaceAll('.', '/');
        const found = tree[`${file}.py`] ?? tree[`${file}/__init__.py`];
        for (const name of names.split('#')[0]?.split(',') ?? []) {
          const word = name.trim().split(' ')[0] ?? '';
          const isModule = `${file}/${word}.py` in tree || `${file}/${word}/` in tree;
          if (found === undefined || !(isModule || found.includes(word))) {
            problems.push(`${path}: ${module} ${word}`);
          }
        }
      }
      for (const [, blueprint = '', view = ''] of text.matchAll(
        /^\{\{ url_for\("(\w+)\.(\w+)"\) \}\}/gm,
      )) {
        const routes = tree[join('app/routes', blueprint, 'routes.py')] ?? '';
        if (!routes.includes(`def ${view}(`)) {
          problems.push(`${path}: ${blueprint}.${view} in ${dirname(path)}`);
        }
      }
    }
    return problems;
  };
}
