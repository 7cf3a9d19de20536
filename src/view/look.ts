// Specs: spec/make-view/index.spec.ts
import type { Field } from '../fields/words';
import { initOf } from '../layout';
import { ACTIONS } from '../naming/actions';
import {
  checkGuard,
  decoratorOf,
  type GuardState,
  guardState,
  type TakenOver,
} from './guard-state';
import { GUARD_NAMES, guardOption, GUARDS } from '../naming/guards';
import { type ModelNames, modelOfFolder } from '../naming/class-names';
import { segmentsOf } from '../naming/segments';
import { type ViewNames, viewNames } from '../naming/view-names';
import { type ViewOptions, type Wants, wantsOf } from '../naming/view-options';
import { databaseModule } from '../project/database';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import type { PythonSource } from '../python/source';
import { blueprintStates } from './blueprint-state';
import { choicesOf, NO_CHOICES } from './choices';
import { controllerState } from './controller-state';
import type { Packages } from './basis';
import type { View, Views } from './view';
import { formState } from './form-state';
import { leftOpen } from './left-open';
import { meantFolders, refuseLikelySlip } from './likely-slip';
import { listedIn } from './listing-method';
import { type ModelHome, ownHome } from './model-home';
import { modelStates } from './model-state';
import { parentScopes } from './owner-scope';
import { pageState } from './page-state';
import { pagesOf } from './pages';
import { routesOf, routeState, servedState } from './route-state';
import { sectionsOf } from './sections';
import { isChangedByOwner, listsIn, parentPageIn } from './surroundings';
import type { Templates } from '../templates/templates';
import { dataOf } from './view-data';

/** What to look for: the view that the options describe, and the fields of its model. */
export interface LookOptions extends ViewOptions {
  readonly fields?: readonly Field[];
  /** Whether it was made without the others of its resource. */
  readonly isAlone?: boolean;
  /** Whether `--guard none` takes its guard away: it exists. */
  readonly isOpened?: boolean;
  /** The guard of its resource, or of what that belongs to, which it gets unless the options name one. */
  readonly takenOver?: TakenOver | undefined;
}

/** What to look for, with its names. */
export interface NamedLook {
  readonly names: ViewNames;
  readonly options: Omit<LookOptions, 'fields'>;
}

/** What to look for, as the project has it. */
interface Asked extends NamedLook {
  readonly wants: Wants;
  readonly guard: GuardState | undefined;
}

/** What views that are looked at together have in common. */
type Common = Pick<View, 'fields' | 'resource' | 'templates'>;

/** What a project has of a resource, whichever of its views is asked for. */
type Shared = Awaited<ReturnType<typeof sharedBy>>;

/**
 * Looks at a project once for a view. The answer has all that the rules ask.
 *
 * @param resource The URLs of the actions that are made together with the view, by action.
 * @throws UsageError if a name or a URL is wrong, SourceError if a file of the project cannot be read.
 */
export async function lookAt(
  project: Project,
  { fields = [], ...options }: LookOptions,
  templates: Templates,
  resource?: ReadonlyMap<string, string>,
): Promise<View> {
  const look = await namedLook(project, options);
  const [view] = await lookAtAll(project, [look], { fields, resource, templates });
  return view;
}

/** What to look for, by the name that was typed. */
export async function namedLook(
  project: Project,
  options: NamedLook['options'],
): Promise<NamedLook> {
  const segments = segmentsOf(options.name);
  const models = await parentModels(project, segments);
  return { names: viewNames(options, segments, models, project.layout), options };
}

/**
 * Looks at a project once for the views of a resource that a run makes together, under one guard.
 *
 * @throws UsageError and SourceError as `lookAt` does.
 */
export async function lookAtAll(
  project: Project,
  [first, ...others]: readonly [NamedLook, ...NamedLook[]],
  common: Common,
): Promise<Views> {
  const ask = (look: NamedLook): Promise<Asked> => askedBy(project, look);
  const [one, ...more] = await Promise.all([ask(first), ...others.map(ask)]);
  const shared = await sharedBy(project, [one, ...more], common);
  const view = (each: Asked): Promise<View> => viewOf(project, each, shared, [one, ...more]);
  return Promise.all([view(one), ...more.map(view)]);
}

/** Looks at the views of a resource that exist, as they would be made. */
export async function existingViews(
  project: Project,
  looks: readonly NamedLook[],
  templates: Templates,
  resource: ReadonlyMap<string, string> = urlsOf(looks),
): Promise<readonly View[]> {
  const [first, ...others] = looks;
  return first ? lookAtAll(project, [first, ...others], { fields: [], resource, templates }) : [];
}

/** The URLs of views, by the names of their routes. */
export function urlsOf(looks: readonly NamedLook[]): ReadonlyMap<string, string> {
  return new Map(looks.map(({ names: { route } }) => [route.endpoint, route.path]));
}

async function askedBy(project: Project, { names, options }: NamedLook): Promise<Asked> {
  const wants = wantsOf(options);
  if (options.guard) {
    checkGuard(options.guard, names, wants);
  }
  const takenOver = options.guard === undefined ? options.takenOver : undefined;
  const word = takenOver?.word ?? guardOption(options.guard);
  const guard = word && (await guardState(project, word, takenOver, options.owner));
  return { options, names, wants, guard };
}

