import { Tree } from '@angular-devkit/schematics';
import { UnitTestTree } from '@angular-devkit/schematics/testing';
import { runInMemory } from '../support/run-in-memory';

/** The files of an application after a run, and what was said. */
export interface Ran {
  /** Without the manifest. */
  readonly files: Record<string, string>;
  /** The files of the manifest. */
  readonly remembered: Record<string, string>;
  readonly said: readonly string[];
}

/** Runs a schematic in an application of these files. */
export async function runSchematic(
  files: Readonly<Record<string, string>>,
  schematic: string,
  options: object,
): Promise<Ran> {
  const said: string[] = [];
  const before = new UnitTestTree(Tree.empty());
  for (const [path, text] of Object.entries(files)) {
    before.create(path, text);
  }
  const tree = await runInMemory(schematic, options, before, said);
  const entries = tree.files.map((path) => [path.slice(1), tree.readText(path)] as const);
  const isOfScaffold = ([path]: readonly [string, string]): boolean =>
    path.startsWith('.scaffold/');
  return {
    files: Object.fromEntries(entries.filter((entry) => !isOfScaffold(entry))),
    remembered: Object.fromEntries(entries.filter(isOfScaffold)),
    said,
  };
}
