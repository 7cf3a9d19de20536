// Specs: spec/upgrade/index.spec.ts
import { isDeepStrictEqual } from 'node:util';
import { Tree } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { indexed } from '../app/find-app';
import { type Edit, stageUnchecked } from '../edit';
import { planViews } from '../make-view/plan-views';
import { Changes } from '../manifest/changes';
import {
  type Home,
  isWhole,
  type Manifest,
  manifestPath,
  parsed,
  serialized,
} from '../manifest/format';
import { definitionsIn } from '../manifest/kept-text';
import { modelOfClass } from '../naming/class-names';
import { ACTION_NAMES, ACTIONS } from '../naming/actions';
import { isGuard } from '../naming/guards';
import { MAINS } from '../naming/view-names';
import { findModel } from '../project/models';
import { type HiddenColumns, Project } from '../project/project';
import { loadParser } from '../python/parser';
import { withoutStatement } from '../python/removal';
import { PythonSource } from '../python/source';
import { NO_CHANGE } from '../rules/outcome';
import { addReaders, readersNow } from '../rules/readers';
import { rememberViews } from '../rules/request';
import { addTests } from '../rules/resource-tests';
import { apiPath, apiState } from '../view/api-state';
import { type ModelHome, modelHome } from '../view/model-home';
import { existingLooks } from '../view/present-guard';
import { namedLook, type NamedLook, urlsOf } from '../view/asked';
import { headingsIn } from '../view/listing-method';
import { lookAtAll } from '../view/look';
import { testsPath, testsState } from '../view/tests-state';
import { filesOfModels, storedModels, withModels } from './stored-models';

export interface MadeNow {
  /** What a manifest would keep of it. */
  readonly generated: Manifest['generated'];
  /** What the manifest of the application would keep of it: files that resources share, and that the run makes or adds to. */
  readonly shared: Manifest['generated'];
  /** The project with it, and without what was made of it earlier. */
  readonly project: Project;
}

/**
 * Makes a resource again, as its manifest says and with today's templates, in a project that lacks what was made of it.
 *
 * @param hidden The columns that it is made without.
 */
export async function resourceNow(
  app: App,
  resource: string,
  manifest: Manifest,
  hidden: HiddenColumns,
): Promise<MadeNow> {
  const bare = await withoutGenerated(app.project, resource, manifest, hidden);
  let now = await indexed({ ...app, project: bare });
  const formats = await formatsOf(app, manifest);
  const listed = listsIn(app, manifest);
  const tree = Tree.empty();
  const { options = {} } = manifest.request;
  const code = codeOf(manifest);
  const made = PythonSource.parseAnyhow(await loadParser(), resource, code, bare.lineLength);
  const looks = await looksIn(now, resource, manifest, code);
  const urls = urlsOf(looks.filter(({ names }) => names.action !== undefined));
  for (const [first, ...others] of groupsOf(looks)) {
    const views = await lookAtAll(now, [first, ...others], {
      fields: [],
      formats,
      listed,
      made,
      resource: first.names.action && urls,
    });
    rememberViews(views, { namespace: options['namespace'] === true });
    const before = await readersNow(views);
    await stageUnchecked(planViews(views, NO_CHANGE).edits, tree, bare);
    const after = await readersNow(views);
    const readers = await addReaders(views, { before, after });
    await stageUnchecked(readers.edits, tree, bare);
    now = await indexed(now);
  }
  const actions = looks
    .filter(({ names }) => names.action !== undefined)
    .sort((one, other) => rankOf(one) - rankOf(other));
  const existing = app.isOurs
    ? await existingLooks(bare, actions)
    : actions
        .filter(({ names: { action } }) => action && ACTIONS[action].hasTemplate)
        .map(({ names, options: own }) => {
          return { names, options: { ...own, generateModel: false, generateRoute: false } };
        });
  const [first, ...others] = existing;
  const common = { fields: [], formats, listed, resource: urlsOf(existing) };
  const views = first ? await lookAtAll(now, [first, ...others], common) : [];
  // What a page offers may depend on the methods and the routes, which exist only now.
  const pages = views.flatMap(({ page }): Edit[] =>
    page?.isOwn && page.existing !== undefined && page.existing !== page.text
      ? [{ kind: 'replace', path: page.path, content: page.text, isGenerated: true }]
      : [],
  );
  await stageUnchecked(pages, tree, bare);
  const named = { name: resource };
  const hasTests = testsPath(bare.layout, named) in manifest.generated;
  const hasApi = apiPath(bare, named) in manifest.generated;
  if (hasTests || hasApi) {
    const tests = await testsState(now, named, views);
    const api = hasApi ? apiState(now, named, views, tests).files : [];
    const edits = [
      ...(hasTests ? addTests(tests).edits : []),
      ...api.map(({ content, path }): Edit => ({ kind: 'create', path, content })),
    ];
    await stageUnchecked(edits, tree, bare);
  }
  const written = await bare.changes.written(() => Promise.resolve(''));
  const madeFor = (home: Home): Manifest['generated'] => {
    const path = manifestPath(home);
    return parsed(path, written.get(path) ?? '{}')?.generated ?? {};
  };
  const models = await storedModels(bare, manifest);
  const generated = await withModels(now, looks, models, madeFor({ resource }), manifest.generated);
  const known = bare.changes.manifest('application')?.generated ?? {};
  const shared = Object.entries(madeFor('application')).filter(
    ([path, each]) =>
      !isDeepStrictEqual(each, known[path]) && path in known === app.project.has(path),
  );
  return { generated, shared: Object.fromEntries(shared), project: bare };
}

