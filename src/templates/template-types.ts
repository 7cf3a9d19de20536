// Specs: spec/templates-reference.spec.ts
import type {
  PlainBlueprintValues,
  PlainDataPageValues,
  PlainDataValues,
  PlainFormValues,
  PlainModelValues,
  PlainTemplateValues,
  PlainViewValues,
} from './plain-values';
import type {
  ClassValues,
  DataValues,
  FieldValues,
  RouteValues,
  TemplateValues,
} from './code-values';
import type { ApiTestValues, ApiValues } from './api-values';
import type { FactoryValues, TestValues } from './test-values';
import type { PageValues, RecordsValues, SectionValues } from './page-values';
import type { ModelFieldValues, ParentValues } from './model-values';
import type { ClassNames, ModelNames } from '../naming/class-names';

/**
 * The templates in `src/make-view/files` and `src/make-resource/files`, and the values that each reads. `docs/templates.md`
 * is made from these types and their comments.
 */
export interface TemplateTypes {
  /** The module of a resource in the JSON API. */
  'api/resource.py': ApiValues;
  /** Its tests. */
  'api/test_resource.py': ApiTestValues;
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
  /** The method that finds what a user owns, which the actions of a guarded controller include. */
  'controllers/owner.py': DataValues;
  /** The class of a form. */
  'forms/form.py': FormFileValues;
  /** Further classes for fields, made with the first form that has one. */
  'forms/fields.py': FormFileValues;
  /** The words of the table of readers, made with the first guard. */
  'guards.py': GuardWordsValues;
  /** A model: its primary key, the key of its parent, its columns, its timestamps. */
  'models/model.py': ModelFileValues;
  /** What a parent has of its children. */
  'models/relationship.py': RelationshipValues;
  /** The key of the owner, and the relationship to the owner, which a guard adds to a model. */
  'models/owner.py': OwnerFileValues;
  /** The constraint of columns whose values differ together. */
  'models/unique.py': UniqueValues;
  /** The page of an application that `new` did not make. */
  'plain/page.html': PlainTemplateValues;
  /** The first lines of its pages. */
  'plain/head.html': PlainTemplateValues;
  /** Its page that lists records. */
  'plain/index.html': PlainDataPageValues;
  /** Its page of one record. */
  'plain/show.html': PlainDataPageValues;
  /** Its pages with the form for a new and for an existing record. */
  'plain/form.html': PlainDataPageValues;
  /** Its new blueprint. */
  'plain/blueprint.py': PlainBlueprintValues;
  /** Its function that shows a page. */
  'plain/views.py': PlainViewValues;
  /** Its function that lists records. */
  'plain/index.py': PlainDataValues;
  /** Its function that shows one record. */
  'plain/show.py': PlainDataValues;
  /** Its function that shows the form for a new record, and makes it. */
  'plain/create.py': PlainDataValues;
  /** Its function that shows the form for an existing record, and changes it. */
  'plain/edit.py': PlainDataValues;
  /** Its function that deletes a record. */
  'plain/destroy.py': PlainDataValues;
  /** The lines that find the record. */
  'plain/lookup.py': PlainDataValues;
  /** The lines for a record that could not be saved. */
  'plain/unsaved.py': PlainDataValues;
  /** Its form. */
  'plain/form.py': PlainFormValues;
  /** Its model. */
  'plain/model.py': PlainModelValues;
  /** The package of a blueprint. */
  'routes/__init__.py': RoutesPackageValues;
  /** The blueprint, and the route of a view. */
  'routes/routes.py': RoutesFileValues;
  /** The page that lists records. */
  'templates/index.html': PageValues;
  /** The page that lists records in a project without lists of its own. */
  'templates/plain_index.html': PageValues;
  /** The page of one record. */
  'templates/show.html': PageValues;
  /** The page with the form for a new record. */
  'templates/create.html': PageValues;
  /** The page with the form for an existing record. */
  'templates/edit.html': PageValues;
  /** The link to the page above, which the pages of a record and of a form include. */
  'templates/back.html': PageValues;
  /** The rows of a table of records, which the page that lists them includes, and the page of what they belong to. */
  'templates/rows.html': RecordsValues;
  /** Records whose label is a text, such as comments, which these pages include. */
  'templates/messages.html': RecordsValues;
  /** Records that belong to another one, which the page of that includes. */
  'templates/section.html': SectionValues;
  /** A page without data. */
  'templates/page.html': PlainPageValues;
  /** The function that saves a record of a model, for tests. */
  'tests/factory.py': FactoryValues;
  /** The tests of a resource. */
  'tests/test_resource.py': TestValues;
  /** The tests of who may do what, which those of a guarded resource include. */
  'tests/guard.py': TestValues;
  /** The function that signs users in, for tests. */
  'tests/sign_in.py': SignInValues;
}

