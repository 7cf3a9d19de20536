// Specs: spec/templates-reference.spec.ts
import type { Action } from '../naming/actions';
import type { ModelNames } from '../naming/class-names';

/** The heading of a list's column. */
export interface ListHeading {
  /** The attribute of the model: `user_id`. */
  readonly name: string;
  /** What the page calls it: `User`. */
  readonly label: string;
}

/** A column of a list. */
export interface ListedColumn extends ListHeading {
  /** The expression that shows its value: `post.status | badge`. */
  readonly value: string;
  /** Whether its values are numbers. */
  readonly isNumber: boolean;
  /** Whether it leads to many records, of which a list shows a few. */
  readonly isMany: boolean;
}

/** A link to another page, as Jinja. If the page may be made later, a template tests for it. */
export interface PageLink {
  /**
   * The test that the page exists, and that the visitor may open it: `"posts.edit" is endpoint("post_id") and current_user`;
   * `true` if both are known.
   */
  readonly exists: string;
  /** The test that it does not exist: `"posts.show" is not endpoint("post_id")`; nothing if it is known to exist. */
  readonly isMissing: string | undefined;
  /** Its URL: `url_for('posts.show', post_id=post.id)`. */
  readonly url: string;
}

/** The links to the actions of a resource. An action whose URL the page cannot make has none. */
export type ActionLinks = Readonly<Partial<Record<Action, PageLink>>>;

/** The values of records that a page shows. Code in them is Jinja. */
export interface RecordsValues {
  /** The heading: `Posts`. */
  readonly title: string;
  /** The names of the model. */
  readonly model: ModelNames;
  /** The label of a record: `{{ post.title }}`. */
  readonly label: string;
  /** The heading above the labels of a list. */
  readonly labelHeading: ListHeading;
  /** The columns of a list after the label. */
  readonly listed: readonly ListedColumn[];
  /** What is shown of a record whose label is a text, such as a comment; nothing for others. */
  readonly message: Message | undefined;
  /** The links from each record of a list to its actions. */
  readonly recordLinks: ActionLinks;
  /** The link from each record of a list to the page that its model has elsewhere, if it may have none here: `issues.show`. */
  readonly elsewhere: PageLink | undefined;
}

/** The values of records that belong to the record of a page. */
export interface SectionValues extends RecordsValues {
  /** Its name in the URL: `issues`. */
  readonly id: string;
  /** The expression that finds the newest records: `project | newest("Issue.project_id")`. */
  readonly found: string;
  /** The test that the visitor may see such records, or make one: `issues or current_user`; `true` for what everybody reads. */
  readonly isShown: string;
  /** The link to the list of them all; nothing if there is none. */
  readonly index: PageLink | undefined;
  /** The link to the form for another one; nothing if there is none. */
  readonly create: PageLink | undefined;
}

/** The values of a page with data. Code in them is Jinja. */
export interface PageValues extends RecordsValues {
  /** The record that all records of a list belong to; nothing if they belong to none. */
  readonly parent: ListParent | undefined;
  /** The link to the page of that record. */
  readonly above: PageLink | undefined;
  /** The links to the page above this one, best first: the page shows the first that leads to a page. */
  readonly back: readonly TextLink[];
  /** The links to the lists of records that belong to the page's record. */
  readonly children: readonly ChildLink[];
  /** The records that belong to the page's record, by model; none in applications that earlier versions made. */
  readonly sections: readonly SectionValues[];
  /** Whether the controller answers with the whole list as CSV. */
  readonly answersCsv: boolean;
  /** The long texts that the page of a record shows. */
  readonly texts: readonly ShownColumn[];
  /** What else it shows of the record, its times last. */
  readonly facts: readonly ShownColumn[];
  /** The links from the page to the actions of the resource. */
  readonly links: ActionLinks;
  /** What the macro `delete` takes to name the record, and what is deleted with it: `, post.title, post | lost`; nothing in applications that earlier versions made. */
  readonly deleted: string;
  /** The link to the action that takes the form; nothing without a form. */
  readonly submit: PageLink | undefined;
  /** The URL that the form is sent to: `first_url('posts.store')`. */
  readonly submitUrl: string;
  /** The URL of "Cancel": `first_url('posts.index')`. */
  readonly cancelUrl: string;
}

/** A record whose label is a text. Code in it is Jinja. */
export interface Message {
  /** What such a record is called: `Comment`. */
  readonly heading: string;
  /** The expression that shows its text: `comment.text | display`. */
  readonly text: string;
  /** The expression that shows who wrote it: `(comment | related("author_id")).name | display`; nothing if that is not known. */
  readonly author: string | undefined;
  /** The expression that shows when: `comment.created_at | moment`; or else which: `"Comment " ~ comment.id`. */
  readonly time: string;
  /** The columns that these show. */
  readonly told: readonly string[];
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

/** The record that a foreign key refers to. */
export interface Reference {
  /** What the page calls that record: `row`. */
  readonly record: string;
  /** The expression that finds it for its readers: `post | related("user_id")`. */
  readonly found: string;
  /** The test that there is one: `row`. */
  readonly isSet: string;
  /** Whether it stands for one of many records. */
  readonly isMany: boolean;
  /** Its label, the same as in a select: `row.name`. */
  readonly label: string;
  /** The test that it has a page: `"users.show" is endpoint("user_id")`; `true` or `false` if that is known. */
  readonly hasPage: string;
  /** The URL of its page: `url_for('users.show', user_id=row.id)`. */
  readonly url: string;
}

/** A column that a page shows. */
export interface ShownColumn {
  /** The heading of its value: `Created at`. */
  readonly label: string;
  /** The expression that shows its value: `post.body | display`. */
  readonly value: string;
  /** Whether its value is a text of several lines. */
  readonly isLong: boolean;
  /** The test that it has a value: `post.body`; `true` if it always has. */
  readonly isSet: string;
  /** Whether it says when the record was made or changed. */
  readonly isTime: boolean;
  /** The record to show instead of its key; nothing for a column that is no foreign key. */
  readonly related: Reference | undefined;
}
