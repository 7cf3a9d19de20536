// Specs: spec/change-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../fields/words';
import { memberOf } from '../project/choice-columns';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { addMissingImports } from '../python/add-import';
import { type GeneratedPiece, pieceOf, usesName } from '../python/generated';
import { localName } from '../python/import-statement';
import { BODY } from '../python/lines';
import { stringValue } from '../python/node';
import {
  type Assignment,
  assignmentsIn,
  assignmentTo,
  classesOf,
  type Definition,
  findClass,
  isNamed,
} from '../python/queries';
import { withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import {
  statementBefore,
  statementBehind,
  statementDirectlyBefore,
} from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import { checkImports } from '../rules/new-columns';
import type { MadeColumns } from './changed-annotation';
import { withChangedColumn, withChangedRelation } from './changed-column';
import type { WishedField } from './wished-field';

/**
 * The file of a model with a changed column, and with what follows from that in the file.
 *
 * @throws SchematicsException if the column, or its values, are made elsewhere; SourceError if the file means something else
 *   by a name that the column needs.
 */
export function withChange(
  source: PythonSource,
  className: string,
  { after, change, field: { column, name } }: WishedField,
  made: MadeColumns,
): PythonSource {
  const isEnum = column.kind === 'enum' && after.type.kind === 'enum';
  const local = isEnum ? column.enumClass?.local : undefined;
  const changed = withChangedColumn(source, className, column.name, made, {
    type: change.type.length > 0 && !isSameType(column, after) && !(isEnum && column.enumClass),
    default: change.lost.has('default') || (column.enumClass !== undefined && !isEnum),
    enumClass:
      local === undefined
        ? undefined
        : {
            name: local,
            memberFor: (value) => memberFor(source, local, value)?.target ?? memberOf(value),
          },
  });
  const related =
    after.model === undefined ? changed : withChangedRelation(changed, className, name, made);
  const listed = isEnum ? withValues(related, column, after, made) : related;
  const pieces = piecesOf(made, column.name);
  checkImports(listed, pieces);
  const owner = findClass(listed, className);
  const enums = isEnum ? [] : enumFor(listed, made.after, after);
  const complete = listed.insert(
    ...(owner ? enums.map(({ code }) => statementBefore(listed, owner.statement, code)) : []),
  );
  const imports = [...pieces, ...enums]
    .flatMap((piece) => piece.imports)
    .filter((each) => usesName(complete.root, localName(each)));
  return addMissingImports(complete, imports);
}

/** Whether a column stores what a field does. */
export function isSameType(column: Column, { type }: Field): boolean {
  const details = ({
    bits,
    kind,
    length,
    precision,
    scale,
    values,
  }: Column | Field['type']): unknown => ({
    bits,
    kind,
    length,
    precision,
    scale,
    values,
  });
  return isDeepStrictEqual(details(column), details(type));
}

/** The statement of the column, if both that were made differ in it. */
function piecesOf({ after, before }: MadeColumns, name: string): GeneratedPiece[] {
  const [was, is] = [before, after].map(({ definition, source }) => {
    const own = assignmentTo(definition.node, name);
    return own && pieceOf(source, statementOf(own.node), BODY);
  });
  return is === undefined || was?.code === is.code ? [] : [is];
}

function enumFor(source: PythonSource, made: ClassPlace, { type }: Field): GeneratedPiece[] {
  const found = type.kind === 'enum' ? classBeside(made) : undefined;
  if (found && isNamed(source, source.root, found.name)) {
    throw new SchematicsException(
      `${source.path} already has ${found.name}, the name of the enum. Rename that first.`,
    );
  }
  return found ? [pieceOf(made.source, found.node, 0)] : [];
}

/** Gives the class of an enum the members for further values, and takes those for others away. */
function withValues(
  source: PythonSource,
  { enumClass, name, values: known = [] }: Column,
  { type: { values = [] } }: Field,
  made: MadeColumns,
): PythonSource {
  const isMadeOfTexts = enumClass === undefined && classBeside(made.after) === undefined;
  if (isMadeOfTexts || isDeepStrictEqual(known, values)) {
    return source;
  }
  const className = enumClass?.local ?? '';
  if (findClass(source, className) === undefined) {
    throw new SchematicsException(
      `${source.path} has no class with the values of ${name}. Change them where they are.`,
    );
  }
  const grown = values
    .filter((value) => !known.includes(value))
    .reduce((before, value) => withMember(before, className, value, values), source);
  return known
    .filter((value) => !values.includes(value))
    .reduce((before, value) => {
      const member = memberFor(before, className, value);
      return member ? withoutStatement(before, statementOf(member.node)) : before;
    }, grown);
}

/** The class of an enum in the file of a model that was made. */
function classBeside({ definition, source }: ClassPlace): Definition | undefined {
  return classesOf(source).find(({ name }) => name !== definition.name);
}

function memberFor(source: PythonSource, className: string, value: string): Assignment | undefined {
  const owner = findClass(source, className);
  return owner && assignmentsIn(owner.node).find((each) => stringValue(each.value) === value);
}

/** Adds a member behind the one for the value before it. */
function withMember(
  source: PythonSource,
  className: string,
  value: string,
  values: readonly string[],
): PythonSource {
  const owner = findClass(source, className);
  const code = `${memberOf(value)} = "${value}"`;
  const above = values.slice(0, values.indexOf(value)).reverse();
  const [before] = above.flatMap((each) => memberFor(source, className, each) ?? []);
  const [first] = owner ? assignmentsIn(owner.node) : [];
  return owner === undefined
    ? source
    : source.insert(
        before === undefined && first
          ? statementDirectlyBefore(source, statementOf(first.node), code)
          : statementBehind(source, before?.node, owner.body, code),
      );
}
