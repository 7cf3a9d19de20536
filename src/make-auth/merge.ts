import { isRelationship } from '../project/column-style';
import { addMissingImports, importInsertions } from '../python/add-import';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { importsWith } from '../python/imports';
import { BODY, indented } from '../python/lines';
import { orderOf, placeIn } from '../python/order';
import {
  assignmentsIn,
  type Call,
  callsOf,
  classesOf,
  type Definition,
  findClass,
  functionsIn,
  hasMember,
  isNamed,
} from '../python/queries';
import { type Insertion, type PythonSource, SourceError } from '../python/source';
import {
  statementAfter,
  statementBehind,
  statementDirectlyBefore,
} from '../python/statement-insertion';
import { alwaysRuns, statementOf } from '../python/statements';
import { applicationIn, statementAt } from '../rules/registration/blueprint-registration';

/** Code that another piece of code is put behind. */
interface Addition {
  readonly piece: GeneratedPiece;
  readonly insertion: Insertion;
}

/**
 * Adds to a file what another module has and the file lacks: attributes of its classes, variables, functions, and the
 * imports that these need. What the file has stays.
 *
 * @throws SourceError if the file lacks a class. The message gives the lines to add.
 */
export function merge(source: PythonSource, other: PythonSource): PythonSource {
  const additions = [
    ...classesOf(other).flatMap((each) => membersOf(source, other, each)),
    ...variablesOf(source, other),
    ...functionsOf(source, other),
  ];
  if (additions.length === 0) {
    return source;
  }
  const imports = additions.flatMap(({ piece }) => piece.imports);
  const merged = source.insert(...additions.map(({ insertion }) => insertion));
  return addMissingImports(merged, imports);
}

function membersOf(source: PythonSource, other: PythonSource, wanted: Definition): Addition[] {
  const owner = findClass(source, wanted.name);
  if (owner === undefined) {
    const { code } = pieceOf(other, wanted.node, 0);
    const reason = `this file has no class ${wanted.name}. Add this to it, wherever it is:\n${indented(code)}`;
    throw new SourceError(source.path, undefined, reason);
  }
  const last = assignmentsIn(owner.node).findLast(({ value }) => !isRelationship(value));
  return assignmentsIn(wanted.node)
    .filter(({ target }) => !hasMember(owner, target))
    .map(({ node }) => {
      const piece = pieceOf(other, statementOf(node), BODY);
      return { piece, insertion: statementBehind(source, last?.node, owner.body, piece.code) };
    });
}

function variablesOf(source: PythonSource, other: PythonSource): Addition[] {
  const last = assignmentsIn(source.root).findLast(({ value }) => value?.type === 'call');
  return assignmentsIn(other.root)
    .filter(({ target }) => !isNamed(source, source.root, target))
    .map(({ node }) => {
      const piece = pieceOf(other, statementOf(node), 0);
      return { piece, insertion: statementBehind(source, last?.node, source.root, piece.code) };
    });
}

function functionsOf(source: PythonSource, other: PythonSource): Addition[] {
  return functionsIn(other.root)
    .filter(({ name }) => !isNamed(source, source.root, name))
    .map(({ statement }) => {
      const piece = pieceOf(other, statement, 0);
      return { piece, insertion: statementBehind(source, undefined, source.root, piece.code) };
    });
}

const INIT = 'init_app';

/** Something with an `init_app(app)`. */
interface Initialised {
  /** The module to import it from: `app.extensions`. */
  readonly module: string;
  readonly name: string;
}

/**
 * Has the application initialise something, beside what it imports from the same module, or else after the last call of
 * the kind, or else where it registers blueprints. Returns the same source if it already does.
 *
 * @throws SourceError if the name is taken, or if the file has no application.
 */
export function initialise(source: PythonSource, wanted: Initialised): PythonSource {
  const { module, name } = wanted;
  const calls = callsOf(source.root, INIT);
  if (calls.some(({ receiver }) => receiver === name)) {
    return source;
  }
  const others = calls.filter(
    ({ node }) => node.parent?.type === 'expression_statement' && alwaysRuns(statementOf(node)),
  );
  const last = others.at(-1);
  const isTaken = isNamed(source, source.root, name) && !isFrom(source, name, module);
  if (isTaken) {
    const reason = `${name} already means something else than ${module}.${name}`;
    throw new SourceError(
      source.path,
      undefined,
      `${reason}. Rename it, and run this command again`,
    );
  }
  if (last === undefined) {
    const { application, place } = applicationIn(source);
    const code = `${name}.${INIT}(${application.variable})`;
    return source.insert(...importInsertions(source, wanted), statementAt(source, place, code));
  }
  const kin = others.filter(({ receiver }) => isFrom(source, receiver ?? '', module));
  const group = adjacent(kin);
  const names = group.map(({ receiver }) => receiver ?? '');
  const next = group[placeIn(names, name, orderOf(names))];
  const code = `${name}.${INIT}(${last.positional[0]?.text ?? 'app'})`;
  return source.insert(
    ...importInsertions(source, wanted),
    next
      ? statementDirectlyBefore(source, statementOf(next.node), code)
      : statementAfter(source, statementOf((group.at(-1) ?? last).node), code),
  );
}

/** The last of these calls, and those on the lines above it. */
function adjacent(calls: readonly Call[]): Call[] {
  const first = calls.findLastIndex(({ node }, index) => {
    const before = calls[index - 1];
    return before === undefined || statementOf(before.node).endRow + 1 < statementOf(node).row;
  });
  return calls.slice(first);
}

function isFrom(source: PythonSource, name: string, module: string): boolean {
  return importsWith(source, name).some(
    (each) => each.module === module && each.names.some(({ local }) => local === name),
  );
}
