// Specs: spec/rules/owner.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import { attributesOf, columnNameOf } from '../fields/field-list';
import { parseField } from '../fields/grammar';
import type { Field } from '../fields/words';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import { type Guard, GUARDS, USER } from '../naming/guards';
import { pascalCase, quoted, snakeCase, withArticle, wordMeant } from '../naming/spelling';
import { singularOf } from '../naming/words';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { keyOf } from '../project/column-roles';
import {
  isRelationship,
  prefixIn,
  relationshipsTo,
  separated,
  styleOf,
} from '../project/column-style';
import type { Column } from '../project/column-type';
import { COLUMN_TYPES } from '../project/column-types';
import { columnsIn } from '../project/columns';
import { findModel, tableOf } from '../project/models';
import type { Project } from '../project/project';
import { addMissingImports, addTypeImport } from '../python/add-import';
import { addAttribute } from '../python/class-edits';
import { text } from '../python/literals';
import { pieceOf } from '../python/generated';
import { hasDeferredAnnotations } from '../python/imports';
import { BODY } from '../python/lines';
import { stringValue } from '../python/node';
import { assignmentsIn, findClass, hasMember } from '../python/queries';
import type { PythonSource } from '../python/source';
import { statementBehind } from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import type { ClassValues, OwnerValues } from '../templates/code-values';
import type { Templates } from '../templates/templates';
import type { GuardState } from './guard-state';
import type { Link } from './model-fields';
import { ownersOf } from './owner-scope';

/** How the records of a model belong to users. */
export interface OwnerState extends OwnerValues {
  /** What this run adds to the model for that; undefined if the model refers to users already, or is new. */
  readonly added: OwnerColumn | undefined;
}

/** A column with the key of the owner, to add to a model. */
export interface OwnerColumn {
  readonly child: ModelNames;
  /** The model of users. */
  readonly user: ClassValues;
  readonly userPlace: ClassPlace;
  /** The relationship of users that leads to this column: `posts`; undefined if they have none. */
  readonly related: string | undefined;
  /** The column that it refers to: `users.id`. */
  readonly key: string;
  /** The Python type of that: `int`. */
  readonly keyType: string;
  /** The keys by which the model refers to users so far. */
  readonly links: readonly Link[];
  /** Whether the record goes with its owner. */
  readonly goesAlong: boolean;
}

/** The field that gives a new model its owner. What nobody else reads goes with its owner. */
function ownerField(guard: Guard): Field {
  return parseField(`user:references:users${GUARDS[guard].owner === 'read' ? ':cascade' : ''}`);
}

/** What people call a reference to the owner, best first. */
const OWNERS = ['user', 'owner', 'author', 'creator'];

/**
 * The fields of a new model, with one for its owner if none of them is that.
 *
 * @throws UsageError if what `--owner` names is no field with a user, or if another one has the name of the owner.
 */
export function withOwnerField(
  fields: readonly Field[],
  { owner: asked, word }: Pick<GuardState, 'owner' | 'word'>,
): readonly Field[] {
  const references = fields.filter(
    ({ model, type }) => type.kind !== 'many' && model !== undefined && isUser(model),
  );
  if (asked !== undefined) {
    findAsked(references.map(columnNameOf), fields.map(columnNameOf), asked);
  }
  if (asked !== undefined || references.some(({ name }) => OWNERS.includes(name))) {
    return fields;
  }
  const owner = ownerField(word);
  const taken = fields.find((field) =>
    attributesOf(field).some((name) => attributesOf(owner).includes(name)),
  );
  if (taken) {
    throw new UsageError(
      `${quoted(taken.typed)} has the name of the owner, which --guard adds. Rename it.`,
    );
  }
  return [...fields, owner];
}

/**
 * The column that `--owner` names: `editor` and `editor_id` are `editor_id`.
 *
 * @param columns Those that refer to users.
 * @param all Those that refer to others or to nothing, too.
 * @throws UsageError if it is none of these.
 */
function findAsked(columns: readonly string[], all: readonly string[], asked: string): string {
  const isAsked = (column: string): boolean => [column, nameOf(column)].includes(asked);
  const found = columns.find(isAsked);
  if (found === undefined) {
    const name = all.some(isAsked) ? 'editor' : nameOf(asked);
    const advice =
      columns.length > 0
        ? wordMeant(asked, columns.map(nameOf))
        : `add ${name}:references:users to the fields.`;
    throw new UsageError(`--owner ${quoted(asked)} is no field that refers to one user: ${advice}`);
  }
  return found;
}

/** @throws SchematicsException if the records have another owner: methods, tests and forms all mean that one. */
function refuseOther(
  { phrase }: ModelNames,
  known: string | undefined,
  named: string | undefined,
): void {
  if (known !== undefined && named !== undefined && known !== named) {
    throw new SchematicsException(
      `The owner of ${withArticle(phrase)} is its ${nameOf(known)} already. To change that, run this with --guard users ` +
        'first, and then again.',
    );
  }
}

/** `author` for the column `author_id`. */
function nameOf(column: string): string {
  return column.replace(/_id$/, '');
}

/** Whether a field with this model, as typed, refers to users. */
function isUser(typed: string): boolean {
  return pascalCase(singularOf(snakeCase(typed))) === USER;
}

