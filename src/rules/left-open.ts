// Specs: spec/rules/guard.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { decoratorOf, GUARDS, isWeaker, USER } from '../naming/guards';
import { listed, withArticle } from '../naming/spelling';
import { resourceOf } from '../naming/view-names';
import { controllerOf, findController, methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { routesOf } from '../project/served';
import { pathsBelow } from '../project/walk';
import { usesName } from '../python/generated';
import { callsOf } from '../python/queries';
import { ownBlueprint } from '../view/blueprint-state';
import { CURRENT_USER, MAY_CHANGE, type OwnerScope, scopeIn } from '../view/owner-scope';
import { allResources, resourcesBelow } from '../view/resources-of';
import type { View, Views } from '../view/view';
import { authRoutes, hasSignIn } from './auth-files';
import { hiddenRoutes, openCallers } from './open-callers';
import { type Note, warning } from './outcome';
import { advisePlacedOpen } from './placed-left-open';

/** Warns about what the guard of views leaves open, because it belongs to another resource. */
export async function adviseLeftOpen(views: Views): Promise<Note[]> {
  const [first] = views;
  const { app } = first;
  const { project } = app;
  if (!app.isOurs) {
    return advisePlacedOpen(app, views);
  }
  if (!first.guard || first.guard.takenOver) {
    return [];
  }
  const messages = [
    ...(await openChildren(first)).map(({ message }) => message),
    ...(await openOthers(project, first)),
  ];
  return [
    ...(await openCallers(views)),
    ...(await hiddenRoutes(first)),
    ...messages.map((each) => warning(each)),
  ];
}

/** A resource below the one of a view, whose pages find the record of that for everybody. */
interface OpenChild {
  readonly command: string;
  readonly message: string;
}

/** The resources below the one of a view that its guard leaves open. */
async function openChildren({
  app: { project },
  blueprints,
  guard,
  models,
  names,
}: View): Promise<OpenChild[]> {
  const { folder } = ownBlueprint({ blueprints }).names;
  const model = names.action && models.at(-1)?.place && names.model;
  if (!guard || !model) {
    return [];
  }
  const { owner, plain } = GUARDS[guard.word];
  const openBelow = async (parent: string, id: string): Promise<OpenChild[]> => {
    const open: OpenChild[] = [];
    for (const child of await resourcesBelow(project, parent, id)) {
      const place = await controllerOf(project, child.controller);
      const isScoped = place && callsOf(place.definition.node, model.records).length > 0;
      const routes = await routesOf(project, child.folder);
      const isOpen = routes.some((each) => isWeaker(guardOf(each), decoratorOf(plain, each)));
      if (isOpen || (owner === 'read' && !isScoped)) {
        const command = `scaffold make:resource ${child.typed} --guard ${plain}`;
        const reason =
          owner === 'read'
            ? `Only its owner sees ${withArticle(model.phrase)} now, but ${child.folder} finds that of anybody.`
            : `${resourceOf(names)} is guarded now, but ${child.folder} is open to others.`;
        open.push({ command, message: `${reason} Run \`${command}\`.` });
      } else {
        open.push(...(await openBelow(child.folder, child.model.id)));
      }
    }
    return open;
  };
  return openBelow(folder, model.id);
}

/** Other resources of the model that let in more people. One whose routes call the same controller is among the callers. */
async function openOthers(project: Project, { guard, names }: View): Promise<string[]> {
  const { controller, model } = names;
  const open: string[] = [];
  if (!guard || !model || model.className === USER) {
    return open;
  }
  const { owner } = GUARDS[guard.word];
  const isOfSignIn = (folder: string): boolean =>
    hasSignIn(project) && authRoutes(project.layout).startsWith(`${folder}/`);
  for (const other of await allResources(project, model)) {
    const place = await controllerOf(project, other.controller);
    const scope = place && scopeIn(place, model);
    const isOpen = (await routesOf(project, other.folder)).some((each) => {
      const [known, wanted] = [guardOf(each), decoratorOf(guard.word, each)];
      return isWeaker(known, wanted) || (wanted && owner && known !== 'admin_required' && !scope);
    });
    if (isOpen && other.controller !== controller.className && !isOfSignIn(other.folder)) {
      const command = `\`scaffold make:resource ${other.typed} --guard ${guard.word}\``;
      open.push(
        `${resourceOf(names)} is guarded now, but ${other.folder} ` +
          (scope?.query === undefined
            ? `has each ${model.phrase}, too, and lets in more people. Run ${command}.`
            : `shows each ${model.phrase} to its owner, too. If that is not meant, run ${command}.`),
      );
    }
  }
  return open;
}

/**
 * Refuses a new guard for owners if a method of a person would tell who they are, though it asks for no user: it would let in
 * everybody. Under a guard for owners, such a method is one that its owner changed.
 *
 * @param before The views of the resource, as they were before the guard.
 * @param after The same with it.
 * @throws SchematicsException naming the method.
 */
export function refuseAdoptedMethod(before: readonly View[], [view]: Views): void {
  const { controller, guard, names } = view;
  const owner = guard && GUARDS[guard.word].owner;
  const wasFor = before.map((each) => each.guard && GUARDS[each.guard.word].owner);
  if (!owner || !controller.place || !names.model || wasFor.includes(owner)) {
    return;
  }
  const name = owner === 'read' ? names.model.records : MAY_CHANGE;
  const method = methodOf(controller.place, name);
  if (method && !usesName(method.body, CURRENT_USER)) {
    throw new SchematicsException(
      `${controller.place.source.placeOf(method.statement)}: ${name}() does not ask for ${CURRENT_USER}, so every user could ` +
        `${owner} the ${names.model.pluralPhrase} of others. Rename it and its calls, or have it ask for the owner.`,
    );
  }
}

/**
 * Refuses a guard that takes away what other code asks for the records of an owner: `PostController().posts()`.
 *
 * @param before The views of the resource, as they were before the guard.
 * @param after The same with it.
 * @throws SchematicsException with the lines that would break, or with what the guard would open to others.
 */
export async function refuseLostCalls(before: readonly View[], after: Views): Promise<void> {
  const [first] = before;
  const { controller, model } = first?.names ?? {};
  const { project } = after[0].app;
  const place = first?.controller.place;
  const had = place && model && scopeIn(place, model);
  const now = controller && (await findController(project, controller));
  const has = now && model && scopeIn(now, model);
  if (!place || !had || (had.query === has?.query && had.mayChange === has?.mayChange)) {
    return;
  }
  if (had.query !== undefined) {
    await refuseOpened(after);
  }
  const lines = await callsElsewhere(project, had, place.source.path);
  if (lines.length > 0) {
    throw new SchematicsException(
      `This guard takes away ${had.query ?? had.mayChange}, which other code calls, so nothing was written:\n` +
        `${listed(lines)}\n` +
        'Say there which records the visitor may reach, then run this again.',
    );
  }
}

/** Refuses to open what belongs to the records of owners, and was for these alone. */
async function refuseOpened([view]: Views): Promise<void> {
  const open = view.guard ? await openChildren(view) : [];
  if (open.length > 0) {
    throw new SchematicsException(
      `This guard would open what belongs to each ${view.names.model?.phrase ?? 'record'} to people other than its owner. ` +
        `Guard that first, then run this again:\n${listed(open.map(({ command }) => command))}`,
    );
  }
}

/** `app/controllers/post_note_controller.py:13: post = …` for each call of what selects or checks the records. */
async function callsElsewhere(
  project: Project,
  { controller: { className }, names, query }: OwnerScope,
  own: string,
): Promise<string[]> {
  const method = query === undefined ? MAY_CHANGE : names.records;
  const paths = pathsBelow(project, project.layout.package).filter(
    (path) =>
      path.endsWith('.py') &&
      path !== own &&
      project.text(path).includes(`${className}().${method}(`),
  );
  return (await project.sources(paths)).flatMap((source) => {
    const lines = source.text.split('\n');
    return callsOf(source.root, method)
      .filter(({ receiver }) => receiver === `${className}()`)
      .map(({ node }) => `${source.placeOf(node)}: ${lines[node.row]?.trim() ?? ''}`);
  });
}
