// Specs: spec/make-auth/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { initOf } from '../layout';
import { type ClassPlace, lineageOf } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { moduleOfModels } from '../project/models';
import type { Project } from '../project/project';
import type { Node } from '../python/node';
import { findClass, functionsIn, namesBoundIn, topClassesOf } from '../python/queries';
import { PythonSource, SourceError } from '../python/source';
import { applicationFile, registeredElsewhere } from '../view/application-file';
import { prefixIn, styleOf } from '../project/column-style';
import { API_FOLDER } from '../rules/api';
import { type ChosenParts, type Part, PARTS, partsThat } from '../naming/auth-parts';
import {
  addition,
  authFiles,
  type AuthRequest,
  authRoutes,
  authValues,
  findUser,
  signUpIn,
  TOKENS,
} from '../rules/auth-files';
import { digestOf, ENDING } from '../templates/our-templates';
import type { GeneratedFile } from '../templates/template-folder';
import { type TextAddition, textAdditions } from './texts';

export const BLUEPRINT = { package: 'app.routes.auth', variable: 'bp', alias: 'auth_bp' };

/** A Python file, and the module whose code it gets. */
interface Merging {
  readonly source: PythonSource;
  readonly other: PythonSource;
}

/** A project that gets sign-in. */
export interface AuthProject {
  /** Whether this is the first run: then none of the files may exist. */
  readonly isFirst: boolean;
  /** Where anybody may sign up although this run was to leave that out. */
  readonly signUp: string | undefined;
  /** Whether it serves resources as JSON. */
  readonly hasApi: boolean;
  /** The parts that it has, or is to get. */
  readonly parts: ChosenParts;
  /** The parts that it has although this run was to leave them out. */
  readonly kept: readonly Part[];
  /** All files of sign-in that fit this project. */
  readonly files: readonly GeneratedFile[];
  /** Those among them that are Python. */
  readonly modules: readonly PythonSource[];
  /** Paths of those that exist. */
  readonly existing: ReadonlySet<string>;
  readonly user: ClassPlace;
  readonly columns: readonly Column[];
  /** The fixtures that its tests lack, so that sign-in gets none; undefined if it has no tests. */
  readonly lacking: readonly string[] | undefined;
  /** The form of pages on which people change users; undefined if the project has none. */
  readonly userForm: string | undefined;
  /** What is added to Python files: columns, extensions, settings, a fixture. */
  readonly mergings: readonly Merging[];
  /** The file that exports the models. */
  readonly models: PythonSource | undefined;
  /** The file that makes the application. */
  readonly application: PythonSource;
  /** Where it registers the blueprint without naming it: `app/__init__.py:12`. */
  readonly registeredBy: string | undefined;
  readonly texts: readonly { readonly wanted: TextAddition; readonly text: string | undefined }[];
}

const EXTENSIONS = 'app/extensions.py';

/** It has the fixtures of a project's tests. */
export const CONFTEST = 'tests/conftest.py';

/** What the tests of sign-in need there: the application that all tests share, the same with its tables, and a client of it. */
export const FIXTURES = ['application', 'app', 'client'];

/** Digests of files that earlier versions made with a name that sign-in needs. It adds to them, and what they have stays. */
const FORMER: Readonly<Record<string, readonly string[]>> = {
  'app/limits.py': ['7c5c421ed66392ed', '25e7b4e238cd1d02'],
};

/** Files that get settings. */
const SETTINGS = ['config/default.py.template', 'config/development.py'];

/** A setting in what sign-in adds to them. */
const SETTING = /^ {4}(\w+) = /m;

/** Folders in which applications keep settings. */
const SETTINGS_FOLDERS = ['.', 'config', 'app', 'app/config', 'app/settings'];

/**
 * Looks at a project.
 *
 * @param known The files that earlier runs made.
 * @throws SchematicsException if it has no database or no users, SourceError if a file is not Python.
 */