/**
 * How the records of a model belong to users.
 *
 * @param model Its class, as the project has it or as this run makes it.
 * @param known The column that its controller takes for the owner's key.
 * @throws SchematicsException if another attribute is in the way, UsageError if the field that was asked for is none with a user.
 */
export async function ownerState(
  project: Project,
  child: ModelNames,
  model: ClassPlace,
  columns: readonly Column[],
  { owner: asked, word: guard }: Pick<GuardState, 'owner' | 'word'>,
  known: string | undefined,
): Promise<OwnerState> {
  const names = modelOfClass(USER, project.layout);
  const user = await findModel(project, names);
  if (!user) {
    throw new SchematicsException(`--guard ${guard} needs the model ${USER}, which is missing.`);
  }
  const userColumns = await columnsIn(project, user);
  const key = keyOf(userColumns);
  const table = tableOf(user.definition) ?? names.table;
  const targets = [`${table}.${key}`, `${USER}.${key}`];
  const found = columns.filter(
    ({ kind, references }) => kind !== 'many' && targets.includes(references ?? ''),
  );
  const own = found.map(({ name }) => name);
  const all = columns.map(({ name }) => name);
  const named = asked === undefined ? undefined : findAsked(own, all, asked);
  refuseOther(child, known, named);
  const elsewhere = await ownersOf(project, child);
  const wanted = [named, known, ...elsewhere, ...OWNERS.map((name) => `${name}_id`)];
  const [column] = wanted.flatMap((name) => found.find((each) => each.name === name) ?? []);
  if (!column) {
    refuseTaken(model);
  }
  const hasAdmins = userColumns.some(({ name }) => name === 'is_admin');
  const keyType = userColumns.find(({ name }) => name === key);
  return {
    column: column?.name ?? 'user_id',
    key,
    isHidden: GUARDS[guard].owner === 'read',
    isForAdminsToo: hasAdmins && (column?.isNullable ?? true),
    added: column
      ? undefined
      : {
          child,
          user: { className: USER, module: moduleOf(user.source) },
          key: `${table}.${key}`,
          keyType: (keyType && COLUMN_TYPES[keyType.kind].annotation) ?? 'int',
          userPlace: user,
          related: found.length === 0 ? relatedTo(user, child, model) : undefined,
          links: found.map(({ name }) => ({ holder: child.className, column: name })),
          goesAlong: GUARDS[guard].owner === 'read',
        },
  };
}

/**
 * The relationship of users to a model without a key to them, which waits for that.
 *
 * @throws SchematicsException if it expects another name than `user` on the other side.
 */
function relatedTo(
  { definition, source }: ClassPlace,
  { className, record }: ModelNames,
  model: ClassPlace,
): string | undefined {
  const [found] = relationshipsTo(definition.node, className);
  const expected = stringValue(found?.call.keywords.get('back_populates'));
  if (found && expected !== undefined && expected !== 'user') {
    throw new SchematicsException(
      `${source.placeOf(found.call.node)}: ${USER}.${found.target} expects ${className}.${expected}, which is missing, and --guard ` +
        `adds ${className}.user. Write user there, or give ${model.source.path} a column with the owner of the ${record} and ` +
        'a relationship yourself, and run this again.',
    );
  }
  return expected && found?.target;
}

function refuseTaken({ definition, source }: ClassPlace): void {
  const taken = ['user', 'user_id'].find((name) => hasMember(definition, name));
  if (taken !== undefined) {
    throw new SchematicsException(
      `${source.path}: ${definition.name}.${taken} has the name of the owner, which --guard adds. Rename it.`,
    );
  }
}

/** Adds the key of the owner to a model, and the relationship to the owner. */
export function withOwner(
  source: PythonSource,
  { child, goesAlong, key, keyType, links, related, user }: OwnerColumn,
  templates: Templates,
): PythonSource {
  const owner = findClass(source, child.className);
  if (owner === undefined) {
    return source;
  }
  const style = styleOf(source, owner.node);
  const { isMapped } = style;
  const isDeferred = hasDeferredAnnotations(source);
  const made = templates.module('models/owner.py', source.path, {
    ...{ child, goesAlong, isMapped, key, keyType, user },
    prefix: prefixIn(style),
    quote: isDeferred ? '' : '"',
    foreignKeys:
      links.length > 0
        ? 'foreign_keys=[user_id]'
        : related === undefined
          ? ''
          : `back_populates=${text(related)}`,
  });
  const lines = findClass(made, child.className);
  const [column, relationship] = assignmentsIn(lines?.node ?? made.root).map(({ node }) =>
    pieceOf(made, statementOf(node), BODY),
  );
  if (!column || !relationship) {
    return source;
  }
  const last = assignmentsIn(owner.node).findLast(({ value }) => !isRelationship(value));
  const keyed = source.insert(statementBehind(source, last?.node, owner.body, column.code));
  const withKey = findClass(keyed, child.className) ?? owner;
  const withBoth = addAttribute(keyed, withKey, 'user', separated(withKey, relationship.code));
  const imported = addMissingImports(withBoth, [...column.imports, ...relationship.imports]);
  return isMapped
    ? addTypeImport(imported, { module: user.module, name: user.className })
    : imported;
}
