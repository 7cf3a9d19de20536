// Specs: spec/make-view/golden.spec.ts
import type { Layout } from '../layout';
import { type Action, ACTIONS } from '../naming/actions';
import type { ChildFolder, Pages } from './pages';
import type { Choices } from './choices';
import type {
  ActionLinks,
  ListParent,
  PageLink,
  PageValues,
  Reference,
  SectionValues,
  TextLink,
} from '../templates/page-values';
import {
  actionLinks,
  childrenLink,
  elsewhereLink,
  firstUrl,
  type LinkSources,
  parentLink,
} from './page-links';
import { labelHeading, listedColumns } from './list-values';
import { labelForReaders, labelOf, labelValue, messageOf, shownColumns } from './shown-columns';
import { modelOfClass } from '../naming/class-names';
import { parametersOfPath } from '../project/existing-routes';
import type { PathRecord } from './view-data';

interface PageSources extends LinkSources {
  readonly title: string;
  readonly action: Action;
  readonly children: readonly ChildFolder[];
  readonly choices: ReadonlyMap<string, Choices>;
  readonly layout: Layout;
  readonly answersCsv: boolean;
  readonly sections: readonly SectionValues[];
  /** Whether pages can ask who may read a record. */
  readonly hasReaders: boolean;
  /** Whether the dialog that asks before a record is deleted can say what is deleted with it. */
  readonly tellsLost: boolean;
}

/** The values for the page of an action. */
export function pageValues(sources: PageSources): PageValues {
  const { action, children, choices, data, handed, layout, pages, title } = sources;
  const { model } = data.record;
  const { leadsTo, sendsTo } = ACTIONS[action];
  const links = actionLinks(sources);
  const above = parentLink(sources);
  const message = messageOf(data.record, choices);
  const listed = listedColumns(data.record, choices);
  const columns = shownColumns(data, referencesOf(data.record, choices, above, pages, layout));
  const ofRecord = { ...sources, handed: new Set([...handed, model.record]) };
  return {
    title,
    model,
    label: labelOf(data.record),
    deleted: sources.tellsLost ? `, ${labelValue(data.record)}, ${model.record} | lost` : '',
    parent: parentOf(sources, sources.hasReaders),
    above,
    back: backLinks(sources, links, above),
    children: children.flatMap(({ folder, title: name }) => {
      const link = childrenLink(sources, folder);
      return link ? { ...link, title: name } : [];
    }),
    sections: sources.sections,
    labelHeading: labelHeading(data.record),
    answersCsv: sources.answersCsv,
    listed: listed.filter(({ name }) => message === undefined || !message.told.includes(name)),
    message,
    texts: columns.filter(({ isLong }) => isLong),
    facts: columns.filter(({ isLong }) => !isLong),
    links,
    recordLinks: actionLinks(ofRecord),
    elsewhere: elsewhereLink(ofRecord),
    submit: sendsTo && links[sendsTo],
    submitUrl: sendsTo === undefined ? '' : firstUrl(sources, [sendsTo]),
    cancelUrl: firstUrl(sources, leadsTo),
  };
}

/** What all records of a list belong to, if the template has it. */
function parentOf(
  { data: { parents, record }, handed }: LinkSources,
  hasReaders: boolean,
): ListParent | undefined {
  const parent = parents.find(({ model }) => model.id === record.belongsBy);
  return parent && handed.has(parent.model.record)
    ? { ...parent.model, label: hasReaders ? labelForReaders(parent) : labelOf(parent) }
    : undefined;
}

/** To the record, from its form; to the list; to what the list belongs to. One is enough if the pages are known. */
function backLinks(
  { action, data, pages }: PageSources,
  { index, show }: ActionLinks,
  above: PageLink | undefined,
): TextLink[] {
  const { model } = data.record;
  const parent = data.parents.at(-1);
  const links = [
    ...(show && action === 'edit' ? [{ ...show, text: `Back to the ${model.phrase}` }] : []),
    ...(index ? [{ ...index, text: `All ${model.pluralPhrase}` }] : []),
    ...(above && parent ? [{ ...above, text: `Back to the ${parent.model.phrase}` }] : []),
  ];
  return pages.known ? links.filter(({ isMissing }) => isMissing === undefined).slice(0, 1) : links;
}

/** What pages call the record that a foreign key refers to. A relationship would show it to those who may not read it, too. */
const ROW = 'row';

/**
 * The records that the foreign keys of a record refer to, by column.
 *
 * @param above The page of the record that it belongs to, if the URL names that.
 */
function referencesOf(
  { belongsBy, columns, model }: PathRecord,
  choices: ReadonlyMap<string, Choices>,
  above: PageLink | undefined,
  pages: Pages,
  layout: Layout,
): ReadonlyMap<string, Reference> {
  const references = new Map<string, Reference>();
  for (const { kind, name } of columns) {
    const chosen = choices.get(name);
    if (chosen) {
      const { className, id, isLabelNullable, label } = chosen;
      const other = modelOfClass(className, layout);
      const page = above && name === belongsBy ? above : undefined;
      references.set(name, {
        record: ROW,
        found: `${model.record} | related("${name}")`,
        isSet: ROW,
        isMany: kind === 'many',
        label: `${ROW}.${label}${isLabelNullable ? ` or ${ROW}.${id}` : ''}`,
        hasPage: page?.exists ?? hasPage(`${other.table}.show`, other.id, pages),
        url: page?.url ?? `url_for('${other.table}.show', ${other.id}=${ROW}.${id})`,
      });
    }
  }
  return references;
}

function hasPage(endpoint: string, parameter: string, { known }: Pages): string {
  const path = known?.get(endpoint);
  if (known === undefined) {
    return `"${endpoint}" is endpoint("${parameter}")`;
  }
  return String(path !== undefined && parametersOfPath(path).join() === parameter);
}
