// Specs: spec/templates-reference.spec.ts
/** A field of a form. */
export interface FieldValues {
  /** Its name, which is the column's: `title`. */
  readonly name: string;
  /** Its class: `StringField`. */
  readonly field: string;
  /** The arguments of its class, as Python: `validators=[DataRequired()]`. */
  readonly arguments: string;
  /** The application's own classes in its arguments: an enum, or the model that it chooses from. */
  readonly imports: readonly ClassValues[];
}

/** What a list is searched, sorted and filtered by: columns as Python, separated by commas; empty for none. */
export interface ListValues {
  /** The module to import `RecordList` from: `app.lists`. */
  readonly module: string;
  /** The columns to search: `Post.title, Post.slug`. */
  readonly search: string;
  /** The order, unless the URL sets another: `Post.id.desc()`; `Comment.id` for what people write to each other. */
  readonly order: string;
  /** The columns to sort by, which the page shows: `Post.title, Post.user_id`. */
  readonly sort: string;
  /** The columns to filter by: `Post.status, Post.user_id`. */
  readonly filters: string;
  /** The labels of the records that foreign keys refer to: `Post.user_id: User.name`. */
  readonly labels: string;
  /** The classes of these labels. */
  readonly imports: readonly ClassValues[];
}

/** The values of every controller and route. Code in them is Python. */
export interface TemplateValues {
  /** The page that the view shows: `posts/index.html`; nothing for an action that redirects. */
  readonly template: string | undefined;
  /** The folder of its pages: `posts`. */
  readonly folder: string;
  /** The class of the controller. */
  readonly controller: ClassValues;
  /** The method of the controller: `index`. */
  readonly method: string;
  /** The parameters of the method: `self, post_id: int`. */
  readonly signature: string;
  /** The start of its endpoints: `posts`. */
  readonly endpoints: string;
  /** The endpoints that it redirects to, best first: `"posts.show", "posts.index"`. */
  readonly targets: string;
  /** Further arguments for the page, beside its form or list: `, recipe=recipe`, or empty. */
  readonly handed: string;
}

/** The values of an action that uses the database. */
export interface DataValues extends TemplateValues {
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  /** The model of the view. */
  readonly model: ModelValues;
  /** What its list is searched, sorted and filtered by; nothing if the application has no lists. */
  readonly list: ListValues | undefined;
  /** The form of that model. */
  readonly form: ClassValues;
  /** The status of a page that shows the form again: `form.http_status`; `422` where forms know no other. */
  readonly unsavedStatus: string;
  /** Whether the application itself answers that a record is still in use, so that the action catches nothing. */
  readonly answersInUse: boolean;
  /** Whether the application's lists can be files of CSV. */
  readonly answersCsv: boolean;
  /** The models of the view, its own and those that it belongs to, and the controllers that select these for their owner. */
  readonly models: readonly ClassValues[];
  /** The records to look up, in the order of the URL. */
  readonly lookups: readonly LookupValues[];
  /** The conditions that the URL sets for the view's own records: `recipe_id=recipe_id`, or empty. */
  readonly conditions: string;
  /** What is known of a new record: `recipe_id=recipe_id, user_id=current_user.id`, or empty. */
  readonly given: string;
  /** The fields that its form leaves out for that, if it has them: `"recipe_id"`, or empty. */
  readonly without: string;
  /** How records belong to users; nothing if owners make no difference. */
  readonly owner: OwnerValues | undefined;
  /**
   * Where people are led once the record is saved: to what it belongs to, if that shows it, or to its page, or else to the list:
   * `first_url("posts.show", "posts.index", post_id=post.id)`.
   */
  readonly recordUrl: string;
  /** The URL of the list: `first_url("posts.index")`, or `url_for("posts.index")` if that is known to exist. */
  readonly listUrl: string;
}

/** The values of a route and its function. */
export interface RouteValues extends TemplateValues {
  /** Its path below the prefix of the blueprint: `/posts/<int:post_id>`. */
  readonly path: string;
  /** The name of the function. */
  readonly function: string;
  /** The last part of the endpoint. */
  readonly endpoint: string;
  /** The method of the blueprint that decorates it: `get`. */
  readonly decorator: string;
  /** The parameters of the function: `post_id: int`. */
  readonly parameters: string;
  /** The arguments that it passes to the controller: `post_id`. */
  readonly arguments: string;
  /** The type that the function returns: `ResponseReturnValue`. */
  readonly returns: string;
  /** What decorates it below the route: `login_required`; nothing if everybody may open it. */
  readonly guard: string | undefined;
  /** Whether it calls the controller. Otherwise the function shows the page, or redirects, itself. */
  readonly callsController: boolean;
}

/** A class of the application, and its module. */
export interface ClassValues {
  /** The name of the class: `Post`. */
  readonly className: string;
  /** The module to import it from: `app.models`. */
  readonly module: string;
}

/** The class and the words of a view's model. */
export interface ModelValues extends ClassValues {
  /** The variable for one record: `shopping_list`. */
  readonly record: string;
  /** The variable for several: `shopping_lists`. */
  readonly records: string;
  /** The column with the primary key: `id`. */
  readonly key: string;
  /** One record, within a sentence: `shopping list`. */
  readonly phrase: string;
  /** Several, within a sentence: `shopping lists`. */
  readonly pluralPhrase: string;
}

/** A record to look up. */
export interface LookupValues {
  /** The class of its model: `Recipe`. */
  readonly className: string;
  /** The variable for it: `recipe`. */
  readonly record: string;
  /** Whether the action uses the record. Otherwise it only checks that the record exists. */
  readonly isKept: boolean;
  /** The parameter with its key, if that alone finds it: `recipe_id`. */
  readonly key: string | undefined;
  /** The query to search, unless its key alone finds it: `db.select(Comment)`. */
  readonly query: string;
  /** The conditions that find it: `id=comment_id, recipe_id=recipe_id`. */
  readonly conditions: string;
  /** Whether others than its owner get 403. */
  readonly isRefused: boolean;
  /** What these fail, as Python: `self.may_change(post)`; nothing if owners make no difference. */
  readonly mayChange: string | undefined;
}

/** How the records of a model belong to users. */
export interface OwnerValues {
  /** The column with the key of the owner: `user_id`. */
  readonly column: string;
  /** The column of the user that it refers to: `id`. */
  readonly key: string;
  /** Whether nobody but the owner sees a record. */
  readonly isHidden: boolean;
  /** Whether admins have the records that nobody owns. */
  readonly isForAdminsToo: boolean;
}