export async function lookForAuth(
  project: Project,
  request: AuthRequest,
  known: object,
): Promise<AuthProject> {
  const { layout } = project;
  if (!project.has(initOf(layout.models)) && !project.has(moduleOfModels(project))) {
    throw new SchematicsException(
      'This application has no database, so it cannot store accounts. ' +
        'Make an application with `scaffold new NAME --db`.',
    );
  }
  const user = await findUser(project);
  const conftest = await project.source(CONFTEST);
  const fixtures = conftest && functionsIn(conftest.root).map(({ name }) => name);
  const lacking = fixtures && FIXTURES.filter((name) => !fixtures.includes(name));
  const hasTests = lacking?.length === 0;
  const signUp = await signUpIn(project);
  const isFirst = !project.has(layout.auth);
  const hasApi = project.has(initOf(API_FOLDER));
  const parts = isFirst
    ? request.parts
    : partsThat((name) => project.has(PARTS[name]) || PARTS[name] in known);
  const tokens = isFirst ? hasApi : project.has(TOKENS) || TOKENS in known;
  const registration = project.has(authRoutes(layout))
    ? signUp !== undefined
    : request.registration;
  const values = authValues({ registration, parts }, user, tokens);
  const files = authFiles(values).filter(({ path }) => hasTests || !path.startsWith('tests/'));
  const modules = await Promise.all(
    files
      .filter(({ path }) => path.endsWith('.py'))
      .map(({ content, path }) => PythonSource.parse(path, content)),
  );
  const application = await applicationOf(project);
  const registered = await registeredElsewhere(project, application, BLUEPRINT);
  const userForm = `${layout.forms}/user_form.py`;
  return {
    isFirst,
    parts,
    kept: (Object.keys(PARTS) as Part[]).filter((name) => parts[name] && !request.parts[name]),
    signUp: request.registration ? undefined : signUp,
    hasApi,
    files,
    modules,
    existing: new Set(files.map(({ path }) => path).filter((path) => project.has(path))),
    user,
    columns: await columnsIn(project, user),
    lacking,
    userForm: project.has(userForm) ? userForm : undefined,
    mergings: [
      { source: user.source, other: await additionTo('app/models/user.py.template', user, parts) },
      await merging(project, { path: EXTENSIONS, text: addition(EXTENSIONS) }),
      ...(await settingsOf(project, parts)),
      ...(hasTests ? [await merging(project, { path: CONFTEST, text: addition(CONFTEST) })] : []),
      ...(isFirst ? await formerOf(project, modules) : []),
    ],
    models: await project.source(initOf(layout.models)),
    application,
    registeredBy: registered && application.placeOf(registered.call.node),
    texts: textAdditions(layout, parts).map((wanted) => ({
      wanted,
      text: textOf(project, wanted.path),
    })),
  };
}

async function applicationOf(project: Project): Promise<PythonSource> {
  const start = await project.source(project.layout.application);
  if (start === undefined) {
    throw new SchematicsException(`${project.layout.application} is missing.`);
  }
  return applicationFile(project, start);
}

async function additionTo(
  name: string,
  { definition, source }: ClassPlace,
  parts: ChosenParts,
): Promise<PythonSource> {
  const style = styleOf(source, definition.node);
  const prefix = prefixIn(style);
  return PythonSource.parse(
    source.path,
    addition(name, { isMapped: style.isMapped, parts, prefix }),
  );
}

/** The files of settings, and the settings that no file of the project has. */
async function settingsOf(project: Project, parts: ChosenParts): Promise<Merging[]> {
  const paths = SETTINGS_FOLDERS.flatMap((folder) => project.pythonFilesIn(folder));
  const homes = SETTINGS.map((name) => name.replace(ENDING, ''));
  const sources = await project.sources(paths);
  const scopes = await Promise.all(
    sources.map(async (source) =>
      homes.includes(source.path)
        ? await readFrom(project, source)
        : [source.root, ...topClassesOf(source).map(({ node }) => node)],
    ),
  );
  const known = new Set(scopes.flat().flatMap((scope) => [...namesBoundIn(scope)]));
  const wanted = SETTINGS.map((name) => ({
    path: name.replace(ENDING, ''),
    text: withoutSettings(addition(name, { parts }), known),
  }));
  return Promise.all(
    wanted.filter(({ text }) => SETTING.test(text)).map((each) => merging(project, each)),
  );
}

/** The classes of a home of settings that the application reads: `Config`, and what that extends. */
async function readFrom(project: Project, source: PythonSource): Promise<readonly Node[]> {
  const definition = findClass(source, 'Config');
  if (definition === undefined) {
    return topClassesOf(source).map(({ node }) => node);
  }
  const read: Node[] = [];
  for await (const each of lineageOf(project, { source, definition })) {
    read.push(each.definition.node);
  }
  return read;
}

async function formerOf(project: Project, modules: readonly PythonSource[]): Promise<Merging[]> {
  const found = await Promise.all(
    modules.map(async (other) => {
      const source = other.path in FORMER ? await project.source(other.path) : undefined;
      const isFormer = source && FORMER[other.path]?.includes(await digestOf([source.text]));
      return isFormer ? [{ source, other }] : [];
    }),
  );
  return found.flat();
}

function withoutSettings(text: string, known: ReadonlySet<string>): string {
  const isNew = (line: string): boolean => !known.has(SETTING.exec(line)?.[1] ?? '');
  return text.split('\n').filter(isNew).join('\n');
}

async function merging(
  project: Project,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<Merging> {
  const other = await PythonSource.parse(path, text);
  const source = await project.source(path);
  if (source === undefined) {
    throw new SchematicsException(
      `${path} is missing. Sign-in needs this, in any file of settings:\n${text.trim()}`,
    );
  }
  return { source, other };
}

/**
 * A text to add lines to; undefined if it is missing.
 *
 * @throws SourceError if the file is not UTF-8: writing it would lose some of it.
 */
export function textOf(project: Project, path: string): string | undefined {
  const content = project.read(path);
  const text = content?.toString();
  if (text !== undefined && !Buffer.from(text).equals(content ?? Buffer.of())) {
    throw new SourceError(path, undefined, 'not UTF-8, so sign-in cannot add its lines');
  }
  return text;
}
