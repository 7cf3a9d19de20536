// Specs: spec/make-view/golden.spec.ts
import type { Layout } from '../layout';
import type { Action } from '../naming/actions';
import { ACTIONS } from '../naming/actions';
import type { ModelNames } from '../naming/model-names';
import type { ChildFolder } from './child-lists';
import type { Choices } from './choices';
import {
  type ActionLinks,
  actionLinks,
  childrenLink,
  firstUrl,
  type LinkSources,
  type PageLink,
  parentLink,
} from './page-links';
import { labelHeading, type ListedColumn, listedColumns, type ListHeading } from './listed-columns';
import { referencesOf } from './reference';
import { labelOf, type ShownColumn, shownColumns } from './shown-columns';

/** The values of a page with data. Code in them is Jinja. */
export interface PageValues {
  /** The heading: `Posts`. */
  readonly title: string;
  /** The names of the model. */
  readonly model: ModelNames;
  /** The label of a record: `{{ post.title }}`. */
  readonly label: string;
  /** The record that all records of a list belong to; nothing if they belong to none. */
  readonly parent: ListParent | undefined;
  /** The link to the page of that record. */
  readonly above: PageLink | undefined;
  /** The links to the page above this one, best first: the page shows the first that leads to a page. */
  readonly back: readonly TextLink[];
  /** The links to the lists of records that belong to the page's record. */
  readonly children: readonly ChildLink[];
  /** The heading above the labels of a list. */
  readonly labelHeading: ListHeading;
  /** The columns of a list after the label. */
  readonly listed: readonly ListedColumn[];
  /** The columns that the page of a record shows. */
  readonly columns: readonly ShownColumn[];
  /** The links from the page to the actions of the resource. */
  readonly links: ActionLinks;
  /** The links from each record of a list to its actions. */
  readonly recordLinks: ActionLinks;
  /** The link to the action that takes the form; nothing without a form. */
  readonly submit: PageLink | undefined;
  /** The URL that the form is sent to: `first_url('posts.store')`. */
  readonly submitUrl: string;
  /** The URL of "Cancel": `first_url('posts.index')`. */
  readonly cancelUrl: string;
}

/** The record that all records of a list belong to. */
export interface ListParent extends ModelNames {
  /** Its label: `{{ recipe.title }}`. */
  readonly label: string;
}

/** A link to a list of records that belong to the page's record. */
export interface ChildLink extends PageLink {
  /** The text of the link: `Comments`. */
  readonly title: string;
}

/** A link with its text. */
export interface TextLink extends PageLink {
  /** What the link says: `All posts`. */
  readonly text: string;
}

/** What the values are made of. */
interface PageSources extends LinkSources {
  readonly title: string;
  readonly action: Action;
  readonly children: readonly ChildFolder[];
  readonly choices: ReadonlyMap<string, Choices>;
  readonly layout: Layout;
}

/** The values for the page of an action. */
export function pageValues(sources: PageSources): PageValues {
  const { action, children, choices, data, handed, layout, pages, title } = sources;
  const { model } = data.record;
  const { leadsTo, sendsTo } = ACTIONS[action];
  const links = actionLinks(sources);
  const above = parentLink(sources);
  const ofRecord = { ...sources, handed: new Set([...handed, model.record]) };
  return {
    title,
    model,
    label: labelOf(data.record),
    parent: parentOf(sources),
    above,
    back: backLinks(sources, links, above),
    children: children.flatMap(({ folder, title: name }) => {
      const link = childrenLink(sources, folder);
      return link ? { ...link, title: name } : [];
    }),
    labelHeading: labelHeading(data.record),
    listed: listedColumns(data.record, choices),
    columns: shownColumns(data, referencesOf(data.record, choices, above, pages, layout)),
    links,
    recordLinks: actionLinks(ofRecord),
    submit: sendsTo && links[sendsTo],
    submitUrl: sendsTo === undefined ? '' : firstUrl(sources, [sendsTo]),
    cancelUrl: firstUrl(sources, leadsTo),
  };
}

/** What all records of a list belong to, if the template has it. */
function parentOf({ data: { parents, record }, handed }: LinkSources): ListParent | undefined {
  const parent = parents.find(({ model }) => model.id === record.belongsBy);
  return parent && handed.has(parent.model.record)
    ? { ...parent.model, label: labelOf(parent) }
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
