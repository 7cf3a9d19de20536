// Specs: spec/templates-reference.spec.ts
import type { Action } from '../naming/actions';
import type { ClassValues, ListValues, LookupValues, ModelValues } from './code-values';
import type { ColumnValue, TestValues } from './test-values';

/** The values of the module of a resource in the JSON API. Code in them is Python. */
export interface ApiValues {
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  /** The name of its blueprint: `posts`. */
  readonly blueprint: string;
  /** What the names of its schemas start with: `Post`. */
  readonly prefix: string;
  /** Several records, in a sentence: `posts`. */
  readonly title: string;
  /** A record, in a sentence: `an issue`. */
  readonly onePhrase: string;
  /** The model. */
  readonly model: ModelValues;
  /** The application's own classes that it uses. */
  readonly models: readonly ClassValues[];
  /** The fields that a client sends. */
  readonly fields: readonly ApiField[];
  /** The fields that it gets. */
  readonly shown: readonly ApiField[];
  /** The columns that a list is filtered by. */
  readonly filters: readonly ApiField[];
  /** The columns that a list is sorted by, with the opposite of each: `"title", "-title"`. */
  readonly sort: string;
  /** What a list is searched, sorted and labelled by. */
  readonly list: ListValues;
  /** The query for the records of a list: `db.select(Post)`, or `PostController().posts()` if only their owner sees them. */
  readonly records: string;
  /** What is known of a new record: `post_id=post_id, user_id=current_user.id`, or empty. */
  readonly given: string;
  /** The conditions that the URL sets for the records of a list: `post_id=post_id`, or empty. */
  readonly conditions: string;
  /** The operations that it has, by action. */
  readonly operations: ApiOperations;
}

/** A field of a schema. */
export interface ApiField {
  /** Its name: `title`, `author_id`, `label_ids`. */
  readonly name: string;
  /** Its type: `Annotated[FilledText, Limits(max_length=120)]`. */
  readonly type: string;
  /** Its default: `0`; nothing if a client has to send it. */
  readonly default: string | undefined;
}

/** The operations of a resource. It has those whose actions have a route. */
export type ApiOperations = Readonly<Partial<Record<ApiAction, ApiOperation>>>;

/** The actions with an operation: all but those that show a form. */
export type ApiAction = Exclude<Action, 'create' | 'edit'>;

/** An operation of a resource. */
export interface ApiOperation {
  /** Its function: `read_post`. */
  readonly function: string;
  /** Its path below `/api`: `/posts/<int:post_id>`. */
  readonly path: string;
  /** The parameters of its function: `post_id: int`. */
  readonly parameters: string;
  /** What lets users in, as on the page: `login_required`; nothing if everybody may use it. */
  readonly guard: string | undefined;
  /** The records to look up. The last one is its own, if it is about one. */
  readonly lookups: readonly LookupValues[];
  /** The URL of a new record: `url_for("api.posts.read_post", post_id=post.id)`; nothing if it has none. */
  readonly location: string | undefined;
}

/** The values of the tests of a resource in the JSON API. */
export interface ApiTestValues extends TestValues {
  /** What they test. */
  readonly api: TestedApi;
  /** The form with the same fields; nothing if the resource has none. */
  readonly form: ClassValues | undefined;
  /** The fields of the form that a client does not send: `"post_id"`, or empty. */
  readonly without: string;
}

/** A resource in the JSON API that tests use. */
export interface TestedApi {
  /** Its module: `app.api.posts`. */
  readonly module: string;
  /** What the names of its schemas start with: `Post`. */
  readonly prefix: string;
  /** The URLs of its operations, as Python: `f"/api/posts/{post_id}"`. */
  readonly urls: ApiUrls;
  /** The URL of a record that does not exist, as Python. */
  readonly missing: string;
  /** Its requests, by who may send them. */
  readonly requests: readonly ApiRequest[];
  /** The fields that the form calls otherwise, with their names in JSON: `labels`, `label_ids`. */
  readonly renamed: readonly ColumnValue[];
  /** Records that only others may read, which it refuses, as Python. */
  readonly othersOnly: readonly ColumnValue[];
  /** Those of them whose keys an answer hides. */
  readonly hidden: readonly ColumnValue[];
}

/** A request of the JSON API. */
export interface ApiRequest {
  /** `PATCH` */
  readonly method: string;
  /** Its URL, as Python: `f"/api/posts/{post_id}"`. */
  readonly url: string;
  /** Whether it needs a token. */
  readonly isClosed: boolean;
  /** Whether it is refused to other users. */
  readonly isRefused: boolean;
  /** Whether it needs the owner of the record and of what that belongs to. */
  readonly needsBoth: boolean;
  /** Whether it is refused to admins who do not own what the record belongs to. */
  readonly needsAbove: boolean;
}

/** The URLs of operations, as Python. An action without an operation has none. */
export type ApiUrls = Readonly<Partial<Record<ApiAction, string>>>;