/** The values of the function that signs users in. */
export interface SignInValues {
  /** The module of sign-in: `app.auth`. */
  readonly auth: string;
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  /** The model of those who sign in. */
  readonly user: ClassValues;
  /** The Python type of its key: `int`. */
  readonly keyType: string;
}

/** The values of a form. */
export interface FormFileValues {
  /** The class of the form. */
  readonly form: ClassNames;
  /** Its fields, in the order of the columns. */
  readonly fields: readonly FieldValues[];
  /** The application's own classes that the fields use. */
  readonly imports: readonly ClassValues[];
  /** What to import from `datetime`: `date, datetime, time`, or `date as date_` beside a field `date`. */
  readonly dates: string;
}

/** The values of the words of guards. */
export interface GuardWordsValues {
  /** The package with the module of sign-in: `app`. */
  readonly package: string;
}

/** The values of a new model. */
export interface ModelFileValues extends ModelFieldValues {
  /** The module of `db`: `app.extensions`. */
  readonly database: string;
  /** The names of the model. */
  readonly model: ModelNames;
  /** The model that it belongs to, if it belongs to one. */
  readonly parent: ParentValues | undefined;
}

/** The values of a relationship between two models. */
export interface RelationshipValues {
  /** The model that belongs to the other one. */
  readonly child: ModelNames;
  /** The model that it belongs to. */
  readonly parent: ParentValues;
  /** Whether the file annotates its columns: `Mapped[int]`. */
  readonly isMapped: boolean;
  /** The prefix of SQLAlchemy's names: `db.`, or empty. */
  readonly prefix: string;
  /** The quote around classes in annotations: `"`, or empty if the file postpones its annotations. */
  readonly quote: string;
  /** The foreign key to use, as a further argument: `, foreign_keys="Comment.recipe_id"`. Empty if there is only one. */
  readonly foreignKeys: string;
}

/** The values of what relates a model to the owner of its records. */
export interface OwnerFileValues {
  /** The model that gets an owner. */
  readonly child: ModelNames;
  /** The model of users. */
  readonly user: ClassValues;
  /** The column that the key refers to: `users.id`. */
  readonly key: string;
  /** The Python type of the key: `int`. */
  readonly keyType: string;
  /** Whether a record is deleted with its owner, because nobody else reads it. */
  readonly goesAlong: boolean;
  /** Whether the file annotates its columns: `Mapped[int]`. */
  readonly isMapped: boolean;
  /** The prefix of SQLAlchemy's names: `db.`, or empty. */
  readonly prefix: string;
  /** The quote around classes in annotations: `"`, or empty if the file postpones its annotations. */
  readonly quote: string;
  /**
   * What relates it to users, as an argument: `foreign_keys=[user_id]` if the model refers to them by another key, too,
   * `back_populates="posts"` if they have the other side already. Empty for most models.
   */
  readonly foreignKeys: string;
}

/** The values of a constraint on several columns, whose values differ together. */
export interface UniqueValues {
  /** The class of the model: `Issue`. */
  readonly className: string;
  /** The columns: `"project_id", "number"`. */
  readonly columns: string;
  /** The prefix of SQLAlchemy's names: `db.`, or empty. */
  readonly prefix: string;
}

/** The values of a blueprint's package. */
export interface RoutesPackageValues {
  /** The blueprint. */
  readonly blueprint: BlueprintPackage;
}

/** A blueprint, seen from outside. */
export interface BlueprintPackage {
  /** Its package: `app.routes.posts`. */
  readonly package: string;
}

/** The values of a blueprint's routes. */
export interface RoutesFileValues {
  /** The blueprint. */
  readonly blueprint: BlueprintVariable;
  /** The route of the view; nothing for a blueprint without routes. */
  readonly route: RouteValues | undefined;
}

/** A blueprint, seen from its own file. */
export interface BlueprintVariable {
  /** Its name for Flask: `posts`. */
  readonly name: string;
  /** The variable that holds it: `bp`. */
  readonly variable: string;
}

/** The value of a page without data. */
export interface PlainPageValues {
  /** The heading: `About`. */
  readonly title: string;
}
