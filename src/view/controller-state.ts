// Specs: spec/rules/controller-method.spec.ts
import { type ClassPlace, moduleOfClass } from '../project/class-place';
import { findController, methodOf, ownerOf } from '../project/controllers';
import { resourceOf, type ViewNames } from '../naming/view-names';
import type { Project } from '../project/project';
import { callsOf, findClass, functionsOf } from '../python/queries';
import { isSameCode } from '../python/same-code';
import type { PythonSource } from '../python/source';
import { type Node, stringValue } from '../python/node';
import { hasSections, type Pages } from './pages';
import type { Choices } from './choices';
import { listIn, otherList, type OtherList } from './listing-method';
import type { DataValues, TemplateValues } from '../templates/code-values';
import { dataValues, templateValues } from './template-values';
import type { ViewBasis } from './basis';
import type { ModelState } from './model-state';
import type { RouteState } from './route-state';
import type { ViewData } from './view-data';

/** The controller of a view: as the project has it, and the method that this run adds. */
export interface ControllerState {
  /** Its class; undefined if it is missing. */
  readonly place?: ClassPlace | undefined;
  /** The class that has the method already: the controller, or one that it extends. */
  readonly owner?: ClassPlace | undefined;
  /** The file that a missing class goes to; undefined if that is missing, too. */
  readonly file?: PythonSource | undefined;
  /** A module with the class and the method that this run adds to it; undefined if it adds none. */
  readonly generated?: PythonSource | undefined;
  /** A module with the class and the method as this run would make it; undefined if it is not asked for. */
  readonly rendered?: PythonSource | undefined;
  /** Compares the list that an existing method makes with that of the page; undefined if it makes none. */
  readonly otherList?: (() => OtherList | undefined) | undefined;
  /** What the templates of the view's code are rendered with. */
  readonly values: TemplateValues | DataValues;
}

interface ControllerBasis extends ViewBasis {
  readonly models: readonly ModelState[];
  readonly data: ViewData | undefined;
  readonly choices: ReadonlyMap<string, Choices>;
  readonly route: RouteState;
  readonly pages: Pages;
  readonly parentPage: { readonly path: string } | undefined;
}

/** The controller of a view. */
export async function controllerState(known: ControllerBasis): Promise<ControllerState> {
  const { app, names, route, wants } = known;
  if (!app.isOurs) {
    // A function of its blueprint serves the view.
    return { values: templateValues({ controllerModule: '', endpoints: route.endpoints, names }) };
  }
  const { project } = app;
  const place = await findController(project, names.controller);
  const owner = place && (await ownerOf(project, place, names.method));
  const values = await valuesOf(known, place);
  const path = place?.source.path ?? names.controller.file;
  const made = (): PythonSource => generatedMethod(known, path, values);
  const generated = wants.controller ? made() : undefined;
  return {
    place,
    owner,
    file: await project.source(names.controller.file),
    generated: owner ? undefined : generated,
    rendered: generated,
    otherList:
      names.action === 'index' && owner
        ? () => otherList(owner, names.method, generated ?? made())
        : undefined,
    values,
  };
}

/** Where an existing method differs from the one that this run would add: `app/controllers/post_controller.py:12`. */
export function keptMethod({ owner, rendered }: ControllerState, name: string): string | undefined {
  if (!owner || !rendered) {
    return undefined;
  }
  const method = methodOf(owner, name);
  const other = functionsOf(rendered).find((each) => each.name === name);
  const node = method?.statement ?? owner.definition.node;
  return method && other && isSameCode(method.statement, other.statement)
    ? undefined
    : owner.source.placeOf(node);
}

/** What the method that shows a list does, if it makes it with the application's own lists. */
export function listMadeBy(
  { generated, owner }: ControllerState,
  { controller, method }: ViewNames,
): { readonly answersCsv: boolean } | undefined {
  const made = generated && findClass(generated, controller.className);
  const node = owner ? methodOf(owner, method)?.node : made?.node;
  return node && listIn(node) && { answersCsv: node.text.includes('.is_csv') };
}

