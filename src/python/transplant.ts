// Specs: spec/rules/route.spec.ts
import { addMissingImports } from './add-import';
import { functionsOf, namesAt } from './queries';
import { type GeneratedPiece, pieceOf } from './generated';
import { localName } from './import-statement';
import type { Node } from './node';
import { type PythonSource, SourceError } from './source';
import { statementBehind } from './statement-insertion';
import { statementsOf } from './statements';

interface NewFunction {
  readonly name: string;
  /** Renders a module with the function, by this name or another one. */
  readonly render: (name: string) => PythonSource;
}

/**
 * Adds a statement of a rendered module to a file, and imports what it uses: a class behind the last class, a function behind
 * the last one with the same decorator, or else at the end. Below these, a file may already use what it defines.
 *
 * @param above Statements that it needs above it.
 */
export function withStatement(
  source: PythonSource,
  generated: PythonSource,
  statement: Node,
  above: readonly Node[] = [],
): PythonSource {
  const pieces = [...above, statement].map((each) => pieceOf(generated, each, 0));
  return withPieces(source, statement, pieces);
}

/**
 * Adds functions with one decorator to a file, as `withStatement` does. If the file uses the name of one for something else,
 * it gets an ending.
 *
 * @throws SourceError if the file uses all names of one.
 */
export function withFunctions(
  source: PythonSource,
  functions: readonly NewFunction[],
): PythonSource {
  const taken = new Set(namesAt(source, source.root));
  const made = functions.map((each) => freelyNamed(source, each, taken));
  const [first] = made;
  return first
    ? withPieces(
        source,
        first.statement,
        made.map(({ piece }) => piece),
      )
    : source;
}

/** @param taken The names that the file uses; those of the function are added. */
function freelyNamed(
  { path }: PythonSource,
  { name, render }: NewFunction,
  taken: Set<string>,
): { readonly statement: Node; readonly piece: GeneratedPiece } {
  const asNamed = onlyFunction(render(name));
  const locals = asNamed.piece.imports.map(localName);
  const names = [name, `${name}_page`, `${name}_page_`];
  const free = names.find((each) => !taken.has(each) && !locals.includes(each));
  if (free === undefined) {
    throw new SourceError(
      path,
      undefined,
      `the names ${name} and ${name}_page are taken. Rename one of them, and run this command again`,
    );
  }
  [free, ...locals].forEach((each) => taken.add(each));
  return free === name ? asNamed : onlyFunction(render(free));
}

function onlyFunction(generated: PythonSource): {
  readonly statement: Node;
  readonly piece: GeneratedPiece;
} {
  const statement = functionsOf(generated)[0]?.statement ?? generated.root;
  return { statement, piece: pieceOf(generated, statement, 0) };
}

/** Adds pieces where a statement like this one belongs. */
function withPieces(
  source: PythonSource,
  statement: Node,
  pieces: readonly GeneratedPiece[],
): PythonSource {
  const imports = pieces.flatMap((piece) => piece.imports);
  const imported = addMissingImports(source, imports);
  const wanted = decoratingOf(statement);
  const alike = statementsOf(imported.root).findLast((each) =>
    isClass(statement) ? isClass(each) : decoratingOf(each).some((name) => wanted.includes(name)),
  );
  const code = pieces
    .map((piece) => piece.code)
    .reduce((above, each) => `${above}\n\n${isDefinition(each) ? '\n' : ''}${each}`);
  return imported.insert(statementBehind(imported, alike, imported.root, code));
}

function isDefinition(code: string): boolean {
  return /^(@|def |async def |class )/.test(code);
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
