// Specs: spec/existing/make-page.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { OtherApp } from '../app/app';
import { formMacroOf, formNameFor } from '../app/style';
import { neededValue } from '../layout/finding';
import { type Action, ACTION_NAMES, ACTIONS, type PageAction } from '../naming/actions';
import { capitalize } from '../naming/spelling';
import { COLUMN_TYPES } from '../project/column-types';
import type { Column } from '../project/column-type';
import { isLinked } from '../project/text-formats';
import { isSecret, labelColumn } from '../project/column-roles';
import type { PlainColumn, PlainLinks, PlainTemplateValues } from '../templates/plain-values';
import type { Choices } from './choices';
import { labelHeading, listedColumns } from './list-values';
import { type PlainBasis, plainModel, plainUrl } from './plain-code';
import { headingOf } from './shown-columns';
import type { PathRecord } from './view-data';

type KnownChoices = ReadonlyMap<string, Choices>;

const TEMPLATES: Readonly<
  Record<PageAction, 'plain/form.html' | 'plain/index.html' | 'plain/show.html'>
> = {
  index: 'plain/index.html',
  show: 'plain/show.html',
  create: 'plain/form.html',
  edit: 'plain/form.html',
};

/**
 * The text of a page in the application's own layout.
 *
 * @param fields Those of its form, by name.
 */
export function plainPage(view: PlainBasis, app: OtherApp, fields: readonly string[]): string {
  const { choices, data, route } = view;
  const { templates } = app;
  const plain = plainValues(view, app);
  if (data === undefined) {
    return templates.render('plain/page.html', plain);
  }
  const { action, record } = data;
  const { columns, key, model } = record;
  const label = labelColumn(columns);
  const listed = listedColumns(record, choices).map(({ name }) => name);
  const shown = columns.filter((column) =>
    action === 'show'
      ? column !== label && column.name !== key && !isSecret(column)
      : listed.includes(column.name),
  );
  const link = (to: Action): string | undefined =>
    to === action ? undefined : plainUrl(view, data, [to])?.replaceAll('"', "'");
  const links: PlainLinks = Object.fromEntries(ACTION_NAMES.map((to) => [to, link(to)]));
  return templates.render(TEMPLATES[action as PageAction], {
    ...plain,
    model: plainModel(view, data),
    label: label
      ? `{{ ${valueOf(label, record, choices)} }}`
      : `${capitalize(model.phrase)} {{ ${model.record}.${key} }}`,
    labelHeading: labelHeading(record).label,
    columns: shown.map((each) => columnValues(each, record, choices)),
    fields,
    formName: formNameFor(app.project, String(app.layout.layout.value), model.record),
    endpoint: `${route.endpoints}.${action}`,
    links,
  });
}

function plainValues(
  { data, layout: { templates }, names }: PlainBasis,
  app: OtherApp,
): PlainTemplateValues {
  const { layout, project } = app;
  const extended = neededValue(layout, 'layout', 'a layout that its pages extend');
  const folders = [templates, project.layout.templates, `${project.layout.package}/templates`];
  const isThere = folders.some((each) => project.has(`${each}/${extended}`));
  if (/\.toml:\d+$/.test(layout.layout.from) && !extended.includes('(') && !isThere) {
    throw new SchematicsException(
      `${layout.layout.from}: ${templates} has no template ${extended}.`,
    );
  }
  const titleBlock = layout.title.value;
  return {
    layout: /["'(]/.test(extended) ? extended : `"${extended}"`,
    block: neededValue(layout, 'content_block', 'a block for the content of pages'),
    titleBlock: typeof titleBlock === 'string' && /^\w+$/.test(titleBlock) ? titleBlock : undefined,
    title: names.title,
    formMacro: data && ACTIONS[data.action].usesForm ? formMacroOf(project) : undefined,
  };
}

/** The columns that the text of a page shows already. */
export function shownIn(
  page: string,
  {
    columns,
    names,
  }: { readonly columns: readonly Column[]; readonly names: { readonly record: string } },
  choices: KnownChoices,
): string[] {
  const isShown = (name: string): boolean =>
    new RegExp(`\\b${names.record}\\.${name}\\b`).test(page);
  return columns
    .map(({ name }) => name)
    .filter((name) => isShown(name) || isShown(choices.get(name)?.relationship ?? name));
}

function columnValues(column: Column, record: PathRecord, choices: KnownChoices): PlainColumn {
  return {
    label: headingOf(column),
    value: valueOf(column, record, choices),
    link: isLinked(column) ? `${record.model.record}.${column.name}` : undefined,
    hasLines: COLUMN_TYPES[column.kind].hasLines,
  };
}

/** The expression that shows a column as people read it. */
function valueOf(column: Column, { model: { record } }: PathRecord, choices: KnownChoices): string {
  const { isNullable, kind, name } = column;
  const value = `${record}.${name}`;
  const { isLabelNullable, label, relationship } = choices.get(name) ?? {};
  const other = relationship === undefined ? undefined : `${record}.${relationship}`;
  if (kind === 'many') {
    const named = `${value} | map(attribute="${label}")`;
    return `${isLabelNullable ? `${named} | map("default", "–", true)` : named} | join(", ")`;
  }
  if (other !== undefined) {
    const shown = `${other}.${label}${isLabelNullable ? ` or ${value}` : ''}`;
    return isNullable ? `${inBrackets(shown)} if ${other}` : shown;
  }
  const shown = COLUMN_TYPES[kind].plainText(value, column);
  return isNullable ? `${inBrackets(shown)} if ${value} is not none` : shown;
}

function inBrackets(code: string): string {
  return / (if|or) /.test(code) ? `(${code})` : code;
}
