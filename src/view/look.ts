// Specs: spec/make-view/index.spec.ts
import type { App } from '../app/app';
import { initOf, moduleOfPath } from '../layout';
import { decoratorOf } from '../naming/guards';
import type { ViewOptions } from '../naming/view-options';
import { databaseModule } from '../project/database';
import type { Project } from '../project/project';
import { guardShown } from '../project/route-guards';
import {
  type Asked,
  askedBy,
  type LookOptions,
  type NamedLook,
  namedLook,
  showsChoices,
  urlsOf,
} from './asked';
import { blueprintStates } from './blueprint-state';
import { choicesOf, NO_CHOICES } from './choices';
import { controllerState } from './controller-state';
import type { View, Views } from './view';
import { formHome, formState } from './form-state';
import { meantFolders, refuseLikelySlip } from './likely-slip';
import { listedIn } from './listing-method';
import { type ModelBasis, modelStates } from './model-state';
import { asksForOwner, parentScopes, type ParentScope } from './owner-scope';
import { pageState } from './page-state';
import { pagesOf } from './pages';
import { pathBelow, placedNames, placementOf } from './placed-names';
import { shownIn } from './plain-page';
import { routesOf } from '../project/served';
import { type RouteState, routeState, servedState } from './route-state';
import { sectionsOf } from './sections';
import { dataOf } from './view-data';
import type { ViewNames } from '../naming/view-names';
import { findController } from '../project/controllers';
import { searchedImports } from '../python/imports';
import type { PythonSource } from '../python/source';

/** What views that are looked at together have in common. */
interface Common extends Pick<View, 'fields' | 'resource'>, Pick<ModelBasis, 'formats' | 'unique'> {
  /** What lists show, by their templates, where the project does not say it: `posts/index.html` → `title`. */
  readonly listed?: ReadonlyMap<string, readonly string[]>;
  /** The code that an earlier run made of the views, where the project does not have it. */
  readonly made?: PythonSource;
}

/** What a project has of a resource, whichever of its views is asked for. */
type Shared = Awaited<ReturnType<typeof sharedBy>>;

/**
 * Looks at a project once for a view. The answer has all that the rules ask.
 *
 * @param resource The URLs of the actions that are made together with the view, by action.
 * @throws UsageError if a name or a URL is wrong, SourceError if a file of the project cannot be read.
 */
export async function lookAt(
  app: App,
  { fields = [], ...options }: LookOptions,
  resource?: ReadonlyMap<string, string>,
): Promise<View> {
  const look = await namedLook(app, options);
  const [view] = await lookAtAll(app, [look], { fields, resource });
  return view;
}

/**
 * Looks at a project once for the views of a resource that a run makes together, under one guard.
 *
 * @throws UsageError and SourceError as `lookAt` does.
 */
export async function lookAtAll(
  app: App,
  [first, ...others]: readonly [NamedLook, ...NamedLook[]],
  common: Common,
): Promise<Views> {
  const ask = (look: NamedLook): Promise<Asked> => askedBy(app, look);
  const [one, ...more] = await Promise.all([ask(first), ...others.map(ask)]);
  const shared = await sharedBy(app, [one, ...more], common);
  const view = (each: Asked): Promise<View> => viewOf(each, shared, [one, ...more]);
  return Promise.all([view(one), ...more.map(view)]);
}

/** Looks at the views of a resource that exist, as they would be made. */
export async function existingViews(
  app: App,
  looks: readonly NamedLook[],
  resource: ReadonlyMap<string, string> = urlsOf(looks),
): Promise<readonly View[]> {
  const [first, ...others] = looks;
  return first ? lookAtAll(app, [first, ...others], { fields: [], resource }) : [];
}

/** @param asked The first one names what the others share. */
async function sharedBy(given: App, asked: readonly [Asked, ...Asked[]], common: Common) {
  const { project } = given;
  const [{ guard, names: typed, options }] = asked;
  const wants = {
    route: asked.some((each) => each.wants.route),
    controller: asked.some((each) => each.wants.controller),
    model: asked.some((each) => each.wants.model),
  };
  const placement = given.isOurs ? undefined : placementOf(given, typed, wants, common.fields);
  const { app = given, place } = placement ?? {};
  const layout = place ? { ...project.layout, templates: place.templates } : project.layout;
  const names = placement ? { ...typed, model: placement.model } : typed;
  const basis = {
    ...common,
    app,
    layout,
    hasAuth: app.isOurs ? project.has(layout.auth) : app.layout.auth.value !== undefined,
    hasReaders: app.isOurs && project.has(layout.readers),
    database: app.isOurs ? await databaseModule(project) : '',
    controllersInit: wants.controller
      ? await project.source(initOf(layout.controllers))
      : undefined,
  };
  await refuseLikelySlip(project, names, options);
  const models = await modelStates(app, { ...basis, guard, names, wants });
  const own = names.model && models.at(-1);
  const made = models.flatMap(({ isNew, place }) => (isNew && place ? place : []));
  const scopes = wants.controller ? await parentScopes(project, names) : [];
  const choices =
    own?.place && asked.some(showsChoices)
      ? await choicesOf(app, own.place, own.columns, made)
      : NO_CHOICES;
  const blueprints = await blueprintStates(app, { names, wants }, place);
  const paths = asked.map((each) => each.names.route.path);
  const served = await servedState(app, blueprints, { names, wants }, paths);
  return {
    ...basis,
    models,
    choices,
    blueprints,
    form:
      own?.place && asked.some(({ takesForm }) => takesForm)
        ? formState(
            await formHome(app, own.names, { place, isKnown: !wants.route }),
            { ...own, choices },
            [names.parents.at(-1)?.id, own.owner?.column],
          )
        : undefined,
    served,
    meantFolders: app.isOurs ? meantFolders(project, names, blueprints, own) : undefined,
    scopes,
    owners: guard?.takenOver ? await askedOwners(project, names, served, scopes, common.made) : [],
    parentPage: parentPageIn(project, names),
  };
}

