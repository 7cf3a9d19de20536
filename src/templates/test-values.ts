// Specs: spec/templates-reference.spec.ts
import type { ModelNames } from '../naming/class-names';
import type { ClassValues } from './code-values';
import type { Action } from '../naming/actions';

/** The function of a test that saves a record. */
export interface FactoryNames {
  /** `make_post` */
  readonly factory: string;
  /** The module to import it from: `tests.factories.post`. */
  readonly factoryModule: string;
  /** The column with the key of the record: `id`. */
  readonly key: string;
}

/** The values of a factory. */
export interface FactoryValues extends FactoryNames {
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  /** The model. */
  readonly model: ModelNames;
  /** The variable for the new record: `post`. */
  readonly variable: string;
  /** The values of columns that each record needs. */
  readonly defaults: readonly ColumnValue[];
  /** The records that each record refers to, with their factories. */
  readonly references: readonly ReferenceFactory[];
  /** The application's own classes in the values. */
  readonly imports: readonly ClassValues[];
  /** Whether a value has `number` in it, which differs for each record. */
  readonly isNumbered: boolean;
}

/** A column and its value, as Python: `f"Title {number}"`. */
export interface ColumnValue {
  /** The name of the column: `title`. */
  readonly name: string;
  /** Its value as Python: `f"Title {number}"`. */
  readonly value: string;
}

/** A foreign key that each record needs, with the factory of what it refers to. */
export interface ReferenceFactory extends FactoryNames {
  /** The column: `author_id`. */
  readonly name: string;
}

/** The values of the tests of a resource. */
export interface TestValues {
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  /** The model. */
  readonly model: TestedModel;
  /** What a page calls a record without text, before its key: `Post`. */
  readonly title: string;
  /** The records in the URL before the resource's own, the outermost first. */
  readonly parents: readonly TestedRecord[];
  /** The record that the tests are about. */
  readonly record: TestedRecord;
  /** The factories that the tests use. */
  readonly factories: readonly FactoryNames[];
  /** The URLs of the actions to test, as Python: `f"/posts/{post_id}"`. */
  readonly urls: TestedUrls;
  /** The requests for a record that does not exist; nothing if no action needs one. */
  readonly missing: MissingRecord | undefined;
  /** The column that people know records by, with two values; nothing if no column has text. */
  readonly label: TestedLabel | undefined;
  /** Whether the list can be searched and sorted by it. */
  readonly isSearched: boolean;
  /** Whether the list is also answered as CSV. */
  readonly answersCsv: boolean;
  /** What a browser sends, as Python. */
  readonly data: readonly ColumnValue[];
  /** The same for the JSON API, as Python. */
  readonly json: readonly ColumnValue[];
  /** Records that only others may read, which the form refuses, as Python. */
  readonly othersOnly: readonly ColumnValue[];
  /** Such records, and the columns with their labels, which no page shows. */
  readonly unnamed: readonly UnnamedRecord[];
  /** A column of it, with its value once it is stored; nothing if the form has no fields. */
  readonly change: ColumnValue | undefined;
  /** A field with text that the form refuses; nothing if it takes everything. */
  readonly invalid: ColumnValue | undefined;
  /** Fields with many records, of which tests choose one. */
  readonly many: readonly TestedMany[];
  /** Fields with numbers just beyond their bounds, which the form refuses. */
  readonly outside: readonly ColumnValue[];
  /** The application's own classes in these values. */
  readonly imports: readonly ClassValues[];
  /** What the page of the record shows of the records that belong to it. */
  readonly sections: readonly TestedSection[];
  /** Who may do what; nothing for a resource without a guard. */
  readonly guard: TestedGuard | undefined;
}

/** What a page shows of the records that belong to its own one. */
export interface TestedSection extends FactoryNames {
  /** Its name in the name of the test: `issues`. */
  readonly name: string;
  /** The column with the label of such a record, with two values. */
  readonly label: TestedLabel;
  /** The arguments that make one below the page's own record: `project_id=project_id`. */
  readonly given: string;
  /** The arguments that make another one, which the page does not show; empty if it belongs to another record. */
  readonly givenToOther: string;
  /** Whether the visitor of the tests may read the first one. */
  readonly isShown: boolean;
  /** Whether a stranger may open the page, but not read the record. */
  readonly isHiddenFromStrangers: boolean;
}

/** A field with many records. */
export interface TestedMany {
  /** `labels` */
  readonly name: string;
  /** Its name in the JSON API: `label_ids`. */
  readonly jsonName: string;
  /** The column with the key of such a record: `id`. */
  readonly key: string;
}

