// Specs: spec/add-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { Field } from '../fields/words';
import { attributesOf, columnNameOf, isMany } from '../fields/field-list';
import { quoted } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { isRelationship } from '../project/column-style';
import { addMissingImports, addTypeImport } from '../python/add-import';
import {
  type Assignment,
  assignmentsIn,
  assignmentTo,
  classesOf,
  type Definition,
  findClass,
  functionIn,
  hasMember,
  isNamed,
} from '../python/queries';
import { type GeneratedPiece, pieceOf, usesName } from '../python/generated';
import { importLine, isStdlib, localName } from '../python/import-statement';
import { hasDeferredAnnotations, importsWith } from '../python/imports';
import { BODY, indented } from '../python/lines';
import { type Insertion, type PythonSource, SourceError } from '../python/source';
import { statementBefore, statementBehind } from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import type { FieldsState } from '../view/model-fields';

/** The times of a record, which come last in a generated model. */
const TIMES = /^(created|updated)_at$/;

/**
 * Checks that nothing else in a model has the name of a new column.
 *
 * @param lineage The class and its bases.
 * @throws SchematicsException if it has.
 */
export function checkNames(lineage: readonly ClassPlace[], fields: readonly Field[]): void {
  const [own] = lineage;
  for (const field of fields) {
    for (const name of attributesOf(field)) {
      const owner = lineage.find(({ definition }) => hasMember(definition, name));
      const isUsed = own && hidesName(own, name);
      if (own && (owner ?? isUsed)) {
        const where = owner ? memberPlace(owner, name) : own.source.path;
        const reason = owner ? `already has ${name}` : `uses ${name} of its file`;
        throw new SchematicsException(
          `${where}: ${own.definition.name} ${reason}, so ${quoted(field.typed)} needs another name.`,
        );
      }
    }
  }
}

/** Whether an attribute would hide a name of the file that the class uses: the class `date` in `Mapped[date]`. */
function hidesName({ definition, source }: ClassPlace, name: string): boolean {
  return isNamed(source, source.root, name) && usesName(definition.body, name);
}

function memberPlace({ definition: { node }, source }: ClassPlace, name: string): string {
  const member = functionIn(node, name)?.node ?? assignmentTo(node, name)?.node;
  return source.placeOf(member ?? node);
}

/**
 * The file of a model with the columns and the relationships of fields that the model lacks, and with what they need.
 *
 * @param columns The columns that the model has.
 * @throws SourceError if the file means something else by a name that they need. The message gives the lines.
 */
export function withColumns(
  source: PythonSource,
  className: string,
  { forTypes, made, missing }: FieldsState,
  columns: readonly string[],
): PythonSource {
  const owner = findClass(source, className);
  if (owner === undefined || missing.length === 0) {
    return source;
  }
  const isDeferred = hasDeferredAnnotations(source);
  const pieces = (names: readonly string[]): GeneratedPiece[] =>
    assignmentsIn(made.definition.node)
      .filter(({ target }) => names.includes(target))
      .map(({ node }) => pieceOf(made.source, statementOf(node), BODY));
  const wanted = pieces(missing.filter((field) => !isMany(field)).map(columnNameOf));
  const relations = pieces(
    missing.flatMap(({ model, name }) => (model === undefined ? [] : name)),
  ).map((piece) => (isDeferred ? piece : quotedWhere(piece, forTypes)));
  const enums = enumsOf(made, wanted);
  const tables = tablesOf(made, relations);
  const all = [...wanted, ...relations, ...enums, ...tables];
  checkImports(source, all);
  const enumTaken = enums.map(nameOf).find((name) => isNamed(source, source.root, name));
  if (enumTaken !== undefined) {
    throw new SchematicsException(
      `${source.path} already has ${enumTaken}, the name of the enum. Rename it, or the field.`,
    );
  }
  const edited = source.insert(
    ...[...enums, ...(tables.length > 0 ? [{ code: joined(tables, '\n\n') }] : [])].map(
      ({ code }) => statementBefore(source, owner.statement, code),
    ),
    ...(wanted.length > 0 ? [columnsAt(source, owner, columns, joined(wanted))] : []),
    ...(relations.length > 0 ? [relationsAt(source, owner, joined(relations))] : []),
  );
  const imported = addMissingImports(
    edited,
    all.flatMap(({ imports }) => imports),
  );
  return missing.reduce((before, { name }) => {
    const other = forTypes.get(name);
    return other === undefined || findClass(before, other.className)
      ? before
      : addTypeImport(before, { module: other.module, name: other.className });
  }, imported);
}

