// Specs: spec/upgrade/application.spec.ts
import { SchematicsException, Tree } from '@angular-devkit/schematics';
import { codeOf } from '../changing/model-uses';
import { type Edit, refuseHarm } from '../edit';
import { moduleOfPath } from '../layout';
import { Changes } from '../manifest/changes';
import { type ExistingRoute, routesIn, serves, shapeOf } from '../project/existing-routes';
import { Project } from '../project/project';
import { servedAt } from '../project/served';
import { searchedImports } from '../python/imports';
import { functionsIn } from '../python/queries';
import type { PythonSource } from '../python/source';
import { obstacleText } from '../references/obstacle';
import { referencesLeft } from '../references/references';

/** The functions or macros that a file offers to others, with their parameters. */
type Offers = ReadonlyMap<string, readonly string[]>;

interface ChangedFile {
  /** As others name it: `app.forms.base`, `macros/lists.html`. */
  readonly name: string;
  readonly before: Offers;
  readonly after: Offers;
}

/**
 * The places where code uses what edits take away: a name, a method, an endpoint, a macro, or the way to call one. They stay
 * as they are: `app/forms/post_form.py:3: imports Bits from app.forms.base`. So do routes whose URL a new route has, too.
 *
 * @param marked The files among these that get marks of a conflict.
 * @param after The project with the edits.
 */
export async function brokenUses(
  edits: readonly Edit[],
  marked: ReadonlySet<string>,
  before: Project,
  after: Project,
): Promise<string[]> {
  if (edits.length === 0) {
    return [];
  }
  const changed: ChangedFile[] = [];
  for (const { path } of edits.filter(({ kind }) => kind !== 'create')) {
    const file = {
      name: path.endsWith('.py')
        ? moduleOfPath(path)
        : path.replace(`${after.layout.templates}/`, ''),
      before: await offersOf(before, path),
      after: await offersOf(after, path),
    };
    if (goneFrom(file, true).length > 0) {
      changed.push(file);
    }
  }
  const rewritten = new Set(edits.map(({ path }) => path));
  const files = changed.length > 0 ? codeOf(after) : [];
  const found = files.flatMap((path) =>
    usesIn(path, after.text(path), changed, rewritten.has(path)),
  );
  const formerly = edits.map(({ path }) => [path, before.read(path)] as const);
  const references = await referencesLeft(new Map(formerly), after);
  return [
    ...found,
    ...references.filter(({ path }) => !marked.has(path)).map(obstacleText),
    ...(await servedTwice(edits, before, after)),
  ];
}

/** The routes of a person whose URLs are those of new routes. */
async function servedTwice(
  edits: readonly Edit[],
  before: Project,
  after: Project,
): Promise<string[]> {
  const added: ExistingRoute[] = [];
  for (const { path } of edits.filter((edit) => edit.path.startsWith(after.layout.routes))) {
    const [had, has] = [await sourceOf(before, path), await sourceOf(after, path)];
    const known = new Set(had ? routesIn(had).map(keyOf) : []);
    added.push(...(has ? routesIn(has) : []).filter((route) => !known.has(keyOf(route))));
  }
  const urls = added.map(({ path }) => path);
  const { routes } = urls.length > 0 ? await servedAt(after, urls, []) : { routes: [] };
  const isNew = (one: ExistingRoute): boolean => added.some(({ place }) => place === one.place);
  const isMeant = (one: ExistingRoute): boolean =>
    added.some(({ methods, path }) => methods.some((method) => serves(one, { method, path })));
  return routes
    .filter((route) => !isNew(route) && isMeant(route))
    .map((route) => `${route.place}: ${route.function} already serves ${route.path}`);
}

function keyOf(route: ExistingRoute): string {
  return `${route.function} ${shapeOf(route.path)}`;
}

async function offersOf(project: Project, path: string): Promise<Offers> {
  if (!path.endsWith('.py')) {
    const macros = [...project.text(path).matchAll(/\{%-? macro (\w+)\((.*?)\) -?%\}/g)];
    return new Map(macros.map(([, name = '', given = '']) => [name, given.split(/,\s*/)]));
  }
  const source = await sourceOf(project, path);
  return new Map(
    (source ? functionsIn(source.root) : []).map(({ name, node }) => [
      name,
      (node.child('parameters')?.namedChildren ?? [])
        .filter(({ isExtra }) => !isExtra)
        .map(({ text }) => text),
    ]),
  );
}

/** What has marks of a conflict is no Python. */
async function sourceOf(project: Project, path: string): Promise<PythonSource | undefined> {
  return project.source(path).catch(() => undefined);
}

/** The macros that a file no longer has, and what is called in another way if the caller stays as it is. */
function goneFrom({ after, before, name: file }: ChangedFile, isCallerOld: boolean): string[] {
  return [...before].flatMap(([name, had]) => {
    const has = after.get(name);
    // Names of Python that go are references.
    return (has ? isCallerOld && !isCalledAlike(had, has) : file.includes('/')) ? [name] : [];
  });
}

/** Whether calls of a function still work: it has the same parameters, and further ones have a default or come by name. */
function isCalledAlike(had: readonly string[], has: readonly string[]): boolean {
  const isNamed = (parameter: string): boolean => parameter.startsWith('**');
  const placed = (all: readonly string[]): string[] =>
    all.filter((parameter) => !isNamed(parameter) && parameter !== '/');
  const nameOf = (parameter: string): string => /^\*?\w*/.exec(parameter)?.[0] ?? parameter;
  const [before, after] = [placed(had), placed(has)];
  return (
    before.every((parameter, index) => nameOf(parameter) === nameOf(after[index] ?? '')) &&
    after.slice(before.length).every((parameter) => /[=*]/.test(parameter)) &&
    (has.some(isNamed) || !had.some(isNamed))
  );
}

function usesIn(
  path: string,
  text: string,
  changed: readonly ChangedFile[],
  isRewritten: boolean,
): string[] {
  const imported = path.endsWith('.py')
    ? searchedImports(text)
    : [...text.matchAll(/\{%-? from ["']([^"']+)["'] import ([^%]+?) -?%\}/g)].map(
        ([, module = '', names = '']) => ({
          module,
          names: names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
        }),
      );
  return imported.flatMap(({ module, names }) =>
    changed
      .filter((file) => file.name === module)
      .flatMap((file) => {
        const gone = goneFrom(file, !isRewritten).filter((name) => names.includes(name));
        return gone.map((name) => `${path}: ${name} of ${file.name}`);
      }),
  );
}

/** A project whose changes reach no other one. */
export function copyOf(project: Project): Project {
  const changes = new Changes(project, { warn: () => undefined });
  return new Project(Tree.empty(), '.', project.layout, changes, project, project.lineLength);
}

export function stage(edits: readonly Edit[], project: Project): void {
  for (const edit of edits) {
    project.stage(edit.path, 'content' in edit ? edit.content : undefined);
  }
}

/** What edits would break; undefined if that is nothing. */
export function harmOf(edits: readonly Edit[], project: Project): string | undefined {
  const tried = copyOf(project);
  stage(edits, tried);
  try {
    refuseHarm(edits, tried);
    return undefined;
  } catch (error) {
    if (error instanceof SchematicsException) {
      return error.message;
    }
    throw error;
  }
}
