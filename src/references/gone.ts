import { posix } from 'node:path';
import { logging } from '@angular-devkit/core';
import { EmptyTree } from '@angular-devkit/schematics';
import { findApp } from '../app/find-app';
import { withoutMarks } from '../difference/merged-texts';
import { servedOf } from '../app/read-app';
import { moduleOfPath } from '../layout';
import { Changes } from '../manifest/changes';
import type { Files } from '../project/files';
import { tableOf } from '../project/models';
import {
  assignmentsIn,
  assignmentTo,
  callOf,
  classesOf,
  type Definition,
  functionsIn,
  namesBoundIn,
  topClassesOf,
} from '../python/queries';
import { importsOf, namesBoundBy } from '../python/imports';
import { packageAndName } from '../python/import-statement';
import type { PythonSource } from '../python/source';
import { type Node, stringValue } from '../python/node';
import { schemasOf } from '../naming/class-names';
import { snakeCase } from '../naming/spelling';
import type { UsedModel } from '../uses/used-model';
import type { RewrittenFile } from './obstacle';

/** A Python file that changes, before and after. */
export interface ChangedSource {
  readonly now: PythonSource;
  /** Undefined if the file goes. */
  readonly next: PythonSource | undefined;
  /** Whether somebody has changed it since the run. */
  readonly isMerged: boolean;
}

/** What an undo removes, and other code may refer to. */
export interface Gone {
  /** Names in modules, including the modules of packages: `Post` of `app.models`, `post` of `app.models`. */
  readonly names: readonly GoneName[];
  /** Methods of classes that stay: `show` of `PostController`. */
  readonly methods: readonly GoneName[];
  readonly classes: ReadonlySet<string>;
  /** `posts.index` */
  readonly endpoints: ReadonlySet<string>;
  /** `posts/index.html` */
  readonly templates: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
  /** Models that stay, with their columns and relationships that go. */
  readonly models: readonly UsedModel[];
}

interface GoneName {
  readonly of: string;
  readonly name: string;
}

/** Compares Python files before and after. */
export function goneFrom(sources: readonly ChangedSource[]): Omit<Gone, 'endpoints' | 'templates'> {
  const lost = (find: (source: PythonSource) => readonly string[]): ReadonlySet<string> =>
    new Set(sources.flatMap(({ now, next }) => without(find(now), next ? find(next) : [])));
  return {
    names: sources.flatMap(namesLostIn),
    methods: sources.flatMap(methodsLostIn),
    classes: lost((source) => classesOf(source).map(({ name }) => name)),
    tables: lost((source) => classesOf(source).flatMap((each) => tableOf(each) ?? [])),
    models: sources.flatMap(modelsWithLess),
  };
}

/** The models of a file that stay without some of their columns or relationships. */
function modelsWithLess({ now, next }: ChangedSource): UsedModel[] {
  const left = next ? classesOf(next) : [];
  return classesOf(now).flatMap(({ name: className, node }) => {
    const same = left.find(({ name }) => name === className);
    const attributes = same ? without(columnsOf(node), columnsOf(same.node)) : [];
    const record = snakeCase(className);
    const table = stringValue(assignmentTo(node, '__tablename__')?.value) ?? record;
    return attributes.length === 0
      ? []
      : {
          attributes,
          className,
          path: now.path,
          table,
          record,
          form: `${className}Form`,
          schemas: schemasOf(className),
          factory: `make_${record}`,
          folders: [table],
          relations: new Map([[record, []]]),
          shown: new Map(),
        };
  });
}

function columnsOf(node: Node): string[] {
  return assignmentsIn(node)
    .filter(({ annotation, value }) =>
      value
        ? /^(Column|mapped_column|relationship)$/.test(callOf(value)?.name ?? '')
        : /\bMapped\[/.test(annotation?.text ?? ''),
    )
    .map(({ target }) => target);
}

/** The names that the statements of a module bind. */
export function boundIn(source: PythonSource): string[] {
  return [
    ...namesBoundBy(importsOf(source)),
    ...[...functionsIn(source.root), ...topClassesOf(source)].map(({ name }) => name),
    ...namesBoundIn(source.root),
  ];
}

/** The items of a list that another one lacks. */
export function without(list: readonly string[], other: readonly string[]): string[] {
  return list.filter((each) => !other.includes(each));
}

/** A module below `src/` has two names: its own, and the one that its path makes of a relative import. */
function namesLostIn({ now, next }: ChangedSource): GoneName[] {
  const modules = new Set([now.path, now.path.replace(/^src\//, '')].map(moduleOfPath));
  return [...modules].flatMap((module) => {
    if (next) {
      return without(boundIn(now), boundIn(next)).map((name) => ({ of: module, name }));
    }
    const [parent, name] = packageAndName(module);
    return [{ of: parent, name }];
  });
}

function methodsLostIn({ now, next }: ChangedSource): GoneName[] {
  const left = next ? classesOf(next) : [];
  return classesOf(now).flatMap((each) => {
    const same = left.find(({ name }) => name === each.name);
    return same
      ? without(methodsOf(each), methodsOf(same)).map((name) => ({ of: each.name, name }))
      : [];
  });
}

function methodsOf({ node }: Definition): string[] {
  return functionsIn(node).map(({ name }) => name);
}

/**
 * The endpoints and templates that an undo removes.
 *
 * @throws SchematicsException or SourceError if the application cannot be read.
 */
export async function goneViews(
  changes: readonly RewrittenFile[],
  files: Files,
): Promise<Pick<Gone, 'endpoints' | 'templates'>> {
  const app = await findApp({
    tree: new EmptyTree(),
    projectPath: '.',
    files,
    changes: new Changes(files, new logging.NullLogger()),
  });
  const { project } = app;
  const endpointsWith = async (version: 'content' | 'now'): Promise<string[]> => {
    changes.forEach((change) => {
      const text = change[version]?.toString();
      // Nobody can read code with the marks of an upgrade.
      project.stage(posix.relative(project.root, change.path), text && withoutMarks(text));
    });
    const { routes } = await servedOf(app);
    return routes.flatMap(({ blueprint, endpoint }) =>
      blueprint ? `${blueprint.endpoints}.${endpoint}` : [],
    );
  };
  const now = await endpointsWith('now');
  const own = posix.join(project.root, project.layout.templates);
  const folder = own.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{name}', '[^/]+');
  return {
    endpoints: new Set(without(now, await endpointsWith('content'))),
    templates: templatesOf(changes, new RegExp(`^(${folder}|(.*?/)?templates)/`)),
  };
}

/** The names of the templates that go: what follows their folder. */
function templatesOf(changes: readonly RewrittenFile[], folder: RegExp): ReadonlySet<string> {
  const deleted = changes.filter(({ content }) => !content).map(({ path }) => path);
  return new Set(
    deleted.filter((path) => folder.test(path)).map((path) => path.replace(folder, '')),
  );
}
