import { isRelationship } from '../project/column-style';
import { addMissingImports } from '../python/add-import';
import {
  assignmentsIn,
  classesOf,
  type Definition,
  findClass,
  functionsIn,
  hasMember,
  isNamed,
} from '../python/queries';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import { indented } from '../python/layout';
import { type Insertion, type PythonSource, SourceError } from '../python/source';
import { statementBehind } from '../python/statement-insertion';
import { statementOf } from '../python/statements';

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
