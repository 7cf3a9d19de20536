// Specs: spec/make-model/index.spec.ts
import { UsageError } from '../errors';
import { attributesOf } from '../fields/field-list';
import { quoted } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { ColumnStyle } from '../project/column-style';
import { findClass } from '../python/queries';
import type { PythonSource } from '../python/source';
import { quotedAs } from '../python/style';
import type { ColumnValues, ModelFieldValues } from '../templates/model-values';
import type { ModelBase, NamedImport } from '../templates/plain-values';
import type { Templates } from '../templates/templates';
import { type ModelContent, modelFieldValues } from './model-field-values';

/** How an application writes models. */
export interface ModelStyle {
  readonly db: NamedImport;
  /** How it writes columns; undefined for the style of `new`, which has types of its own and timestamps. */
  readonly columns: ColumnStyle | undefined;
  readonly base?: ModelBase;
  /** What a class says that its table is called; undefined if it says nothing. */
  readonly table?: string | undefined;
  readonly hasKey?: boolean;
  /** The classes that it only names, because their modules import its own. */
  readonly named?: readonly string[];
  /** Spelled like this file. */
  readonly neighbour?: PythonSource | undefined;
}

/**
 * The class of a model as an application writes it.
 *
 * @throws UsageError if a field has the name of the parent.
 */
export function modelClass(
  request: ModelContent,
  style: ModelStyle,
  templates: Templates,
): ClassPlace {
  const { names, parent } = request;
  checkFields(request);
  const values = modelFieldValues(request, style.columns);
  const source = style.columns
    ? plainModule(request, values, style, style.columns, templates)
    : templates.module('models/model.py', names.file, {
        ...values,
        database: style.db.module,
        model: names,
        parent,
      });
  const definition = findClass(source, names.className);
  if (definition === undefined) {
    throw new Error(`The template of models defines no class ${names.className}.`);
  }
  return { source, definition };
}

function plainModule(
  { fields, names, references }: ModelContent,
  { columns, dates, links, relations }: ModelFieldValues,
  { base, db, hasKey, named = [], neighbour, table }: ModelStyle,
  style: ColumnStyle,
  templates: Templates,
): PythonSource {
  const { columns: prefix, isMapped, types } = style;
  const key = isMapped
    ? { name: 'id', type: 'int', arguments: 'primary_key=True' }
    : { name: 'id', type: '', arguments: `${types}Integer, primary_key=True` };
  const lineOf = ({ arguments: given, name, type }: ColumnValues, call: string): string => {
    const annotated = `${name}: ${prefix}Mapped[${type}]`;
    const [start, isImplied] = isMapped ? [annotated, given === ''] : [name, false];
    return isImplied ? start : `${start} = ${call}(${given})`;
  };
  const others = fields.flatMap(({ name }) => references.get(name) ?? []);
  return templates.module(
    'plain/model.py',
    names.file,
    {
      className: names.className,
      base: base ?? { ...db, code: `${db.name}.Model` },
      db,
      table,
      dates,
      links,
      columnCall: `${types}Column`,
      keyCall: `${types}ForeignKey`,
      imports: isMapped
        ? others
            .filter(({ className, isOwn }) => !isOwn && !named.includes(className))
            .map(({ className, module }) => ({ className, module }))
        : [],
      lines: [...(hasKey ? [key] : []), ...columns].map((column) =>
        lineOf(column, `${prefix}${isMapped ? 'mapped_column' : 'Column'}`),
      ),
      relations: relations.map((relation) =>
        isMapped
          ? `${relation.name}: ${prefix}Mapped[${relation.type}] = ${style.relations}relationship(${relation.arguments})`
          : `${relation.name} = ${style.relations}relationship(${relation.arguments})`,
      ),
    },
    quotedAs(neighbour?.text ?? ''),
  );
}

/** The parent in the name of the view brings a column and a relationship of its own. */
function checkFields({ fields, names: { className }, parent }: ModelContent): void {
  const taken = fields.find((field) =>
    attributesOf(field).some((name) => name === parent?.id || name === parent?.record),
  );
  if (taken) {
    throw new UsageError(
      `${quoted(taken.typed)} is not needed: ${className} already belongs to ${parent?.className}. Leave the field out, or rename it.`,
    );
  }
}