/** The enums of the made file that these columns use. */
function enumsOf(
  { definition, source }: ClassPlace,
  columns: readonly GeneratedPiece[],
): GeneratedPiece[] {
  return classesOf(source)
    .filter(({ name }) => name !== definition.name)
    .filter(({ name }) => columns.some(({ code }) => new RegExp(`\\b${name}\\b`).test(code)))
    .map(({ node }) => pieceOf(source, node, 0));
}

/** The tables of the made file that these relationships use. */
function tablesOf({ source }: ClassPlace, relations: readonly GeneratedPiece[]): GeneratedPiece[] {
  return assignmentsIn(source.root)
    .filter(({ target }) => relations.some(({ code }) => code.includes(`secondary=${target}`)))
    .map(({ node }) => pieceOf(source, statementOf(node), 0));
}

function nameOf({ code }: GeneratedPiece): string {
  return /^class (\w+)/.exec(code)?.[1] ?? '';
}

function joined(pieces: readonly GeneratedPiece[], between = '\n'): string {
  return pieces.map(({ code }) => code).join(between);
}

/** Without deferred annotations, Python evaluates the name of a class that it imports only for types. */
function quotedWhere(piece: GeneratedPiece, forTypes: FieldsState['forTypes']): GeneratedPiece {
  const [, name = ''] = /^(\w+)/.exec(piece.code) ?? [];
  return forTypes.has(name) ? { ...piece, code: quotedIn(piece.code) } : piece;
}

/** `Mapped["Label"]` for `Mapped[Label]`, `Mapped[list["Label"]]` for `Mapped[list[Label]]`: SQLAlchemy must see the list. */
function quotedIn(code: string): string {
  return code.replace(
    /^(\w+: (?:\w+\.)?Mapped\[)(list\[)?([^"]*?)(\]?\] = )/,
    (_, start: string, list = '', name: string, end: string) => `${start}${list}"${name}"${end}`,
  );
}

/** Behind the last column, but before the times of a record. */
function columnsAt(
  source: PythonSource,
  owner: Definition,
  columns: readonly string[],
  code: string,
): Insertion {
  const own = assignmentsIn(owner.node);
  const isBefore = ({ target }: Assignment): boolean =>
    columns.includes(target) && !TIMES.test(target);
  const last = own.findLast(isBefore) ?? own.find(({ target }) => /^__table/.test(target));
  return statementBehind(source, last?.node, owner.body, code);
}

function relationsAt(source: PythonSource, owner: Definition, code: string): Insertion {
  const own = assignmentsIn(owner.node);
  const last = own.findLast(({ value }) => isRelationship(value));
  return last
    ? statementBehind(source, last.node, owner.body, code)
    : statementBehind(source, own.at(-1)?.node, owner.body, `\n${code}`);
}

/**
 * Checks that the file of a model means the same by the names that pieces of code need: `import datetime` gives the name of a
 * class of that module another meaning.
 *
 * @throws SourceError if it does not.
 */
export function checkImports(source: PythonSource, pieces: readonly GeneratedPiece[]): void {
  for (const { code, imports } of pieces) {
    for (const wanted of imports.filter((each) => isStdlib(each.module))) {
      const local = localName(wanted);
      const isSame = importsWith(source, local).some(
        ({ module, names }) =>
          module === wanted.module && names.some(({ name }) => name === wanted.name),
      );
      if (!isSame && isNamed(source, source.root, local)) {
        throw new SourceError(
          source.path,
          undefined,
          `${local} is something else here than in \`${importLine(wanted, source.style.lineLength)}\`. Add this by hand:\n${indented(code)}`,
        );
      }
    }
  }
}
