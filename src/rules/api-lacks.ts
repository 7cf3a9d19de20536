// Specs: spec/make-api/index.spec.ts
import { dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { Home } from '../manifest/format';
import { linesAt } from '../manifest/kept-text';
import { isGuard } from '../naming/guards';
import type { ClassPlace } from '../project/class-place';
import { methodOf, ownerOf } from '../project/controllers';
import { listed } from '../naming/spelling';
import type { Project } from '../project/project';
import { guardOf, unknownGuards } from '../project/route-guards';
import { isBelow, otherModules, pathsBelow } from '../project/walk';
import { importsWith, meaningsOf } from '../python/imports';
import type { Node } from '../python/node';
import { assignmentsIn, basesOf, functionsIn } from '../python/queries';
import type { PythonSource } from '../python/source';
import { statementsOf } from '../python/statements';
import { isServed } from '../view/api-operations';
import type { ApiState } from '../view/api-state';
import type { View } from '../view/view';
import { API_FOLDER } from './api';
import { hasSignIn } from './auth-files';
import { type Note, warningIf } from './outcome';

/**
 * Warns of what a person wrote that may refuse somebody on the pages of a resource, and is not in its API.
 *
 * @param isChosen Whether the run says who may use both.
 * @throws SchematicsException if a page with unknown decorators counts as open, and nobody has said so.
 */
export async function adviseLacks(
  project: Project,
  { files: [file], name }: ApiState,
  views: readonly View[],
  isChosen: boolean,
): Promise<Note[]> {
  if (file === undefined || file.existing === file.offered) {
    return [];
  }
  const hooks = await hooksBefore(project, views);
  const unknown = unknownIn(views, hooks);
  const isOpen = views.some(({ route: { existing, made } }) => {
    const isKnown = !existing || guardOf(existing) || isGuard(made[existing.endpoint]?.guard);
    return !isKnown && [...unknownGuards(existing), ...hooks].length > 0;
  });
  if (isOpen && !isChosen && hasSignIn(project)) {
    throw new SchematicsException(
      `These lines may refuse people whom the API would let in: scaffold does not know what they do. Say who may use pages ` +
        `and API, for example with \`scaffold make:resource ${name} --api --guard users\`, or --guard none for everybody:\n` +
        listed(unknown),
    );
  }
  return lacking(file.path, [
    ...unknown,
    ...ownFunctions(views),
    ...(await ownMethods(project, name, views)),
    ...(await ownValidation(project, name, views)),
  ]);
}

/** Warns of what may refuse somebody on pages that get another guard, and is not in their API. */
export async function adviseUnknown(
  project: Project,
  { files: [file] }: ApiState,
  views: readonly View[],
): Promise<Note[]> {
  return file === undefined || file.existing === file.offered
    ? []
    : lacking(file.path, unknownIn(views, await hooksBefore(project, views)));
}

function unknownIn(views: readonly View[], hooks: readonly string[]): string[] {
  const routes = views.flatMap(({ route }) => route.existing ?? []);
  return [...routes.flatMap(unknownGuards), ...hooks];
}

function lacking(path: string, own: readonly string[]): Note[] {
  return warningIf(
    own.length > 0 &&
      `${path} does not do what these lines of yours do. If they keep people from records, or refuse values, write ` +
        `the same there:\n${listed(own)}`,
    path,
  );
}

const HOOK = /\.before_(app_)?request$/;

/** How code asks which page a request is for. */
const ASKS = /\brequest\.(blueprints?|endpoint|full_path|path|url_rule)\b/;

/**
 * What may refuse a request before its view, wherever it is written: `before_request` of a blueprint that leads to the views, or
 * of an application that asks which page is meant.
 */
async function hooksBefore(project: Project, views: readonly View[]): Promise<string[]> {
  const blueprints = views.flatMap(({ names }) => names.blueprints);
  const { routes } = project.layout;
  const paths = [...otherModules(project), ...pathsBelow(project, routes)].filter(
    (path) =>
      path.endsWith('.py') && !isBelow(path, API_FOLDER) && project.text(path).includes('.before_'),
  );
  const named = new RegExp(`["'/](${blueprints.map(({ name }) => name).join('|')})\\b`);
  const concerns = (source: PythonSource, hook: Node): boolean => {
    const written = hook.child('object')?.text ?? '';
    const meanings = meaningsOf(importsWith(source, written.replace(/\..*/, '')), written);
    if (meanings.length > 0) {
      return blueprints.some((each) =>
        meanings.some(
          (meant) => meant.startsWith(`${each.package}.`) && !leadsOn(meant, each.package),
        ),
      );
    }
    return source.path.startsWith(`${routes}/`)
      ? blueprints.some(({ folder }) => folder === dirname(source.path))
      : written !== 'app' || (ASKS.test(source.text) && named.test(source.text));
  };
  const sources = await project.sources(paths);
  return sources.flatMap((source) =>
    source.root
      .descendants('attribute')
      .filter((node) => HOOK.test(node.text) && concerns(source, node))
      .map((node) => `${source.placeOf(node)}: ${node.text}`),
  );
}

/** Whether a name means something in a package below this one: `app.routes.admin.users.bp` of `app.routes.admin`. */
function leadsOn(meant: string, above: string): boolean {
  return !/^(routes\.)?\w+$/.test(meant.slice(above.length + 1));
}

/** The functions of routes that do more than call their controller: `app/routes/posts/routes.py:12: index`. */
function ownFunctions(views: readonly View[]): string[] {
  return views.filter(isServed).flatMap(({ controller, route: { existing } }) => {
    const { definition } = existing ?? {};
    const [first, ...others] = (definition ? statementsOf(definition.body) : []).filter(
      (each) => each.firstNamedChild?.type !== 'string',
    );
    const isOwn = others.length > 0 || first?.type !== 'return_statement';
    return controller.place && existing && definition && isOwn
      ? [`${existing.place}: ${definition.name}`]
      : [];
  });
}

/** What a person wrote or changed in a controller: `app/controllers/post_controller.py:12: index`. */
async function ownMethods(
  project: Project,
  resource: string,
  views: readonly View[],
): Promise<string[]> {
  const own: string[] = [];
  for (const { controller, names } of views.filter(isServed)) {
    const owner = controller.place && (await ownerOf(project, controller.place, names.method));
    const method = owner && methodOf(owner, names.method);
    if (method && !(await isMade(project, resource, owner, names.method))) {
      own.push(`${owner.source.placeOf(method.node)}: ${names.method}`);
    }
    if (controller.place) {
      const { definition, source } = controller.place;
      const init = methodOf(controller.place, '__init__');
      own.push(
        ...basesOf(definition).map((base) => `${source.placeOf(base)}: ${base.text}`),
        ...(init ? [`${source.placeOf(init.node)}: __init__`] : []),
      );
    }
  }
  return own;
}

/** Whether a method is as generated. */
async function isMade(
  project: Project,
  resource: string,
  { definition, source }: ClassPlace,
  name: string,
): Promise<boolean> {
  const method = methodOf({ definition, source }, name);
  const text = method ? linesAt(source, method) : '';
  for (const home of homesOf(project, resource)) {
    if (
      await project.changes.isMemberAsGenerated(
        home,
        source.path,
        `${definition.name}.${name}`,
        text,
      )
    ) {
      return true;
    }
  }
  return false;
}

/** What the controller and the form of a resource may belong to: it may share them with another one of its model. */
function homesOf({ changes }: Project, resource: string): Home[] {
  return [{ resource }, ...changes.homes];
}

/** What a person wrote or changed in a form: `app/forms/post_form.py:12: validate_title`. */
async function ownValidation(
  project: Project,
  resource: string,
  views: readonly View[],
): Promise<string[]> {
  const place = views.find(({ form }) => form)?.form?.place;
  if (place === undefined) {
    return [];
  }
  const { definition, source } = place;
  const made: string[] = [];
  for (const home of homesOf(project, resource)) {
    const lines = await project.changes.generatedMember(home, source.path, definition.name);
    made.push(...(lines ?? []));
  }
  const isGenerated = (node: Node): boolean => made.join('\n').includes(node.text);
  const methods = functionsIn(definition.node).map(({ name, node }) => ({ name, node }));
  const fields = assignmentsIn(definition.node).map(({ node, target }) => ({ name: target, node }));
  return [...fields, ...methods]
    .filter(({ node }) => !isGenerated(node))
    .map(({ name, node }) => `${source.placeOf(node)}: ${name}`);
}