async function viewOf(asked: Asked, everything: Shared, all: readonly Asked[]): Promise<View> {
  const { listed: kept, owners, served, ...shared } = everything;
  const { guard, options, wants } = asked;
  const { app, blueprints, models } = shared;
  const { project } = app;
  const own = models.at(-1);
  const [{ place }] = blueprints;
  const meant = place ? placedNames(asked.names, options, place, own, project) : asked.names;
  const path = pathBelow(meant.route.path, served.prefix);
  const names = { ...meant, route: { ...meant.route, path } };
  const choices = showsChoices(asked) ? shared.choices : NO_CHOICES;
  const isForUsers = decoratorOf(guard?.word, names.route) !== undefined;
  const listed =
    names.action !== 'index'
      ? []
      : !app.isOurs && own
        ? shownIn(project.text(`${shared.layout.templates}/${names.template}`), own, choices)
        : (kept?.get(names.template ?? '') ?? (await listedIn(project, names)));
  const isServed =
    wants.route || served.own.some(({ endpoint }) => endpoint === names.route.endpoint);
  const basis = {
    ...shared,
    names,
    wants,
    guard,
    isOpened: options.isOpened ?? false,
    declined: options.guard === 'none' ? options.takenOver?.word : undefined,
    replaceTemplate: options.replaceTemplate ?? false,
    resource: options.isAlone ? undefined : shared.resource,
    lists: names.action === 'index' ? listsIn(project, shared.database) : undefined,
    choices,
    form: asked.takesForm ? shared.form : undefined,
    data:
      !app.isOurs && !isServed
        ? undefined
        : dataOf(
            names,
            models,
            listed,
            shared.scopes.filter((scope) =>
              scope.query === undefined ? owners.includes(scope) : isForUsers,
            ),
          ),
  };
  const route = routeState(basis, served);
  const known = {
    ...basis,
    route,
    pages: await pagesOf({ ...basis, route }),
  };
  const controller = await controllerState(known);
  const sections = await sectionsOf(known, async ({ folder, look }) => {
    const made = all.find((each) => each.names.view === look.name);
    return made ? viewOf(made, everything, all) : existingList(app, folder, look);
  });
  return {
    ...known,
    controller,
    sections,
    page: await pageState({ ...known, controller, sections }),
  };
}

/** The list of a resource, as its routes describe it. */
async function existingList(app: App, folder: string, options: ViewOptions): Promise<View> {
  const routes = await routesOf(app.project, folder);
  const urls = new Map(routes.map(({ endpoint, path }) => [endpoint, path]));
  const word = guardShown(routes.filter(({ endpoint }) => ['index', 'create'].includes(endpoint)));
  const takenOver = word && { word };
  return lookAt(app, { ...options, generateController: true, takenOver }, urls);
}

/** The page of a record of the folder above that of the view's templates. */
function parentPageIn(project: Project, { templateFolder }: ViewNames): View['parentPage'] {
  const [folder] = /^.*\/(?=[^/]*$)/.exec(templateFolder) ?? [''];
  const path = `${project.layout.templates}/${folder}show.html`;
  const text = project.read(path)?.toString();
  return text === undefined ? undefined : { path, text };
}

/** The module of lists, if it uses this database, and the project has the macros that show them, too. */
function listsIn(project: Project, database: string): string | undefined {
  const { listMacros, lists } = project.layout;
  const isUsable =
    project.has(listMacros) &&
    searchedImports(project.text(lists)).some(
      ({ module, names }) => module === database && names.includes('db'),
    );
  return isUsable ? moduleOfPath(lists) : undefined;
}

/** What says who owns the records that others belong to, and so changes these, unless another guard was asked for before. */
async function askedOwners(
  project: Project,
  { controller }: ViewNames,
  { own }: Pick<RouteState, 'own'>,
  scopes: readonly ParentScope[],
  made: PythonSource | undefined,
): Promise<readonly ParentScope[]> {
  if (own.length === 0 && !made) {
    return scopes;
  }
  const code = made?.root ?? (await findController(project, controller))?.definition.node;
  return scopes.filter((scope) => code && asksForOwner(code, scope));
}
