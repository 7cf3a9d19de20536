// Specs: spec/rules/route.spec.ts
import { addMissingImports } from './add-import';
import { functionsOf } from './definitions';
import { pieceOf } from './generated';
import { localName } from './import-statement';
import { namesAt } from './names';
import type { Node } from './node';
import type { PythonSource } from './source';
import { SourceError } from './source-error';
import { statementBehind } from './statement-insertion';
import { statementsOf } from './statements';

/**
 * Adds a statement of a rendered module to a file, and imports what it uses: a class behind the last class, a function behind
 * the last one with the same decorator, or else at the end. Below these, a file may already use what it defines.
 */
export function withStatement(
  source: PythonSource,
  generated: PythonSource,
  statement: Node,
): PythonSource {
  const { code, imports } = pieceOf(generated, statement, 0);
  const imported = addMissingImports(source, imports);
  const wanted = decoratingOf(statement);
  const alike = statementsOf(imported.root).findLast((each) =>
    isClass(statement) ? isClass(each) : decoratingOf(each).some((name) => wanted.includes(name)),
  );
  return imported.insert(statementBehind(imported, alike, imported.root, code));
}

function isClass(statement: Node): boolean {
  return (statement.child('definition') ?? statement).type === 'class_definition';
}

/** The objects that decorate a function: `bp` of `@bp.route("/")`. */
function decoratingOf({ children }: Node): string[] {
  return children.flatMap(({ text, type }) => {
    const [, object] = (type === 'decorator' && /^@\s*([\w.]+)\./.exec(text)) || [];
    return object ?? [];
  });
}

/**
 * Adds the function of a rendered module to a file, as `withStatement` does. If the file uses its name for something else,
 * it gets an ending.
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