/**
 * The variables that the controller hands to a template, now and once its method is as it would be made; undefined if it does
 * not show it.
 */
export function handedTo(
  { generated, place, rendered, values }: ControllerState,
  template: string,
): ReadonlySet<string> | undefined {
  const namesIn = (node: Node | undefined): string[] | undefined => {
    const calls = node ? callsOf(node, 'render_template') : [];
    const call = calls.find(({ positional: [name] }) => stringValue(name) === template);
    return call && [...call.keywords.keys()];
  };
  const madeIn = (source: PythonSource | undefined): string[] | undefined =>
    namesIn(source && findClass(source, values.controller.className)?.node);
  const now = madeIn(generated) ?? namesIn(place?.definition.node);
  const made = madeIn(rendered);
  return now && new Set(now.filter((name) => made?.includes(name) ?? true));
}

async function valuesOf(
  view: ControllerBasis,
  place: ClassPlace | undefined,
): Promise<TemplateValues | DataValues> {
  const { project } = view.app;
  const { choices, data, database, lists, models, names, pages, route, wants } = view;
  const { controllers, forms } = project.layout;
  const controllerModule = await moduleOfClass(project, controllers, {
    names: names.controller,
    place,
    isRegistered: wants.controller,
  });
  const sources = { names, controllerModule, endpoints: route.endpoints };
  if (data === undefined) {
    return templateValues(sources);
  }
  const { form } = data.record.model;
  const wanted = { names: form, place: undefined, isRegistered: true };
  const formModule = await moduleOfClass(project, forms, wanted);
  return dataValues({
    ...{ ...sources, data, database, formModule, models, pages },
    choices: await exported(project, choices),
    helpers: helpersOf(project),
    above: endpointAbove(view),
    listModule: lists,
  });
}

/** The endpoint of the page that shows what belongs to the record above: `projects.show`; undefined if it is a person's. */
function endpointAbove({
  app: { project },
  names,
  parentPage,
  route,
}: ControllerBasis): string | undefined {
  const resource = resourceOf(names).replace(/\.[^.]*$/, '');
  return parentPage &&
    hasSections(project) &&
    project.changes.isKnown({ resource }, parentPage.path)
    ? `${route.endpoints.replace(/\.[^.]*$/, '')}.show`
    : undefined;
}

/** What the application's own helpers do. Those of an older version leave more to the controller. */
function helpersOf(
  project: Project,
): Pick<DataValues, 'answersCsv' | 'answersInUse' | 'unsavedStatus'> {
  const { forms, lists, package: folder } = project.layout;
  const knows = (path: string, word: string): boolean => project.text(path).includes(word);
  return {
    answersCsv: knows(lists, 'def csv'),
    answersInUse: knows(`${folder}/database_errors.py`, 'IntegrityError'),
    unsavedStatus: knows(`${forms}/base.py`, 'http_status') ? 'form.http_status' : '422',
  };
}

/** Choices whose models are imported from their package, if that exports them. */
async function exported(
  project: Project,
  choices: ControllerBasis['choices'],
): Promise<ReadonlyMap<string, Choices>> {
  const found = new Map<string, Choices>();
  for (const [column, names] of choices) {
    const wanted = { names, place: undefined, isRegistered: false };
    const module = await moduleOfClass(project, project.layout.models, wanted);
    found.set(column, { ...names, module });
  }
  return found;
}

/** A module with the method that serves a view. */
function generatedMethod(
  { app: { templates }, names: { action, template } }: ControllerBasis,
  path: string,
  values: TemplateValues | DataValues,
): PythonSource {
  if ('model' in values && action !== undefined) {
    return templates.module(`controllers/${action}.py`, path, values);
  }
  const name = template === undefined ? 'controllers/redirect.py' : 'controllers/page.py';
  return templates.module(name, path, values);
}
