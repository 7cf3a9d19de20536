// Specs: spec/rules/route.spec.ts
import { addMissingImports } from './add-import';
import { functionsOf } from './definitions';
import { pieceOf } from './generated';
import { localName } from './import-statement';
import { namesAt } from './names';
import type { Node } from './node';
import type { PythonSource } from './source';
import { SourceError } from './source-error';
import { statementAtEnd } from './statement-insertion';

/** Adds a statement of a rendered module at the end of a file, and imports what it uses. */
export function withStatement(
  source: PythonSource,
  generated: PythonSource,
  statement: Node,
): PythonSource {
  const { code, imports } = pieceOf(generated, statement, 0);
  const imported = addMissingImports(source, imports);
  return imported.insert(statementAtEnd(imported, imported.root, code));
}

/**
 * Adds the function of a rendered module at the end of a file. If the file uses its name for something else, it gets an
 * ending.
 *
 * @param render Renders the module with a function of this name.
 * @throws SourceError if the file uses all of its names.
 */
export function withFunction(
  source: PythonSource,
  name: string,
  render: (name: string) => PythonSource,
): PythonSource {
  const asNamed = render(name);
  const { imports } = pieceOf(asNamed, functionIn(asNamed), 0);
  const taken = namesAt(source, source.root);
  const isFree = (each: string): boolean =>
    !taken.has(each) && imports.every((wanted) => localName(wanted) !== each);
  const free = [name, `${name}_page`, `${name}_page_`].find(isFree);
  if (free === undefined) {
    throw new SourceError(
      source.path,
      undefined,
      `the names ${name} and ${name}_page are taken. Rename one of them, and run this command again`,
    );
  }
  const generated = free === name ? asNamed : render(free);
  return withStatement(source, generated, functionIn(generated));
}

function functionIn(generated: PythonSource): Node {
  return functionsOf(generated)[0]?.statement ?? generated.root;
}