/** The URLs of the actions to test, as Python. An action that is not tested has none. */
export type TestedUrls = Readonly<Partial<Record<Action, string>>>;

/** The model of the tests. */
export interface TestedModel extends ClassValues {
  /** One record, within a sentence: `shopping list`. */
  readonly phrase: string;
}

/** A record that tests save first, and its fixture. */
export interface TestedRecord extends FactoryNames {
  /** The name of the fixture, which is that of the URL's parameter: `post_id`. */
  readonly fixture: string;
  /** The Python type of its key: `int`. */
  readonly type: string;
  /** The arguments of its factory: `post_id=post_id`, or empty. */
  readonly given: string;
  /** The fixture that it needs, as a further parameter: `, post_id: int`, or empty. */
  readonly uses: string;
}

/** A record that only others may read. */
export interface UnnamedRecord {
  /** The column with its label: `title`. */
  readonly label: string;
  /** What makes it, as Python: `make_note()`. */
  readonly value: string;
}

/** A column and two values of it. */
export interface TestedLabel {
  /** The name of the column: `title`. */
  readonly name: string;
  /** The text of one record: `First`. */
  readonly first: string;
  /** The text of another one: `Second`. */
  readonly second: string;
}

/** How the tests of a guarded resource sign in. */
export interface SignInHelper {
  /** The module of its function: `tests.sign_in`. */
  readonly module: string;
  /** The model of those who sign in. */
  readonly user: ModelNames;
  /** The Python type of its key: `int`. */
  readonly keyType: string;
}

/** Who may do what, for the tests of a guarded resource. */
export interface TestedGuard {
  /** The module that signs users in: `tests.sign_in`. */
  readonly helper: string;
  /** The factory of users. */
  readonly user: TestedUser;
  /** Whether only admins may do anything. */
  readonly isAdmin: boolean;
  /** The column with the key of the owner: `user_id`; nothing if owners make no difference. */
  readonly owner: string | undefined;
  /** Whether the list leaves out the records of others. */
  readonly hidesOthers: boolean;
  /** Whether no page names the records to strangers. */
  readonly hidesLabels: boolean;
  /** Whether admins have the records that nobody owns. */
  readonly isForAdminsToo: boolean;
  /** The arguments that make a record of somebody else: `user_id=make_user().id`; empty without owners. */
  readonly givenToOther: string;
  /** Records whose owner is not that of what they belong to; nothing unless both count. */
  readonly split: TestedSplit | undefined;
  /** Whether a request names a record. */
  readonly usesRecord: boolean;
  /** The requests that need a user. */
  readonly closed: readonly GuardedRequest[];
  /** The pages that everybody may open. */
  readonly open: readonly OpenPage[];
  /** The requests that are refused to other users. */
  readonly refused: readonly GuardedRequest[];
  /** The status of the refusal: 404 if others may not know of the record. */
  readonly status: number;
}

/** Two records of which the visitor owns one, or what it belongs to, and `other_id` the other one. */
export interface TestedSplit {
  /** The column with the key of what the record belongs to: `note_id`. */
  readonly column: string;
  /** The arguments that make one of somebody else: `note_id=make_note(user_id=signed_in_id).id, user_id=other_id`. */
  readonly theirs: string;
  /** Those that make one of the visitor's: `note_id=make_note(user_id=other_id).id, user_id=signed_in_id`. */
  readonly ours: string;
}

/** The factory of users, and the type of their keys. */
export interface TestedUser extends FactoryNames {
  /** The Python type of the key: `int`. */
  readonly type: string;
}

/** A request of a guarded resource. */
export interface GuardedRequest {
  /** Its action: `update` */
  readonly action: string;
  /** `GET` */
  readonly method: string;
  /** Its URL, as Python: `f"/posts/{post_id}/edit"`. */
  readonly url: string;
  /** Whether it needs the owner of the record and of what that belongs to. */
  readonly needsBoth: boolean;
  /** Whether it is refused to admins who do not own what the record belongs to. */
  readonly needsAbove: boolean;
}

/** A page that everybody may open. */
export interface OpenPage {
  /** Its URL, as Python. */
  readonly url: string;
  /** The links that it shows only to those who may follow them, as Python: `\'"/posts/create"\'`. */
  readonly hidden: readonly string[];
}

/** A record that does not exist. */
export interface MissingRecord {
  /** The URL of its page, as Python: `"/posts/0"`. */
  readonly url: string;
  /** The requests for it. */
  readonly requests: readonly TestedRequest[];
}

/** A request for a record that does not exist. */
export interface TestedRequest {
  /** The method of the client: `get`. */
  readonly call: string;
  /** Its URL, as Python: `url`, `f"{url}/edit"`. */
  readonly url: string;
}
