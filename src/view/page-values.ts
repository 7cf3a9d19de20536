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
import { referencesOf } from './reference';
import { labelOf, type ShownColumn, shownColumns } from './shown-columns';

/** What the templates of pages with data are rendered with. All code is Jinja. */
export interface PageValues {
  /** The heading: `Posts`. */
  readonly title: string;
  readonly model: ModelNames;
  /** What a page calls a record: `{{ post.title }}`. */
  readonly label: string;
  /** What all records of a list belong to; undefined if that is nothing. */
  readonly parent: ListParent | undefined;
  /** The link to that. */
  readonly above: PageLink | undefined;
  /** The links to lists of what belongs to the record. */
  readonly children: readonly ChildLink[];
  readonly columns: readonly ShownColumn[];
  /** The links to the actions beside the page. */
  readonly links: ActionLinks;
  /** The links to the actions of each record of a list. */
  readonly recordLinks: ActionLinks;
  /** The link to what takes the form; undefined without a form. */
  readonly submit: PageLink | undefined;
  /** The URL that takes the form. */
  readonly submitUrl: string;
  /** The URL that "Cancel" leads to. */
  readonly cancelUrl: string;
}

/** The record that all records of a list belong to. */
export interface ListParent extends ModelNames {
  readonly label: string;
}

/** A link to a list of what belongs to a record. */
export interface ChildLink extends PageLink {
  /** `Comments` */
  readonly title: string;
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
  const { action, children, choices, data, handed, layout, title } = sources;
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
    children: children.flatMap(({ folder, title: name }) => {
      const link = childrenLink(sources, folder);
      return link ? { ...link, title: name } : [];
    }),
    columns: shownColumns(data, referencesOf(data.record, choices, above, layout)),
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