/** A project as it would be without what was generated for a resource. The model stays: it has the columns. */
async function withoutGenerated(
  project: Project,
  resource: string,
  manifest: Manifest,
  hidden: HiddenColumns,
): Promise<Project> {
  const path = manifestPath({ resource });
  const emptied = Buffer.from(serialized({ ...manifest, generated: {} }));
  const files = {
    has: (each: string) => each === path || project.has(each),
    read: (each: string) => (each === path ? emptied : project.read(each)),
    filesIn: (folder: string) => project.filesIn(folder),
  };
  const { layout, lineLength } = project;
  const changes = new Changes(files, { warn: () => undefined });
  const bare = new Project(Tree.empty(), '.', layout, changes, project, lineLength, hidden);
  const models = await storedModels(project, manifest);
  const kept = filesOfModels(models);
  for (const [each, generated] of Object.entries(manifest.generated)) {
    if (isWhole(generated) && !kept.has(each)) {
      bare.stage(each, undefined);
    } else if (!isWhole(generated)) {
      const classes = models.find(({ path: file }) => file === each)?.classes ?? [];
      const names = Object.keys(generated).filter((name) => !classes.includes(name));
      await removeMembers(bare, each, names);
    }
  }
  return bare;
}

/** What the lists of a resource show, by their templates. A field that was added later may have had no room. */
function listsIn(
  { isOurs, project: { layout } }: App,
  { generated }: Manifest,
): ReadonlyMap<string, readonly string[]> {
  const folder = `${layout.templates}/`;
  const pages = Object.entries(generated).flatMap(([path, lines]) =>
    isOurs && path.startsWith(folder) && isWhole(lines)
      ? [[path.slice(folder.length), headingsIn(lines.join('\n'))] as const]
      : [],
  );
  return new Map(pages.filter(([, names]) => names.length > 0));
}

/** The formats of the model's columns. Without known places, the form says them, or else the pages, which link to values. */
async function formatsOf(
  app: App,
  { generated, request }: Manifest,
): Promise<ModelHome['formats']> {
  const className = request.names?.['model'];
  if (app.isOurs || className === undefined) {
    return undefined;
  }
  const model = modelOfClass(className, app.project.layout);
  const hasForm = app.sources.containing(`class ${model.form.className}(`).length > 0;
  const shown = JSON.stringify(generated).matchAll(/\.(\w+)(?: \| urlize| \}\}\\" rel=)/g);
  return hasForm
    ? (await modelHome(app, model)).formats
    : new Map([...shown].map(([, name = '']) => [name, 'url']));
}

