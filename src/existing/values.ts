// Specs: spec/existing/make-page.spec.ts

/** The values of a view function in an application that `new` did not make. Literals have the quotes of their file. */
export interface PlainViewValues {
  /** The module that `render_template` is imported from: `flask`. */
  readonly renderer: string;
  /** The blueprint, as the file defines or imports it. */
  readonly blueprint: PlainBlueprint;
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
}
