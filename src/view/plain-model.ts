// Specs: spec/existing/make-model.spec.ts
import { datesImported } from '../fields/dates';
import type { Field } from '../fields/words';
import { attributesOf } from '../fields/field-list';
import type { ModelNames } from '../naming/class-names';
import type { ClassPlace } from '../project/class-place';
import { findClass } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { ReferencedModel } from './referenced-model';
import type { Templates } from '../templates/templates';
import { columnLine, type PlainStyle, keyLine, relationLine } from './plain-columns';
import { quotedAs } from '../python/style';
import type { ModelBase, NamedImport } from '../templates/plain-values';
import type { Link } from './links';
import type { ViewBasis } from './basis';

/** What the class of a model consists of. */
export interface ModelClass {
  readonly names: ModelNames;
  readonly base: ModelBase;
  /** What it says that its table is called; undefined if it says nothing. */
  readonly table: string | undefined;
  readonly fields: readonly Field[];
  /** The models that the fields refer to, by the name of the field. */
  readonly references: ReadonlyMap<string, ReferencedModel>;
  /** The classes of models that other keys relate it to. */
  readonly related: readonly string[];
  /** The classes that it only names, because their modules import its own. */
  readonly named: readonly string[];
  readonly style: PlainStyle;
  /** Spelled like this file. */
  readonly neighbour: PythonSource | undefined;
}

/** Renders the class of a model. */
export function modelClass(
  db: NamedImport,
  { base, fields, names, named, neighbour, references, related, style, table }: ModelClass,
  templates: Templates,
  hasKey = false,
): ClassPlace {
  const others = [...references.values()];
  const attributes = fields.flatMap(attributesOf);
  const lines = fields.map((field) =>
    columnLine(field, references.get(field.name), style, attributes),
  );
  const values = {
    className: names.className,
    base,
    db,
    table,
    dates: datesImported(attributes),
    imports: style.isMapped
      ? others
          .filter(({ className, isOwn }) => !isOwn && !named.includes(className))
          .map(({ className, module }) => ({ className, module }))
      : [],
    lines: hasKey ? [keyLine(style), ...lines] : lines,
    relations: fields.flatMap((field) => {
      const other = references.get(field.name);
      const rivals = [...others.map(({ className }) => className), ...related];
      const isClear = rivals.filter((each) => each === other?.className).length === 1;
      return other ? [relationLine(field, other, isClear, style)] : [];
    }),
  };
  const spelled = quotedAs(neighbour?.text ?? '');
  const source = templates.module('plain/model.py', names.file, values, spelled);
  const definition = findClass(source, names.className);
  if (definition === undefined) {
    throw new Error(`plain/model.py defines no class ${names.className}.`);
  }
  return { source, definition };
}

/** The style of the columns that a class has; undefined if it has none. */
export function styleIn({ definition, source }: ClassPlace): PlainStyle | undefined {
  const { text } = definition.node;
  const mapped = prefixesIn(text, 'mapped_column');
  const plain = prefixesIn(text, 'Column');
  const isMapped = mapped.length >= plain.length;
  const [columns] = isMapped ? mapped : plain;
  const [, types] = /olumn\(\s*(?:["']\w+["'],\s*)?((?:\w+\.)?)[A-Z]\w*/.exec(text) ?? [];
  const [relations] = prefixesIn(source.text, 'relationship');
  return columns === undefined
    ? undefined
    : {
        isMapped,
        columns,
        types: types ?? (isMapped ? prefixFor(source, 'sqlalchemy') : columns),
        relations: relations ?? (/^(sa|sqlalchemy)\.$/.test(columns) ? '' : columns),
        saysOptional: saysOptional(source),
      };
}

/** What a file writes in front of each call of a function: `db.`, `so.`, or nothing. */
function prefixesIn(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![\\w.])((?:\\w+\\.)?)${name}\\(`, 'g'))].map(
    ([, prefix = '']) => prefix,
  );
}

export function prefixFor(file: PythonSource | undefined, module: string): string {
  const found = new RegExp(`^import ${module} as (\\w+)`, 'm').exec(file?.text ?? '')?.[1];
  return found === undefined ? '' : `${found}.`;
}

export function saysOptional(file: PythonSource | undefined): boolean {
  return /\bOptional\[(?!["'])/.test(file?.text ?? '');
}

/** Fields of a model, and the models that they and its other keys lead to. */
interface PlainFields extends Pick<ModelClass, 'fields' | 'references'> {
  readonly links: ReadonlyMap<string, readonly Link[]>;
}

/** The columns that a model gets if its others are plain: `title = db.Column(db.String(120))`; undefined if they are not. */
export function plainModel(
  place: ClassPlace,
  names: ModelNames,
  { fields, links, references }: PlainFields,
  { database, templates }: Pick<ViewBasis, 'database' | 'templates'>,
): ClassPlace | undefined {
  const { source } = place;
  const style = styleIn(place);
  if (fields.length === 0 || style === undefined || style.isMapped) {
    return undefined;
  }
  const db = { module: database, name: 'db' };
  const given = {
    names: { ...names, file: source.path },
    base: { ...db, code: 'db.Model' },
    table: undefined,
    fields,
    references,
    related: [...links.keys()],
    named: [],
    style,
    neighbour: source,
  };
  return modelClass(db, given, templates);
}