/** @param asked The first one names what the others share. */
async function sharedBy(project: Project, asked: readonly [Asked, ...Asked[]], common: Common) {
  const { layout } = project;
  const [{ guard, names, options }] = asked;
  const wants = {
    route: asked.some((each) => each.wants.route),
    controller: asked.some((each) => each.wants.controller),
    model: asked.some((each) => each.wants.model),
  };
  const basis = {
    ...common,
    layout,
    hasAuth: project.has(layout.auth),
    hasReaders: project.has(layout.readers),
    database: await databaseModule(project),
    packages: await packagesIn(project, asked),
  };
  await refuseLikelySlip(project, names, options);
  const homeOf = (model: ModelNames): Promise<ModelHome> => ownHome(project, model);
  const models = await modelStates(project, { ...basis, guard, homeOf, names, wants });
  const own = names.model && models.at(-1);
  const made = models.flatMap(({ isNew, place }) => (isNew && place ? place : []));
  const scopes = wants.controller ? await parentScopes(project, names) : [];
  const choices =
    own?.place && asked.some(showsChoices)
      ? await choicesOf(project, own.place, own.columns, made)
      : NO_CHOICES;
  const blueprints = await blueprintStates(project, { ...common, names, wants });
  const served = await servedState(project, blueprints, { names, wants });
  return {
    ...basis,
    models,
    choices,
    blueprints,
    form:
      own?.place && asked.some(usesForm)
        ? await formState(project, own, choices, names.parents.at(-1))
        : undefined,
    served,
    meantFolders: meantFolders(project, names, blueprints, own),
    scopes,
    changedByOwner:
      guard?.isTakenOver === true && (await isChangedByOwner(project, names, served, scopes)),
    parentPage: parentPageIn(project, names),
  };
}

async function viewOf(
  project: Project,
  asked: Asked,
  everything: Shared,
  all: readonly Asked[],
): Promise<View> {
  const { changedByOwner, served, ...shared } = everything;
  const { guard, names, options, wants } = asked;
  const choices = showsChoices(asked) ? shared.choices : NO_CHOICES;
  const isForUsers =
    guard !== undefined &&
    decoratorOf(guard.word, { ...names.route, methods: [names.route.method] });
  const listed = names.action === 'index' ? await listedIn(project, names) : [];
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
    form: usesForm(asked) ? shared.form : undefined,
    data: dataOf(
      names,
      shared.models,
      listed,
      shared.scopes.filter(({ query }) => (query === undefined ? changedByOwner : isForUsers)),
    ),
  };
  const route = await routeState(project, basis, served);
  const known = {
    ...basis,
    route,
    pages: await pagesOf(project, { ...basis, route }),
    leftOpen: guardOption(options.guard) && (await leftOpen(project, { ...basis, route })),
  };
  const controller = await controllerState(project, known);
  const sections = await sectionsOf(project, known, async ({ folder, look }) => {
    const own = all.find((each) => each.names.view === look.name);
    return own
      ? viewOf(project, own, everything, all)
      : existingList(project, folder, look, shared);
  });
  return {
    ...known,
    controller,
    page: await pageState(project, { ...known, controller, sections }),
  };
}

/** The list of a resource, as its routes describe it. */
async function existingList(
  project: Project,
  folder: string,
  options: ViewOptions,
  { templates }: Common,
): Promise<View> {
  const routes = await routesOf(project, folder);
  const urls = new Map(routes.map(({ endpoint, path }) => [endpoint, path]));
  const [reads, changes] = ['index', 'create'].map((action) => {
    const route = routes.find(({ endpoint }) => endpoint === action);
    return route && guardOf(route);
  });
  const word = GUARD_NAMES.find(
    (each) => GUARDS[each].reads === reads && GUARDS[each].changes === changes,
  );
  const takenOver = word && { word, isByReaders: false };
  return lookAt(project, { ...options, generateController: true, takenOver }, templates, urls);
}

/** The models of the project that a view of this name may belong to. */
export async function parentModels(
  project: Project,
  segments: readonly string[],
): Promise<ReadonlySet<string>> {
  const models = segments.slice(0, -2).map((folder) => modelOfFolder(folder, project.layout));
  const found = await Promise.all(models.map((model) => findModel(project, model)));
  return new Set(
    models.filter((_, index) => found[index] !== undefined).map(({ className }) => className),
  );
}

/** A file is read only if a class may be registered in it. */
async function packagesIn(project: Project, asked: readonly Asked[]): Promise<Packages> {
  const { controllers, forms } = project.layout;
  const source = async (folder: string, isNeeded: boolean): Promise<PythonSource | undefined> =>
    isNeeded ? project.source(initOf(folder)) : undefined;
  return {
    controllers: await source(
      controllers,
      asked.some(({ wants }) => wants.controller),
    ),
    forms: await source(forms, asked.some(usesForm)),
  };
}

function usesForm({ names: { action }, wants }: Asked): boolean {
  return wants.controller && action !== undefined && ACTIONS[action].usesForm;
}

function showsChoices(asked: Asked): boolean {
  const { action } = asked.names;
  return usesForm(asked) || (action !== undefined && ACTIONS[action].showsReferences);
}
