// Specs: spec/existing/make-page.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { ACTIONS } from '../naming/actions';
import { capitalize, columnLabel } from '../naming/spelling';
import type { ViewNames } from '../naming/view-names';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import { isLinked } from '../project/text-formats';
import { isSecret, labelColumn } from '../project/column-roles';
import { listedColumns } from '../view/listed-columns';
import { type PageState, pageStateOf } from '../view/page-state';
import { headingOf } from '../view/shown-columns';
import type { ModelValues } from '../templates/code-values';
import type { Templates } from '../templates/templates';
import type { IndexedApp } from '../app/app';
import { neededValue } from '../layout/finding';
import type { Links, PlainAction } from './links';
import type { PagePlace } from './page-place';
import type { Records } from './records';
import type { FormMacro, PlainColumn, PlainTemplateValues } from '../templates/plain-values';

/** The data of a page. */
export interface PageData {
  readonly action: PlainAction;
  readonly records: Records;
  readonly links: Links;
  /** The fields of the form, by name. */
  readonly fields: readonly string[];
  readonly formName: string;
  readonly formMacro: FormMacro | undefined;
}

/** A page of an application that `new` did not make. */
export interface PlainPage {
  /** As the views in the same file see it. */
  readonly application: IndexedApp;
  readonly names: ViewNames;
  readonly place: PagePlace;
  /** Undefined for a page without data. */
  readonly data: PageData | undefined;
}

/** The template of a view, which extends what the application's pages extend. */
export function plainPageState(page: PlainPage, templates: Templates): PageState {
  const { application, names, place } = page;
  const path = `${place.templates}/${place.template}`;
  return pageStateOf(application.project, names, {
    path,
    text: contentOf(page, templates),
    isOwn: true,
  });
}

const TEMPLATES = {
  index: 'plain/index.html',
  show: 'plain/show.html',
  create: 'plain/form.html',
  edit: 'plain/form.html',
  destroy: undefined,
} as const;

/** The text of a page. */
export function contentOf(page: PlainPage, templates: Templates): string {
  const { data, place } = page;
  const plain = plainValues(page);
  const template = data && TEMPLATES[data.action];
  if (data === undefined || template === undefined) {
    return templates.render('plain/page.html', plain);
  }
  const { action, fields, formName, links, records } = data;
  const { columns, key, names } = records;
  const label = labelColumn(columns);
  const shown =
    action === 'show' ? columns.filter((each) => isShown(each, records, label)) : listed(records);
  const labelled = label ? valueOf(label, records) : undefined;
  const values = {
    ...plain,
    model: modelValues(records, place),
    label:
      labelled === undefined
        ? `${capitalize(names.phrase)} {{ ${names.record}.${key} }}`
        : `{{ ${labelled} }}`,
    labelHeading: label ? columnLabel(label.name) : capitalize(names.phrase),
    columns: shown.map((each) => columnValues(each, records)),
    fields,
    formName,
    endpoint: `${place.blueprint}.${action}`,
    links: links.on(action),
  };
  return templates.render(template, values);
}

function plainValues({
  application: { layout, project },
  data,
  names: { title },
  place: { templates: folder },
}: PlainPage): PlainTemplateValues {
  const extended = neededValue(layout, 'layout', 'a layout that its pages extend');
  const folders = [folder, project.layout.templates, `${project.layout.package}/templates`];
  const isThere = folders.some((each) => project.has(`${each}/${extended}`));
  if (/\.toml:\d+$/.test(layout.layout.from) && !extended.includes('(') && !isThere) {
    throw new SchematicsException(`${layout.layout.from}: ${folder} has no template ${extended}.`);
  }
  const titleBlock = layout.title.value;
  return {
    layout: /["'(]/.test(extended) ? extended : `"${extended}"`,
    block: neededValue(layout, 'content_block', 'a block for the content of pages'),
    titleBlock: typeof titleBlock === 'string' && /^\w+$/.test(titleBlock) ? titleBlock : undefined,
    title,
    formMacro: data && ACTIONS[data.action].usesForm ? data.formMacro : undefined,
  };
}

function isShown(column: Column, { key }: Records, label: Column | undefined): boolean {
  return column !== label && column.name !== key && !isSecret(column);
}

/** The columns of a list after the label. */
function listed(records: Records): Column[] {
  const names = listedColumns(records, records.choices).map(({ name }) => name);
  return records.columns.filter(({ name }) => names.includes(name));
}

function columnValues(column: Column, records: Records): PlainColumn {
  return {
    label: headingOf(column),
    value: valueOf(column, records, isLinked(column) ? ' | urlize' : ''),
    hasLines: COLUMN_TYPES[column.kind].hasLines,
  };
}

/** The expression that shows a column as people read it. */
function valueOf(column: Column, { choices, names }: Records, filter = ''): string {
  const { isNullable, kind, name } = column;
  const value = `${names.record}.${name}`;
  const { isLabelNullable, label, relationship } = choices.get(name) ?? {};
  const other = relationship === undefined ? undefined : `${names.record}.${relationship}`;
  if (other !== undefined) {
    const shown = `${other}.${label}${isLabelNullable ? ` or ${value}` : ''}`;
    return isNullable ? `${inBrackets(shown)} if ${other}` : shown;
  }
  const shown = COLUMN_TYPES[kind].plainText(value, column) + filter;
  return isNullable ? `${inBrackets(shown)} if ${value} is not none` : shown;
}

function inBrackets(code: string): string {
  return / (if|or) /.test(code) ? `(${code})` : code;
}

/** The class and the words of a model. Its records are not called as the blueprint is. */
export function modelValues({ key, module, names }: Records, { variable }: PagePlace): ModelValues {
  const { className, phrase, pluralPhrase, record } = names;
  const records = variable === names.records ? `${record}_list` : names.records;
  return { className, module, key, phrase, pluralPhrase, record, records };
}
