import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { UnitTestTree } from '@angular-devkit/schematics/testing';
import fc from 'fast-check';
import { runInMemory } from '../support/run-in-memory';
import { writeFiles } from '../support/write-files';
import { type Combination, combined, WAYS } from './combinations';

const ANY = fc.record(
  Object.fromEntries(
    Object.entries(WAYS).map(([key, ways]) => [key, fc.constantFrom<unknown>(...ways)]),
  ),
) as unknown as fc.Arbitrary<Combination>;

/** The pages that are made, and where they are served. */
const VIEWS = { 'reports.index': '/reports', about: '/about', 'orders.list': '/orders/list' };

/** What became of an application. */
interface Outcome {
  readonly chosen: Combination;
  readonly root: string;
  readonly module: string;
  /** URLs that are to answer. */
  readonly urls: readonly string[];
  /** Messages of views that were refused. */
  readonly refused: readonly string[];
}

/**
 * Makes pages in random applications, and asks each for its start page and for those that the run has promised.
 *
 * @param python With Flask.
 * @returns How many pages were made, and what is wrong: nothing if each page is served, or refused with a sentence.
 */
export async function pagesInRandomApplications(
  count: number,
  seed: number,
  python: string,
): Promise<{ served: number; refused: number; wrong: string[] }> {
  const outcomes: Outcome[] = [];
  for (const chosen of fc.sample(ANY, { numRuns: count, seed })) {
    outcomes.push(await madeIn(chosen));
  }
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'serve_forked.py')], {
    input: JSON.stringify(outcomes.map(({ module, root, urls }) => [root, module, urls])),
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (stdout === '') {
    throw new Error(stderr);
  }
  const answers = JSON.parse(stdout) as (number | string)[][];
  const wrong = outcomes.flatMap(({ chosen, refused, urls }, index) => {
    const answer = answers[index] ?? [];
    const isServed = urls.every((_, at) => answer[at] === 200);
    const isSaid = refused.every((each) => /^[^\n]+( |:).*[.:)]$/s.test(each));
    return isServed && isSaid
      ? []
      : [JSON.stringify({ chosen, urls, answer, refused: isSaid ? [] : refused })];
  });
  return {
    served: outcomes.flatMap(({ urls }) => urls.slice(1)).length,
    refused: outcomes.flatMap(({ refused }) => refused).length,
    wrong,
  };
}

async function madeIn(chosen: Combination): Promise<Outcome> {
  const { files, module } = combined(chosen);
  let tree = new UnitTestTree(Tree.empty());
  for (const [path, text] of Object.entries(files)) {
    tree.create(path, text);
  }
  const urls = ['/'];
  const refused: string[] = [];
  for (const [name, url] of Object.entries(VIEWS)) {
    try {
      tree = await runInMemory('make-view', { name, generateRoute: true }, tree);
      urls.push(url);
    } catch (error) {
      refused.push(
        error instanceof Error && error.name === 'Error' ? error.message : String(error),
      );
    }
  }
  const made = tree.files.map((path) => [path.slice(1), tree.readText(path)] as const);
  return { chosen, root: writeFiles(Object.fromEntries(made)), module, urls, refused };
}
