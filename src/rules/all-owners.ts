// Specs: spec/rules/persons-routes.spec.ts
import { actionOf } from '../naming/actions';
import { type ModelNames, modelOfClass } from '../naming/class-names';
import { decoratorOf, GUARDS } from '../naming/guards';
import type { ExistingRoute } from '../project/existing-routes';
import type { ClassPlace } from '../project/class-place';
import { guardedBy } from '../project/route-guards';
import { routesOf } from '../project/served';
import { namesClass, reachedFrom, usesName } from '../python/generated';
import type { Node } from '../python/node';
import { callsOf, functionsIn } from '../python/queries';
import { CURRENT_USER, MAY_CHANGE } from '../view/owner-scope';
import { ADMINS, ownerPathOf, type Readers, readersOf } from '../view/readers';
import { changesGuard, type View } from '../view/view';
import { type Note, warningIf } from './outcome';

/** A model whose records are for their owners. */
interface Owned {
  readonly model: ModelNames;
  /** Who may read them, by the table; empty if it has none of them. */
  readonly readers: Readers;
  /** The methods of controllers that select what the user owns: its records, or those above. */
  readonly scopes: readonly string[];
}

/**
 * Warns about the routes of a person in the folder of a resource that gets a guard, and in those above, and about its operations, if
 * they find the records of all owners. The table of readers has to say by now who may read by the guard.
 *
 * @param operations Undefined if the API does not serve it.
 */
export async function adviseAllOwners(view: View, operations: View | undefined): Promise<Note[]> {
  const { app, blueprints, route } = view;
  if (!view.guard || !changesGuard(view)) {
    return [];
  }
  const owned = await ownedModels(view);
  const folders = blueprints.slice(0, -1).map(({ names }) => names.folder);
  const above = await Promise.all(folders.map((folder) => routesOf(app.project, folder)));
  return [
    ...[...route.own, ...above.flat()].flatMap((each) => adviseRoute(view, each, owned)),
    ...(operations?.route.own.flatMap((each) => adviseRoute(operations, each, owned)) ?? []),
  ];
}

/** The models whose records are for their owners, by the table of readers or by the guard of a view. */
async function ownedModels({ app: { project }, guard, names: { model } }: View): Promise<Owned[]> {
  const table = await readersOf(project);
  const own = guard && GUARDS[guard.word].owner ? model?.className : undefined;
  const all = [...new Set([...table.keys(), ...(own === undefined ? [] : [own])])].map((each) =>
    each === model?.className ? model : modelOfClass(each, project.layout),
  );
  return all.flatMap((each) => {
    const readers = table.get(each.className) ?? [];
    const paths = readers.flatMap((reader) => ownerPathOf(reader)?.split('.') ?? []);
    const isAbove = ({ record }: ModelNames): boolean => paths.includes(record);
    const scopes = [each, ...all.filter(isAbove)].map(({ records }) => records);
    return paths.length > 0 || each.className === own ? { model: each, readers, scopes } : [];
  });
}

/** What to say about a route that a person wrote, if it finds the records of all owners. */
function adviseRoute(
  { controller, guard, names, route: { made } }: View,
  route: ExistingRoute,
  owned: readonly Owned[],
): Note[] {
  const known = made[route.endpoint];
  if (!guard || known?.route !== undefined || actionOf(route.endpoint) !== undefined) {
    return [];
  }
  const { owner } = GUARDS[guard.word];
  const isForAdmins = guardedBy(route, guard.word, known).after === 'admin_required';
  return owned.flatMap((each) => {
    const { className, pluralPhrase, record, records } = each.model;
    const by = owner && className === names.model?.className ? owner : undefined;
    const isAsked = by
      ? decoratorOf(guard.word, route) !== undefined
      : !isForAdmins || !each.readers.includes(ADMINS);
    const query = by
      ? `${names.controller.className}().${records}()`
      : `db.select(${className}).where(is_readable(${className}))`;
    const [does, remedy] =
      by === 'change'
        ? ['can change', `Ask ${names.controller.className}().${MAY_CHANGE}(${record}) before.`]
        : ['shows', `Select them with ${query}.`];
    return warningIf(
      isAsked &&
        findsAll(controller.place, route, each) &&
        `${route.place}: ${route.path} ${does} all owners' ${pluralPhrase}. ${remedy}`,
      route.place,
    );
  });
}

/** The bodies of the methods of a controller to which code leads: `PostController().export()`, and then `self.rows()` in that. */
function methodsFrom({ definition }: ClassPlace, code: readonly Node[]): Node[] {
  const own = `\\b${definition.name}(?:\\(\\))?`;
  const methods = functionsIn(definition.node);
  const reached = new Set(code);
  for (const { text } of reached) {
    methods
      .filter(({ name }) =>
        new RegExp(
          `(?:${own}|\\bself|\\bcls)\\.${name}\\b|\\bgetattr\\(${own}, ["']${name}["']`,
        ).test(text),
      )
      .forEach(({ body }) => reached.add(body));
  }
  return [...reached].filter((each) => !code.includes(each));
}

/** Whether a route, or what it calls in its file or in the controller, uses a model without asking who may read. */
function findsAll(
  place: ClassPlace | undefined,
  { definition, node, source }: ExistingRoute,
  { model: { className }, scopes }: Owned,
): boolean {
  const code = reachedFrom(source, definition?.body ?? node);
  const methods = place ? methodsFrom(place, code) : [];
  const asks = (each: Node): boolean =>
    usesName(each, CURRENT_USER) ||
    [MAY_CHANGE, ...scopes].some((name) => callsOf(each, name).length > 0) ||
    callsOf(each, 'is_readable').some(({ node }) => namesClass(source, [node], className));
  return (
    (namesClass(source, code, className) ||
      (place !== undefined && namesClass(place.source, methods, className))) &&
    ![...code, ...methods].some(asks)
  );
}
