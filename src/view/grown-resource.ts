// Specs: spec/add-field/index.spec.ts
import { UsageError } from '../errors';
import type { Field } from '../fields/words';
import { nearestWord, quoted } from '../naming/spelling';
import { type Action, actionOf } from '../naming/actions';
import { GUARDS } from '../naming/guards';
import { modelOfClass } from '../naming/class-names';
import type { ResourceNames, ResourceOptions } from '../naming/resource-names';
import { segmentsOf } from '../naming/segments';
import { pluralOf } from '../naming/words';
import type { ClassPlace } from '../project/class-place';
import { ownerOf } from '../project/controllers';
import { modelsIn } from '../project/models';
import type { Project } from '../project/project';
import { existingGuard } from './existing-guard';
import { lookAt } from './look';
import type { FieldsState } from './model-fields';
import type { ModelState } from './model-state';
import { findResource } from './resource';
import type { Templates } from '../templates/templates';
import { type TestsState, testsState } from './tests-state';
import { ownModel, type View } from './view';

/** A resource that exists, and the fields that it is to get. */
export interface GrownResource {
  readonly names: ResourceNames;
  readonly place: ClassPlace;
  readonly model: ModelState;
  readonly fields: FieldsState;
}

/** What a resource consists of beside its model, as far as the project has it. */
export interface ResourceParts {
  readonly views: readonly View[];
  readonly tests: TestsState | undefined;
}

/**
 * Looks at the model of a resource, and at the fields that it is to get.
 *
 * @throws UsageError if a name is wrong or the model is missing, SchematicsException without a database.
 */
export async function lookAtGrown(
  project: Project,
  typed: ResourceOptions,
  fields: readonly Field[],
  templates: Templates,
): Promise<GrownResource> {
  const options = { ...typed, name: folderOf(project, typed.name) };
  const { names, place } = await findResource(project, options);
  if (place === undefined) {
    throw new UsageError(await refusalOf(project, names, fields));
  }
  const { model, namespace } = options;
  const list = { name: `${names.name}.index`, fields, model, namespace };
  const state = ownModel(await lookAt(project, list, templates));
  if (state?.fields === undefined) {
    throw new UsageError(await refusalOf(project, names, fields));
  }
  return { names, place, model: state, fields: state.fields };
}

/** The parts of a resource that exist: each page is what this run would make of it with the model as it is. */
export async function partsOf(
  project: Project,
  names: ResourceNames,
  templates: Templates,
): Promise<ResourceParts> {
  const views = await existingViews(project, names, templates);
  // Tests are those of the pages as this run would make them, too.
  const made = views.map((view) => ({
    ...view,
    page: view.page && { ...view.page, isAsGenerated: true },
  }));
  return {
    views,
    tests: views.length > 0 ? await testsState(project, names, made, templates) : undefined,
  };
}

/**
 * The views of a resource that exist, as this run would make them.
 *
 * @param only The one to look at.
 */
export async function existingViews(
  project: Project,
  names: ResourceNames,
  templates: Templates,
  only?: Action,
): Promise<View[]> {
  const looks = names.views.map(({ options }) => ({ ...options, generateRoute: false }));
  const first = looks[0] && (await lookAt(project, looks[0], templates));
  if (first === undefined) {
    return [];
  }
  const { controller, layout, route } = first;
  const { word: guard } = existingGuard(first);
  const found = [];
  for (const { names: view, options } of names.views) {
    const owner = controller.place && (await ownerOf(project, controller.place, view.method));
    const hasPage =
      view.template !== undefined && project.has(`${layout.templates}/${view.template}`);
    const hasRoute = route.own.some(({ endpoint }) => endpoint === view.route.endpoint);
    if (owner ?? (hasPage || hasRoute)) {
      const word = guard && GUARDS[guard].owner !== undefined && !owner ? undefined : guard;
      found.push({
        names: view,
        options: {
          ...options,
          generateController: owner !== undefined,
          ...(word ? { takenOver: { word, isByReaders: false } } : {}),
        },
      });
    }
  }
  const urls = new Map(found.map(({ names: view }) => [view.route.endpoint, view.route.path]));
  const views = [];
  for (const {
    names: { template = '' },
    options,
  } of found.filter((each) => only === undefined || each.names.action === only)) {
    const look = { ...options, generateRoute: false, generateModel: false };
    // A page that was made alone tests for each page that it links to.
    const isAlone = /\bis (not )?endpoint\b/.test(project.text(`${layout.templates}/${template}`));
    views.push(await lookAt(project, look, templates, isAlone ? undefined : urls));
  }
  return views;
}

/** The name of a resource that exists: people also name it by its model. */
export function folderOf(project: Project, typed: string): string {
  const { routes, templates } = project.layout;
  const segments = resourceSegments(typed, (folders) =>
    [routes, templates].some((each) => project.filesIn([each, ...folders].join('/')).length > 0),
  );
  return segments.join('.');
}

/**
 * The parts of the name of a resource that exists. People also name it by its model: `Post` for `posts`.
 *
 * @param exists Whether an application has a resource of these parts.
 * @throws UsageError if the name is wrong, or is that of a view.
 */
export function resourceSegments(
  typed: string,
  exists: (segments: readonly string[]) => boolean,
): string[] {
  const segments = segmentsOf(typed, 'resource');
  const [last = '', folders] = [segments.at(-1), segments.slice(0, -1)];
  if (folders.length > 0 && actionOf(last) !== undefined) {
    throw new UsageError(
      `${quoted(typed)} cannot name a resource: ${last} is an action. Did you mean add:field ${folders.join('.')}?`,
    );
  }
  const plural = [...folders, pluralOf(last)];
  return !exists(segments) && exists(plural) ? plural : segments;
}

/** What to say of a model that does not exist. */
export async function refusalOf(
  project: Project,
  { model: { className }, name }: ResourceNames,
  fields: readonly Field[],
): Promise<string> {
  const near = nearestWord(className, await modelsIn(project));
  const typed = fields.map((field) => field.typed).join(' ');
  return (
    `There is no model ${className} yet. Did you mean scaffold ` +
    (near === undefined
      ? `make:resource ${name} ${typed}?`
      : `add:field ${modelOfClass(near, project.layout).table} ${typed}?`)
  );
}
