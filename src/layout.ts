// Specs: spec/layout/read-layout.spec.ts
/** Where an application keeps things. Folders and files are relative to the project's root, with `/` between their parts. */
export interface Layout {
  /** The file in which `create_app` is looked for first. */
  readonly application: string;
  /** The module of sign-in. */
  readonly auth: string;
  /** The package that the application is in. */
  readonly package: string;
  readonly controllers: string;
  readonly forms: string;
  /** The words of guards, in the table of readers. */
  readonly guards: string;
  /** The module of links to pages that may not exist yet. */
  readonly links: string;
  /** The module that searches, sorts and pages lists. */
  readonly lists: string;
  /** The macros that show such a list. */
  readonly listMacros: string;
  readonly models: string;
  /** The files that may define models, in an application that has them elsewhere, too. */
  readonly modelFiles?: readonly string[];
  /** The file with the links in the header. */
  readonly navigation: string;
  /** The file with the table of who may read the records of a model. */
  readonly readers: string;
  readonly routes: string;
  readonly templates: string;
  readonly tests: string;
  /** The files in which `db` is looked for, the usual one first. */
  readonly databases: readonly [string, ...string[]];
}

/** The layout of what `scaffold new` makes. */
export const DEFAULT_LAYOUT: Layout = {
  application: 'app/__init__.py',
  auth: 'app/auth.py',
  package: 'app',
  controllers: 'app/controllers',
  forms: 'app/forms',
  guards: 'app/guards.py',
  links: 'app/links.py',
  lists: 'app/lists.py',
  listMacros: 'app/templates/macros/lists.html',
  models: 'app/models',
  navigation: 'app/navigation.py',
  readers: 'app/readers.py',
  routes: 'app/routes',
  templates: 'app/templates',
  tests: 'tests',
  databases: [
    'app/extensions.py',
    'app/__init__.py',
    'app/db.py',
    'app/database.py',
    'app/models/__init__.py',
  ],
};

/** The folder of an application with its migrations, relative to its root. */
export const VERSIONS = 'migrations/versions';

/** The Python of the environment that `scaffold setup` makes, relative to the root of an application. */
export const VENV_PYTHON = 'venv/bin/python';

/** The file that a package starts with: `app/models/__init__.py` of `app/models`. */
export function initOf(folder: string): string {
  return `${folder}/__init__.py`;
}

/** The module of a file or a folder: `app.models.post` of `app/models/post.py`, `app.models` of `app/models`. */
export function moduleOfPath(path: string): string {
  return path.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');
}
