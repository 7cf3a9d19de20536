// Specs: spec/existing/make-page.spec.ts
import type { Action } from '../naming/actions';
import type { ClassValues, FieldValues, ModelValues } from './code-values';
import type { LinkValues } from './model-values';

/** The values of a new blueprint in an application that `new` did not make. */
export interface PlainBlueprintValues {
  /** The blueprint, as the file defines or imports it. */
  readonly blueprint: PlainBlueprint;
}

/** The values of a view function in an application that `new` did not make. */
export interface PlainViewValues extends PlainBlueprintValues {
  /** The function that shows a template: `render_template`. */
  readonly render: string;
  /** The module that it is imported from: `flask`. */
  readonly renderer: string;
  /** The method of the blueprint that decorates the function: `route`. */
  readonly decorator: string;
  /** The URL below the prefix of the blueprint, as a literal: `"/reports"`. */
  readonly path: string;
  /** The name of the function. */
  readonly name: string;
  /** Its parameters: `post_id: int`, or `post_id`. */
  readonly parameters: string;
  /** What it returns: ` -> str`, or nothing. */
  readonly returns: string;
  /** The template that it shows, as a literal: `"reports/index.html"`. */
  readonly template: string;
  /** Further arguments for the page: `, title="Reports"`, or empty. */
  readonly handed: string;
}

/** The values of a view function with data. */
export interface PlainDataValues extends PlainViewValues {
  /** The variable of Flask-SQLAlchemy, and its module. */
  readonly db: NamedImport;
  /** Whether the application queries by `Post.query`. */
  readonly isLegacy: boolean;
  /** The class and the words of the model. */
  readonly model: ModelValues;
  /** The class of the form. */
  readonly form: ClassValues;
  /** What the page calls its form: `form`, or `post_form` if the layout has a `form` of its own. */
  readonly formName: string;
  /** The parameter with the key of a record: `post_id`. */
  readonly id: string;
  /** Whether the page of a record has a button to delete it. */
  readonly isDeleted: boolean;
  /** Whether a form with errors comes back with 422. */
  readonly answersErrors: boolean;
  /** The category of a message of success, as a further argument: `, "success"`, or empty. */
  readonly success: string;
  /** The category of a message of failure: `, "error"`, or empty. */
  readonly failure: string;
  /** The URL of the record, or else of the list: `url_for("posts.show", post_id=post.id)`. */
  readonly recordUrl: string;
  /** The URL of the list, or else of the start page: `url_for("posts.index")`. */
  readonly listUrl: string;
}

/** A name and the module to import it from. */
export interface NamedImport {
  /** `db` */
  readonly name: string;
  /** `app.extensions` */
  readonly module: string;
}

/** The base of models. */
export interface ModelBase extends NamedImport {
  /** As a class extends it: `db.Model`. */
  readonly code: string;
}

/** A blueprint as a file writes it. */
export interface PlainBlueprint {
  /** Its variable: `bp`. */
  readonly variable: string;
  /** Its name, as a literal: `"reports"`. */
  readonly name: string;
  /** Its own folder of templates: `, template_folder="templates"`, or empty. */
  readonly folder: string;
}

/** The values of a page in an application that `new` did not make. */
export interface PlainTemplateValues {
  /** What it extends, as the application's pages write it: `"base.html"`. */
  readonly layout: string;
  /** The block of the layout with the content: `content`. */
  readonly block: string;
  /** The block of the layout with the title; nothing if it has none. */
  readonly titleBlock: string | undefined;
  /** The heading: `Reports`. */
  readonly title: string;
  /** The application's own macro for whole forms; nothing on a page without a form, and if it has none. */
  readonly formMacro: FormMacro | undefined;
}

/** A macro that shows a whole form. */
export interface FormMacro {
  /** The template with it: `bootstrap/wtf.html`. */
  readonly file: string;
  /** What pages import that template as: `wtf`. */
  readonly alias: string;
  /** How they call it: `wtf.quick_form`. */
  readonly call: string;
}

/** The values of a page with data. */
export interface PlainDataPageValues extends PlainTemplateValues {
  /** The class and the words of the model. */
  readonly model: ModelValues;
  /** What the page calls a record: `{{ post.title }}`. */
  readonly label: string;
  /** The heading of labels in a list: `Title`. */
  readonly labelHeading: string;
  /** The columns that it shows. */
  readonly columns: readonly PlainColumn[];
  /** The fields of the form, by name. */
  readonly fields: readonly string[];
  /** What the page calls its form: `form`. */
  readonly formName: string;
  /** The endpoint of the page: `posts.index`. */
  readonly endpoint: string;
  /** The URLs of the other actions, as far as they exist: `url_for('posts.show', post_id=post.id)`. */
  readonly links: PlainLinks;
}

