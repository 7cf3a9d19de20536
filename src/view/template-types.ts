import type { FieldValues } from './field-values';
import type { PageValues } from './page-values';
import type { ClassValues, DataValues, RouteValues, TemplateValues } from './template-values';
import type { ParentValues } from './belonging-values';
import type { ModelNames } from '../naming/model-names';

/** The templates in `src/make-view/files`, and what each is rendered with. A template that is not listed cannot be rendered. */
export interface TemplateTypes {
  /** The method that lists records. */
  'controllers/index.py': DataValues;
  /** The method that shows one record. */
  'controllers/show.py': DataValues;
  /** The method that shows the form for a new record. */
  'controllers/create.py': DataValues;
  /** The method that makes a record. */
  'controllers/store.py': DataValues;
  /** The method that shows the form for an existing record. */
  'controllers/edit.py': DataValues;
  /** The method that changes a record. */
  'controllers/update.py': DataValues;
  /** The method that deletes a record. */
  'controllers/destroy.py': DataValues;
  /** The method that shows a page without data. */
  'controllers/page.py': TemplateValues;
  /** The method of an action without data: it redirects. */
  'controllers/redirect.py': TemplateValues;
  /** The form of a model. */
  'forms/form.py': FormFileValues;
  /** A model with its key and its times. */
  'models/model.py': ModelFileValues;
  /** What relates an existing model and its parent: a class for each, with the lines that it gets. */
  'models/relationship.py': RelationshipValues;
  /** What relates them if the key of the parent has several columns. */
  'models/composite_key.py': CompositeKeyValues;
  /** The package of a blueprint. */
  'routes/__init__.py': RoutesPackageValues;
  /** A blueprint, with a route or without. */
  'routes/routes.py': RoutesFileValues;
  /** The page that lists records. */
  'templates/index.html': PageValues;
  /** The page of one record. */
  'templates/show.html': PageValues;
  /** The page with the form for a new record. */
  'templates/create.html': PageValues;
  /** The page with the form for an existing record. */
  'templates/edit.html': PageValues;
  /** A page without data. */
  'templates/page.html': PlainPageValues;
}

/** What a form is made of. */
export interface FormFileValues {
  readonly form: { readonly className: string };
  /** In the order of the columns. */
  readonly fields: readonly FieldValues[];
  /** The application's own classes that the fields use. */
  readonly imports: readonly ClassValues[];
}

/** What a new model is made of. */
export interface ModelFileValues {
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  readonly model: ModelNames;
  /** What it belongs to; undefined if it belongs to nothing. */
  readonly parent: ParentValues | undefined;
}

/** What relates two models. */
export interface RelationshipValues {
  readonly child: ModelNames;
  readonly parent: ParentValues;
  /** Whether the file annotates its columns: `Mapped[int]`. */
  readonly isMapped: boolean;
  /** What stands before the names of SQLAlchemy: `db.`, or ''. */
  readonly prefix: string;
  /** Around classes in annotations that are read at once: `"`, or ''. */
  readonly quote: string;
  /** Which key the relationships go by, as a further argument: `, foreign_keys="Comment.recipe_id"`; or ''. */
  readonly foreignKeys: string;
}

/** What refers to a key of several columns. */
export interface CompositeKeyValues {
  readonly child: ModelNames;
  /** The columns of the child: `"user_org", "user_id"`. */
  readonly columns: string;
  /** What they refer to: `"users.org", "users.id"`. */
  readonly keys: string;
  /** What stands before the names of SQLAlchemy: `db.`, or ''. */
  readonly prefix: string;
}

/** What the package of a blueprint is made of. */
export interface RoutesPackageValues {
  readonly blueprint: { readonly package: string };
}

/** What the file of a blueprint is made of. */
export interface RoutesFileValues {
  /** The name of the blueprint, and the variable for it: `bp`. */
  readonly blueprint: { readonly name: string; readonly variable: string };
  /** The route; undefined for a blueprint alone. */
  readonly route: RouteValues | undefined;
}

/** What a page without data is made of. */
export interface PlainPageValues {
  /** The heading: `About`. */
  readonly title: string;
}
