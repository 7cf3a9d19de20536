// Specs: spec/upgrade/model-now.spec.ts
import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app/app';
import { fieldOfColumn } from '../change-field/wished-field';
import type { ModelNames } from '../naming/class-names';
import { columnsIn } from '../project/columns';
import type { Project } from '../project/project';
import { addMissingImports } from '../python/add-import';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import type { Node } from '../python/node';
import { assignmentsIn, type Definition, findClass, functionsIn } from '../python/queries';
import { PythonSource } from '../python/source';
import { fit, statementAfter } from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import { grownModel } from '../rules/model-edits';

/**
 * The file of a model with what today's templates make of its columns in place of what earlier ones made: each attribute and
 * method by its name. All else stays, and so does an attribute that would become another column.
 */
export async function modelNow(
  app: App,
  names: { readonly model: ModelNames; readonly parents: readonly ModelNames[] },
  stored: PythonSource,
): Promise<PythonSource> {
  const { className } = names.model;
  const definition = findClass(stored, className);
  if (definition === undefined) {
    return stored;
  }
  const place = { source: stored, definition };
  const columns = await columnsIn(app.project, place);
  const keys = names.parents.map(({ id }) => id);
  const fields = columns
    .filter(({ name }) => !keys.includes(name))
    .flatMap((column) => fieldOfColumn(column) ?? []);
  const { made } = (await grownModel(app, names, place, fields)).fields;
  let source = stored;
  let above: string | undefined;
  for (const [name, statement] of membersOf(made.definition)) {
    const piece = pieceOf(made.source, statement, BODY);
    const next = withMember(source, className, { name, above, piece });
    source = (await hasSameColumns(app.project, className, source, next)) ? next : source;
    above = membersIn(source, className).has(name) ? name : above;
  }
  return source;
}

/** An attribute or a method of a class. */
interface Member {
  readonly name: string;
  /** The one before it, which the class has. */
  readonly above: string | undefined;
  readonly piece: GeneratedPiece;
}

function withMember(
  source: PythonSource,
  className: string,
  { above, name, piece: { code, imports } }: Member,
): PythonSource {
  const members = membersIn(source, className);
  const [own, before] = [members.get(name), members.get(above ?? '')];
  if (own) {
    const indentation = ' '.repeat(BODY);
    const text = fit(source, code, indentation).slice(indentation.length);
    // Where annotations are evaluated, they are quoted.
    const isSame = [text, own.text].map((each) => each.replace(/["']/g, ''));
    return isSame[0] === isSame[1]
      ? source
      : addMissingImports(
          source.replace({ start: own.startIndex, end: own.endIndex }, text),
          imports,
        );
  }
  const gap = /^(@|(async )?def )/.test(code) ? '\n' : '';
  return before
    ? addMissingImports(source.insert(statementAfter(source, before, gap + code)), imports)
    : source;
}

/** Whether a model has the columns that it had, perhaps among others. */
async function hasSameColumns(
  project: Project,
  className: string,
  before: PythonSource,
  after: PythonSource,
): Promise<boolean> {
  if (before === after) {
    return true;
  }
  const parsed = await PythonSource.parse(after.path, after.toString(), after.style.lineLength);
  const [had, has] = await Promise.all(
    [before, parsed].map(async (source) => {
      const definition = findClass(source, className);
      const columns = definition ? await columnsIn(project, { source, definition }) : [];
      return new Map(columns.map((column) => [column.name, column]));
    }),
  );
  return [...(had ?? [])].every(([name, column]) => isDeepStrictEqual(has?.get(name), column));
}

function membersIn(source: PythonSource, className: string): ReadonlyMap<string, Node> {
  const definition = findClass(source, className);
  return definition ? membersOf(definition) : new Map();
}

function membersOf({ node }: Definition): ReadonlyMap<string, Node> {
  return new Map([
    ...assignmentsIn(node).map(({ node: each, target }) => [target, statementOf(each)] as const),
    ...functionsIn(node).map(({ name, statement }) => [name, statement] as const),
  ]);
}
