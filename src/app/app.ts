// Specs: spec/app/find-app.spec.ts
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import type { FoundLayout } from '../layout/finding';
import type { Sources } from '../layout/sources';
import type { Changes } from '../manifest/changes';
import type { Files } from '../project/files';
import type { Project } from '../project/project';
import type { Served } from '../project/served';
import type { NamedImport } from '../templates/plain-values';
import type { Templates } from '../templates/templates';

/** Where a run looks for an application. */
export interface AppPlace {
  readonly tree: Tree;
  /** From the root of the Tree: `.` or `apps/shop`. */
  readonly projectPath: string;
  /** Of the project. */
  readonly files: Files;
  readonly changes: Changes;
}

/** An application as a run finds it. Its files may have changed since; what is known of it stays. */
export interface FoundApp {
  /**
   * Its files, staged changes included, and where they go. Paths are relative to the folder that its modules are imported
   * from.
   */
  readonly project: Project;
  /** Whether `new` made it. */
  readonly isOurs: boolean;
  /** Where it keeps things and how its code is written, as it was found or set. */
  readonly layout: FoundLayout;
  /** The folders of other applications below its own. */
  readonly elsewhere: readonly string[];
  readonly required: RequiredPackages;
  /** The folder with its migrations; undefined without a tool for these. */
  readonly versions: string | undefined;
}

/** What a project requires: an older major version than the current one, or a package at all. */
export interface RequiredPackages {
  readonly hasEmailValidator: boolean;
  readonly hasFlaskWtf: boolean;
  readonly hasOldFlask: boolean;
  readonly hasOldFlaskSqlalchemy: boolean;
  readonly hasOldSqlalchemy: boolean;
  readonly hasOldWtforms: boolean;
}

/** What the files of an application hold now, staged changes included. */
export interface Index extends Served {
  /** Its Python files, without tests. */
  readonly sources: Sources;
  /** Whether it queries by `Post.query`, as it must before Flask-SQLAlchemy 3. */
  readonly isLegacy: boolean;
}

/** An application that a run changes, and the templates of what it adds. */
export type App = OurApp | OtherApp;

/** An application that `new` made. Its files are read as they are needed. */
export interface OurApp extends FoundApp {
  readonly isOurs: true;
  readonly templates: Templates;
}

/** Any other application, with what it holds now. */
export interface OtherApp extends FoundApp, Index {
  readonly isOurs: false;
  readonly templates: Templates;
}

/** Whether an application has Flask-SQLAlchemy. */
export function hasDatabase({ layout }: FoundApp): boolean {
  return typeof layout.db.value === 'string';
}

/**
 * The variable of Flask-SQLAlchemy, and its module.
 *
 * @throws SchematicsException if the application has none.
 */
export function databaseOf({ layout }: FoundApp): NamedImport {
  const [, module, name] = /^([\w.]+):(\w+)$/.exec(String(layout.db.value)) ?? [];
  if (module === undefined || name === undefined) {
    throw new SchematicsException(
      'scaffold makes models with Flask-SQLAlchemy, which this application does not use. For a page without data, run ' +
        '`scaffold make:view about -r`.',
    );
  }
  return { module, name };
}