/** The URLs of actions. One that does not exist has none. */
export type PlainLinks = Readonly<Partial<Record<Action, string | undefined>>>;

/** A column on a page. */
export interface PlainColumn {
  /** `Created at` */
  readonly label: string;
  /** The expression that shows its value: `post.created_at`. */
  readonly value: string;
  /** Of a URL, which its page links to: `post.site`. */
  readonly link: string | undefined;
  /** Whether its value has several lines. */
  readonly hasLines: boolean;
}

/** The values of a form in an application that `new` did not make. */
export interface PlainFormValues {
  /** `PostForm` */
  readonly className: string;
  /** The variable of Flask-SQLAlchemy, and its module. */
  readonly db: NamedImport;
  /** Whether the application queries by `Post.query`. */
  readonly isLegacy: boolean;
  /** Whether functions are annotated. */
  readonly isTyped: boolean;
  /** The class of the model: `Post`. */
  readonly model: string;
  /** A record of it: `post`. */
  readonly record: string;
  /** The application's own classes in the form. */
  readonly imports: readonly ClassValues[];
  /** The fields, in the order of the columns. */
  readonly fields: readonly FieldValues[];
  /** Whether it has its own button, because a macro shows it. */
  readonly isSubmitted: boolean;
  /** The fields with decimals of so many places. */
  readonly decimals: readonly PlainDecimal[];
  /** The fields whose values have to be unique. */
  readonly uniques: readonly PlainUnique[];
  /** The fields that choose a record. */
  readonly selects: readonly PlainSelect[];
  /** Those of them that choose several. */
  readonly links: readonly PlainLink[];
}

/** A field with a decimal. */
export interface PlainDecimal {
  /** `price` */
  readonly name: string;
  /** The most digits behind the point: `2`. */
  readonly places: number;
}

/** A field whose value has to be unique. */
export interface PlainUnique {
  /** `title` */
  readonly name: string;
  /** Within a sentence: `title`. */
  readonly label: string;
  /** Whether it may be empty. */
  readonly isNullable: boolean;
  /** The fields that may repeat, but not together with it; none if no two records have its value. */
  readonly others: readonly PlainUniqueOther[];
}

/** A field whose value differs from that of other records only together with another one. */
export interface PlainUniqueOther {
  /** `project_id` */
  readonly name: string;
  /** Whether it may be empty. */
  readonly isNullable: boolean;
}

/** A field that chooses a record. */
export interface PlainSelect {
  /** `author_id` */
  readonly name: string;
  /** The variable for the records: `users`. */
  readonly records: string;
  /** The query for them: `User.query.order_by(User.name)`. */
  readonly rows: string;
  /** The choices: `[(user.id, user.name) for user in users]`. */
  readonly choices: string;
}

/** A field that chooses several records. */
export interface PlainLink {
  /** `labels` */
  readonly name: string;
  /** The query for the records with its keys: `Label.query.filter(Label.id.in_(labels))`. */
  readonly rows: string;
}

/** The values of a new model in an application that `new` did not make. */
export interface PlainModelValues {
  /** `Post` */
  readonly className: string;
  /** The base of models: its code, and what to import for that. */
  readonly base: ModelBase;
  /** The variable of Flask-SQLAlchemy, and its module. */
  readonly db: NamedImport;
  /** The name of its table; nothing where Flask-SQLAlchemy derives it. */
  readonly table: string | undefined;
  /** What to import from `datetime`: `date, datetime, time`, or `date as date_` beside a column `date`. */
  readonly dates: string;
  /** The models that it refers to. */
  readonly imports: readonly ClassValues[];
  /** The tables of fields with many records. */
  readonly links: readonly LinkValues[];
  /** What makes a column of these: `sa.Column`. */
  readonly columnCall: string;
  /** What makes a foreign key of these: `sa.ForeignKey`. */
  readonly keyCall: string;
  /** The columns: `title = db.Column(db.String(120), nullable=False)`. */
  readonly lines: readonly string[];
  /** The relationships: `author = db.relationship("User")`. */
  readonly relations: readonly string[];
}
