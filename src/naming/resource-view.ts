// Specs: spec/naming/view-names.spec.ts
import { UsageError } from '../errors';
import type { Layout } from '../layout';
import { actionOf, type ActionRow, ACTIONS } from './actions';
import { blueprintsOf } from './blueprint-names';
import { controllerNames } from './controller-names';
import { modelOfFolder, type ModelNames, requestedModel } from './model-names';
import type { PageNames } from './page-names';
import { freeMethod } from './python-words';
import { routeNames, urlOf } from './route-names';
import { capitalize, phrase, quoted } from './spelling';
import { type ViewOptions, wantsOf } from './view-options';
import { isPlural, singularOf } from './words';

/** A part of the name before the last folder. A namespace has no model. */
interface OuterFolder {
  readonly folder: string;
  readonly parent: ModelNames | undefined;
}

/** How a browser reaches a view, and the title of its page. */
type ViewShape = Pick<ActionRow, 'method' | 'path' | 'hasTemplate' | 'title'>;

/** A view of a folder: an action, or a page beside them. */
export function resourceView(
  options: ViewOptions,
  models: ReadonlySet<string>,
  folders: readonly [string, ...string[]],
  last: string,
  layout: Layout,
): PageNames {
  const action = actionOf(last);
  const name = action ?? last;
  const shape: ViewShape = action ? ACTIONS[action] : pageShape(last);
  const wants = wantsOf(options);
  if (!shape.hasTemplate && !wants.route && !wants.controller) {
    throw new UsageError(
      `${quoted(options.name)} has no template: ${name} redirects. ` +
        'Add -r for its route, -c for its controller, or both: -rc.',
    );
  }
  const folder = folders.at(-1) ?? '';
  const model =
    options.model === undefined
      ? modelOfFolder(folder, layout)
      : requestedModel(options.model, layout);
  const outer = folders.slice(0, -1).map((part): OuterFolder => {
    const parent = modelOfFolder(part, layout);
    return { folder: part, parent: isParent(part, parent, options, models) ? parent : undefined };
  });
  const parents = outer.flatMap(({ parent }) => parent ?? []);
  checkParents(options, [...parents, model]);
  return {
    action,
    title: shape.title(model.phrase, phrase(options.model === undefined ? folder : model.table)),
    controller: controllerNames(
      options.controller,
      [...outer.map((part) => singularOf(part.folder)), model.name].join('_'),
      layout,
    ),
    method: freeMethod(name),
    blueprints: blueprintsOf(folders, layout),
    route: routeNames(name, shape.method, pathOf(outer, folder, model, shape), options.route),
    model,
    parents,
  };
}

function pageShape(name: string): ViewShape {
  const title = (): string => capitalize(phrase(name));
  return { method: 'GET', path: urlOf(name), hasTemplate: true, title };
}

function isParent(
  folder: string,
  { className }: ModelNames,
  options: ViewOptions,
  models: ReadonlySet<string>,
): boolean {
  const isMade = wantsOf(options).model && !options.namespace;
  return isPlural(folder) && (models.has(className) || isMade);
}

function pathOf(
  outer: readonly OuterFolder[],
  folder: string,
  { id }: ModelNames,
  shape: ViewShape,
): string {
  const before = outer.map((part) => {
    return urlOf(part.folder) + (part.parent ? `/<int:${part.parent.id}>` : '');
  });
  return before.join('') + urlOf(folder) + shape.path.replace('ID', `<int:${id}>`);
}

/** A model that is its own parent would need two columns of one name. */
function checkParents(options: ViewOptions, line: readonly ModelNames[]): void {
  const ids = line.map(({ id }) => id);
  const twice = line.find(({ id }, index) => ids.indexOf(id) !== index);
  if (twice) {
    throw new UsageError(
      `Cannot make ${quoted(options.name)}: ${twice.className} would belong to itself. ` +
        'Name another model with --model NAME, or leave out a folder.',
    );
  }
}
