// Specs: spec/manifest/commands.spec.ts
import type { ManifestAction, ManifestRequest } from '../manifest/format';
import { actionOf } from '../naming/actions';
import type { ModelNames } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import { resourceOf, type ViewNames } from '../naming/view-names';
import type { ViewOptions } from '../naming/view-options';
import type { Column } from '../project/column-type';
import type { Project } from '../project/project';
import type { ExistingRoute } from '../project/existing-routes';
import { guardedBy } from '../project/route-guards';
import type { ModelState } from '../view/model-state';
import { changesGuard, hasMethod, isMade, ownModel, type View, type Views } from '../view/view';
import { isPartOf } from './guard';

/**
 * Has the manifest of their resource keep what views are, as this run leaves them.
 *
 * @param others Other resources whose files the run changes.
 * @param further Further routes of their resource.
 */
export function rememberViews(
  views: Views,
  options: Pick<ViewOptions, 'namespace'>,
  others: readonly Pick<ResourceNames, 'name'>[] = [],
  further: Readonly<Record<string, ManifestAction>> = {},
): void {
  const [first] = views;
  const model = ownModel(first);
  const { model: own, view } = first.names;
  const { isOurs, project } = first.app;
  const home = { resource: resourceOf(first.names) };
  const fields = model?.place && fieldsAfter(views, model);
  if (model && fields && model.owner?.added) {
    rememberOwner(project, model, others);
  }
  project.changes.ask(
    home,
    {
      ...namedRequest(isOurs ? first.names : { view, model: own }, options),
      ...(fields && { fields }),
      ...(model?.owner && { owner: model.owner.column }),
      actions: { ...Object.fromEntries(views.flatMap(actionsOf)), ...further },
    },
    [...ownedBy(model?.names), ...others.map(({ name }) => ({ resource: name }))],
  );
}

/** The columns that the parts of a resource show. The first ones show all of the model. */
function fieldsAfter(
  [{ app, names }]: Views,
  { columns, isNew, owner }: ModelState,
): readonly string[] {
  const { actions = {}, fields } = app.project.changes.request({ resource: resourceOf(names) });
  const isFirst = isNew || Object.keys(actions).length === 0;
  const all = columns.map(({ name }) => name);
  return shownOf(isFirst ? undefined : fields, all, owner ? [owner.column] : []);
}

/** Has the other resources of a model keep that they show its owner, too, from this run on. */
function rememberOwner(
  { changes }: Project,
  { columns, names, owner }: ModelState,
  others: readonly Pick<ResourceNames, 'name'>[],
): void {
  for (const { name } of others) {
    const home = { resource: name };
    const { fields, names: known } = changes.request(home);
    if (known?.['model'] === names.className && fields) {
      const all = columns.map((column) => column.name);
      changes.ask(home, { fields: shownOf(fields, all, owner ? [owner.column] : []) });
    }
  }
}

/**
 * The columns of a model that parts show: those that they show so far, and those that the run adds. A person may have added
 * others, and may let nobody see or change them.
 *
 * @param known Those so far; undefined if nobody knows.
 */
function shownOf(
  known: readonly string[] | undefined,
  columns: readonly string[],
  added: readonly string[],
): readonly string[] {
  return columns.filter((name) => known?.includes(name) !== false || added.includes(name));
}

/** Has the manifest of a model keep what it is. */
export function rememberModel(
  project: Project,
  { model }: Pick<ViewNames, 'model'>,
  columns: readonly Pick<Column, 'name'>[],
): void {
  if (model) {
    const { className, table } = model;
    project.changes.ask(
      { resource: table },
      { names: { model: className, table }, fields: columns.map(({ name }) => name) },
    );
  }
}

/**
 * Has the manifests of resources keep the columns that their parts show. What the run changes belongs to whichever knows it.
 *
 * @param columns Those of the model, after the run.
 * @param added Those among them that the run adds to the parts.
 * @param renamed The new names of columns.
 */
export function rememberFields(
  project: Project,
  resources: readonly Pick<ResourceNames, 'name'>[],
  columns: readonly string[],
  added: readonly string[],
  renamed: ReadonlyMap<string, string> = new Map(),
): void {
  for (const { name } of resources) {
    const { fields, owner } = project.changes.manifest({ resource: name })?.request ?? {};
    const known = fields?.map((each) => renamed.get(each) ?? each);
    const next = renamed.get(owner ?? '');
    const request = {
      fields: shownOf(known, columns, added),
      ...(next === undefined ? {} : { owner: next }),
    };
    project.changes.ask({ resource: name }, request, project.changes.homes);
  }
}

/** What the manifest keeps of the names of a view. A run with these names makes the same. */
function namedRequest(
  { controller, model, view }: Pick<ViewNames, 'view'> & Partial<ViewNames>,
  { namespace }: Pick<ViewOptions, 'namespace'>,
): ManifestRequest {
  return {
    names: {
      resource: resourceOf({ view }),
      ...(controller && { controller: controller.className }),
      ...(model && { model: model.className, table: model.table }),
    },
    ...(namespace && { options: { namespace } }),
  };
}

/** The other resource that the files of a model may belong to: the one of its table. */
export function ownedBy(model: ModelNames | undefined): { readonly resource: string }[] {
  return model ? [{ resource: model.table }] : [];
}

/** A view, and the routes that get its guard along with it. */
function actionsOf(view: View): [string, ManifestAction][] {
  const { app, controller, guard, isOpened, names, page, resource, route } = view;
  const { action } = names;
  const hasNewCode =
    controller.generated !== undefined || (page?.isOwn && page.existing === undefined);
  const isAlone = action !== undefined && resource === undefined && hasNewCode;
  const own: ManifestAction = {
    ...(isMade(view) && { route: names.route.path, guard: 'none' }),
    ...(isAlone && { made: 'alone' }),
    ...(hasMethod(view) && { controller: names.controller.className }),
    ...(isOpened && { guard: 'none' }),
    ...(guard && isOwnGuard(view) && { guard: guard.word }),
  };
  const others = route.own
    .filter(({ endpoint }) => endpoint !== names.route.endpoint)
    .filter((each) => app.isOurs && (resource ?? isPartOf(view, each)));
  return [
    ...(changesGuard(view)
      ? others.flatMap((each): [string, ManifestAction][] => {
          const word = guardToKeep(view, each);
          return word === undefined ? [] : [[each.endpoint, { guard: word }]];
        })
      : []),
    [names.route.endpoint, own],
  ];
}

/** Whether the guard of a view is what `scaffold` puts there: a function that a person wrote may have had its decorator. */
function isOwnGuard({ app, guard, route: { existing, made } }: View): boolean {
  const known = existing && made[existing.endpoint];
  return (
    app.isOurs ||
    !existing ||
    known?.route !== undefined ||
    guardedBy(existing, guard?.word, known).wanted !== undefined
  );
}

/** What the manifest keeps of the guard of a route. Of one that a person wrote, that is what `scaffold` put there. */
export function guardToKeep(
  { guard, route: { made } }: View,
  route: ExistingRoute,
): ManifestAction['guard'] {
  const { endpoint } = route;
  const known = made[endpoint];
  const isMade = actionOf(endpoint) !== undefined || known?.route !== undefined;
  return isMade || guardedBy(route, guard?.word, known).wanted
    ? (guard?.word ?? 'none')
    : known && 'none';
}
