import { inserted, insertedInto } from '../edit';
import { type FoundBlueprint, variablesOf } from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import { methodOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import { addImport } from '../python/add-import';
import { functionsOf } from '../python/definitions';
import type { PythonSource } from '../python/source';
import { withFunction } from '../python/transplant';
import { decoratorOf } from '../view/guard-state';
import { serves } from '../view/route-state';
import { type RouteValues, typedParameters } from '../view/template-values';
import { ownBlueprint, type View } from '../view/view';
import { edited, NOTHING, type Outcome } from './outcome';

/** Adds the route of a view to its blueprint, and keeps an existing route. */
export function addRoute(view: View): Outcome {
  const { existing } = view.route;
  if (existing) {
    return edited([], ...warningsAbout(view, existing));
  }
  const { found } = ownBlueprint(view);
  if (!view.wants.route || found === undefined) {
    return NOTHING;
  }
  const { path, warnings } = pathIn(view, found);
  const file = view.route.file ?? found.source;
  const into = (source: PythonSource): PythonSource => withRoute(view, found, path, source);
  return edited(
    view.route.file ? inserted(file, into) : [insertedInto(file.path, into)],
    ...warnings,
    ...(hasMethod(view) || view.names.template !== undefined ? [] : [onlyRedirects(view)]),
  );
}

function withRoute(
  view: View,
  blueprint: FoundBlueprint,
  path: string,
  source: PythonSource,
): PythonSource {
  const [known] = variablesOf(source, blueprint);
  const { variable } = blueprint;
  const wanted = { module: moduleOf(blueprint.source), name: variable };
  const ready = known === undefined ? addImport(source, wanted) : source;
  const route = routeValues(view, path);
  return withFunction(ready, view.names.route.function, (name) =>
    generatedRoute(view, known ?? variable, { ...route, function: name }),
  );
}

/** A module with the function of the route. */
function generatedRoute(
  { names, templates }: View,
  variable: string,
  route: RouteValues,
): PythonSource {
  const values = { blueprint: { name: '', variable }, route };
  return templates.module('routes/routes.py', names.controller.file, values);
}

/** @param path The URL without the prefix of the blueprint. */
function routeValues(view: View, path: string): RouteValues {
  const { controller, guard, names } = view;
  const { route } = names;
  return {
    ...controller.values,
    path,
    function: route.function,
    endpoint: route.endpoint,
    decorator: route.method.toLowerCase(),
    guard: guard && decoratorOf(guard.word, { ...route, methods: [route.method] }),
    parameters: typedParameters(route).join(', '),
    arguments: route.parameters.map(({ name }) => name).join(', '),
    returns: returnsText(view) ? 'str' : 'ResponseReturnValue',
    callsController: hasMethod(view),
  };
}

/** Whether the route returns the text of a page. */
function returnsText({ controller, names }: View): boolean {
  const { generated, owner } = controller;
  const method = owner
    ? methodOf(owner, names.method)
    : generated && functionsOf(generated).find(({ name }) => name === names.method);
  return method
    ? method.node.child('return_type')?.text === 'str'
    : owner === undefined && names.template !== undefined;
}

function hasMethod({ controller }: View): boolean {
  return controller.owner !== undefined || controller.generated !== undefined;
}

/** The URL without the prefix of the blueprint, and a warning if it does not start with that prefix. */
function pathIn(
  { names, route: { prefix } }: View,
  blueprint: FoundBlueprint,
): { path: string; warnings: string[] } {
  const { path } = names.route;
  if (path === prefix || path.startsWith(`${prefix}/`) || prefix === '') {
    return { path: path.slice(prefix.length), warnings: [] };
  }
  return {
    path,
    warnings: [
      `${blueprint.source.path}: the blueprint ${blueprint.name} puts ${prefix} before ${path}, so the page is ` +
        `at ${prefix}${path}. Change its route if you did not mean that.`,
    ],
  };
}

/** Warnings about an existing route with another URL, or without a call of the controller. */
function warningsAbout({ names, wants }: View, route: ExistingRoute): string[] {
  const place = `${route.source.path}:${route.line}: ${route.function}`;
  const code = `${route.function} ${route.definition?.body.text ?? ''}`;
  const calls = [names.controller.className, `.${names.method}(`];
  const isConnected = route.definition === undefined || calls.some((part) => code.includes(part));
  return [
    ...(wants.route && !serves(route, names)
      ? [
          `${place} serves ${route.methods.join(' and ')} ${route.path} as ${names.route.endpoint}. It stays as it is.`,
        ]
      : []),
    ...(wants.controller && !isConnected
      ? [`${place} does not call the controller. To connect it: return ${callText(names)}`]
      : []),
  ];
}

function onlyRedirects({ names: { controller, method, route } }: View): string {
  return (
    `${route.method} ${route.path} only redirects: ${controller.className} has no method ` +
    `${method}. Add it with -c.`
  );
}

function callText({ controller, method, route }: View['names']): string {
  const values = route.parameters.map(({ name }) => name).join(', ');
  return `${controller.className}().${method}(${values})`;
}