async function removeMembers(
  project: Project,
  path: string,
  names: readonly string[],
): Promise<void> {
  let source = await project.source(path);
  for (const name of names) {
    const found = source && definitionsIn(source).get(name);
    source = source && found ? withoutStatement(source, found.statement) : source;
  }
  if (source) {
    project.stageSource(source);
  }
}

/** The Python code that was generated, of all files. */
function codeOf({ generated }: Manifest): string {
  return Object.entries(generated)
    .filter(([path]) => path.endsWith('.py'))
    .flatMap(([, each]) => (isWhole(each) ? each : Object.values(each).flat()))
    .join('\n');
}

/** What was asked for, in the order in which it was made. */
async function looksIn(
  app: App,
  resource: string,
  { generated, request }: Manifest,
  code: string,
): Promise<NamedLook[]> {
  const { project } = app;
  const { actions = {}, names, options, owner } = request;
  const placeOf = ({ names: { method, route } }: NamedLook): number =>
    Math.max(...[method, route.endpoint].map((name) => code.search(new RegExp(`def ${name}\\(`))));
  const looks: NamedLook[] = [];
  for (const [endpoint, { controller, guard, made, route }] of Object.entries(actions)) {
    const typed = {
      name: viewOf(project, resource, endpoint, generated),
      ...(options?.['namespace'] === true && { namespace: true }),
      ...(route !== undefined && { route }),
      ...(controller !== undefined && { controller }),
      ...(owner !== undefined && { owner }),
      isAlone: made === 'alone',
      takenOver: isGuard(guard) ? { word: guard } : undefined,
    };
    const { names: usual } = await namedLook(app, { ...typed, generateRoute: true });
    const model = names?.['model'];
    const isOther = model !== undefined && usual.model?.className !== model;
    const other = isOther && (await findModel(project, modelOfClass(model, project.layout)));
    const look = await namedLook(app, {
      ...typed,
      generateRoute: route !== undefined,
      ...(other && { model }),
    }).catch(() => undefined);
    const page = look?.names.template;
    const hasPage = page !== undefined && `${project.layout.templates}/${page}` in generated;
    if (look && (hasPage || route !== undefined || controller !== undefined)) {
      looks.push(look);
    }
  }
  return looks.sort((one, other) => placeOf(one) - placeOf(other) || rankOf(one) - rankOf(other));
}

function rankOf({ names: { action } }: NamedLook): number {
  return action === undefined ? ACTION_NAMES.length : ACTION_NAMES.indexOf(action);
}

/** The name of a view. Single pages may have been typed with or without the folder `mains`: their templates tell. */
function viewOf(
  { layout }: Project,
  resource: string,
  endpoint: string,
  generated: Manifest['generated'],
): string {
  const start = `${layout.templates}/`;
  const pages = Object.keys(generated)
    .filter((path) => resource === MAINS && path.startsWith(start))
    .map((path) => path.slice(start.length).replace(/\.html$/, ''));
  const page = pages.find(
    (path) => path.replace(`${MAINS}/`, '').replaceAll('/', '_') === endpoint,
  );
  return page === undefined ? `${resource}.${endpoint}` : page.replaceAll('/', '.');
}

/** Looks that one run makes: actions with one guard, or a page alone. */
function groupsOf(looks: readonly NamedLook[]): (readonly [NamedLook, ...NamedLook[]])[] {
  const groups: [NamedLook, ...NamedLook[]][] = [];
  for (const look of looks) {
    const last = groups.at(-1);
    if (last && isAlike(last[0], look)) {
      last.push(look);
    } else {
      groups.push([look]);
    }
  }
  return groups;
}

function isAlike(one: NamedLook, other: NamedLook): boolean {
  return (
    one.names.action !== undefined &&
    other.names.action !== undefined &&
    one.options.takenOver?.word === other.options.takenOver?.word
  );
}
