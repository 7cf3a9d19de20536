// Specs: spec/rules/taken-url.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import type { ManifestAction } from '../manifest/format';
import { ACTIONS } from '../naming/actions';
import { resourceOf, type ViewNames } from '../naming/view-names';
import { type Served, servedAt, type ServedBlueprint } from '../project/served';
import { type ExistingRoute, serves } from '../project/existing-routes';
import { sourceOfModule } from '../project/class-place';
import type { Project } from '../project/project';
import type { BlueprintPrefixes } from '../project/registered-blueprints';
import type { PythonSource } from '../python/source';
import { applicationFile, registeredElsewhere } from './application-file';
import { type Blueprints, type BlueprintState, importOf, ownBlueprint } from './blueprint-state';
import type { ViewBasis } from './basis';

/** How a view is reached, and what else is at its URL. */
export interface RouteState {
  /** What the blueprint puts before its URLs. */
  readonly prefix: string;
  /** What its endpoints start with: `recipes.comments`. */
  readonly endpoints: string;
  /** The routes of the view's own blueprint. */
  readonly own: readonly ExistingRoute[];
  /** What the function of the view answers. */
  readonly methods: readonly string[];
  /** What the manifest has of them, by endpoint. */
  readonly made: Readonly<Partial<Record<string, ManifestAction>>>;
  readonly existing: ExistingRoute | undefined;
  /** Another function that serves the URL. */
  readonly taken: ExistingRoute | undefined;
  /** A blueprint outside the folder of routes that has the name of one that this run makes. */
  readonly namesake: ServedBlueprint | undefined;
  /** The file that a new route goes to; undefined if it is to be made. */
  readonly file: PythonSource | undefined;
  readonly application: ApplicationState | undefined;
}

/** The file in which the application gets its blueprints. */
interface ApplicationState {
  readonly source: PythonSource;
  /** Where it registers the blueprint without naming it: `app/__init__.py:12`. */
  readonly registeredBy: string | undefined;
}

interface RouteBasis extends Pick<ViewBasis, 'app' | 'names' | 'wants'> {
  readonly blueprints: Blueprints;
}

/** What serves the resource that a view belongs to. */
interface ServedState extends Omit<RouteState, 'existing' | 'methods' | 'taken'> {
  /** What else may serve the URLs of the views; undefined without routes. */
  readonly elsewhere: readonly ExistingRoute[] | undefined;
}

/** How the views of a resource are reached, by endpoint, as the manifest has it. */
export function madeActions(
  project: Project,
  names: Pick<ViewNames, 'view'>,
): Readonly<Partial<Record<string, ManifestAction>>> {
  return project.changes.manifest({ resource: resourceOf(names) })?.request.actions ?? {};
}

/**
 * What serves a resource.
 *
 * @param paths The URLs of its views.
 */
export async function servedState(
  app: App,
  blueprints: Blueprints,
  { names, wants }: Pick<ViewBasis, 'names' | 'wants'>,
  paths: readonly string[],
): Promise<ServedState> {
  const { project } = app;
  const last = ownBlueprint({ blueprints });
  const { place } = last;
  if (!app.isOurs && place) {
    return {
      prefix: place.found?.prefix.replace(/\/$/, '') ?? '',
      endpoints: place.name,
      own: app.routes.filter(({ blueprint }) => blueprint && blueprint === place.found),
      made: madeActions(project, names),
      elsewhere: wants.route ? app.routes : undefined,
      namesake: undefined,
      file: await project.source(last.file),
      application: last.isNew ? await applicationOf(app, last) : undefined,
    };
  }
  const folders = blueprints.map((each) => each.names.folder);
  const served = await servedAt(project, wants.route ? paths : [], folders);
  const isOwn = ({ source }: ExistingRoute): boolean =>
    last.sources.some(({ path }) => path === source.path);
  const [first] = blueprints;
  return {
    ...reachOf(blueprints, served),
    own: served.routes.filter(isOwn),
    made: madeActions(project, names),
    elsewhere: wants.route ? served.routes.filter((route) => !isOwn(route)) : undefined,
    namesake: first.isNew
      ? served.blueprints.find(({ endpoints }) => endpoints === first.names.name)
      : undefined,
    file: await project.source(last.file),
    application: wants.route ? await applicationOf(app, blueprints[0]) : undefined,
  };
}

/** What the endpoints and the URLs of the last of these blueprints start with. Each is, or will be, registered on the one before it. */
function reachOf(blueprints: readonly BlueprintState[], served: Served): BlueprintPrefixes {
  const reach = blueprints.reduce<BlueprintPrefixes>(
    (above, { found, names }) => {
      const known = served.blueprints.find(
        ({ source, variable }) => source.path === found?.source.path && variable === found.variable,
      );
      const { endpoints, prefix } = known ?? { endpoints: names.name, prefix: found?.prefix ?? '' };
      const isBelow = above.endpoints === '' || endpoints.startsWith(`${above.endpoints}.`);
      return isBelow
        ? { endpoints, prefix }
        : { endpoints: `${above.endpoints}.${endpoints}`, prefix: above.prefix + prefix };
    },
    { endpoints: '', prefix: '' },
  );
  return { ...reach, prefix: reach.prefix.replace(/\/$/, '') };
}

/** Where the application gets a blueprint. */
async function applicationOf(
  app: App,
  state: BlueprintState,
): Promise<ApplicationState | undefined> {
  const { isOurs, project } = app;
  const start = isOurs
    ? await project.source(project.layout.application)
    : await registrar(app, state);
  if (!start || !state.found) {
    return undefined;
  }
  const source = await applicationFile(project, start);
  const other = await registeredElsewhere(project, source, importOf(state, state.found));
  return { source, registeredBy: other && source.placeOf(other.call.node) };
}

/** Where most blueprints are registered; if each registers itself, where the application is made. */
async function registrar(
  { layout, project }: App,
  { names }: BlueprintState,
): Promise<PythonSource> {
  const { factory, registration: usual } = layout;
  const isShared = typeof usual.value === 'string' && !usual.value.includes('{name}');
  const { from, value } = isShared ? usual : factory;
  const source = await sourceOfModule(project, String(value));
  if (source === undefined) {
    throw new SchematicsException(
      `${from}: scaffold did not find the module ${String(value)}, where it would register the blueprint ${names.name}. ` +
        'Set registration in [tool.scaffold] of pyproject.toml.',
    );
  }
  return source;
}

/** How a view is reached. */
export function routeState(known: RouteBasis, { elsewhere, ...served }: ServedState): RouteState {
  const { app, names } = known;
  const { usesForm } = ACTIONS[names.action ?? 'index'];
  const methods = !app.isOurs && usesForm ? ['GET', 'POST'] : [names.route.method];
  const { path } = names.route;
  const same = served.own.filter(({ endpoint }) => endpoint === names.route.endpoint);
  const existing = same.find((route) => serves(route, names.route)) ?? same[0];
  const isDone = existing !== undefined && (!app.isOurs || serves(existing, names.route));
  return {
    ...served,
    methods,
    existing,
    taken:
      elsewhere && !isDone
        ? [...served.own.filter((route) => !same.includes(route)), ...elsewhere].find((route) =>
            methods.some((method) => serves(route, { method, path })),
          )
        : undefined,
  };
}
