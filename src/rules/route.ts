import { SchematicsException } from '@angular-devkit/schematics';
import { inserted, insertedInto } from '../edit';
import { type FoundBlueprint, variablesOf } from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import { methodOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import { addImport, addMissingImports } from '../python/add-import';
import { functionsOf } from '../python/definitions';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { namesAt } from '../python/names';
import type { PythonSource } from '../python/source';
import { statementAtEnd } from '../python/statement-insertion';
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
  const { variable: name } = blueprint;
  const ready =
    known === undefined ? addImport(source, { module: moduleOf(blueprint.source), name }) : source;
  const route = routeValues(view, path);
  const pieceNamed = (function_: string): GeneratedPiece =>
    generatedRoute(view, known ?? name, { ...route, function: function_ });
  const asNamed = pieceNamed(route.endpoint);
  const imported = addMissingImports(ready, asNamed.imports);
  const free = freeName(imported, view.names.route.function);
  const { code } = free === route.endpoint ? asNamed : pieceNamed(free);
  return imported.insert(statementAtEnd(imported, imported.root, code));
}

/** The function of the route, from a rendered module. */
function generatedRoute(
  { names, templates }: View,
  variable: string,
  route: RouteValues,
): GeneratedPiece {
  const values = { blueprint: { name: '', variable }, route };
  const source = templates.module('routes/routes.py', names.controller.file, values);
  const [made] = functionsOf(source);
  return pieceOf(source, made?.statement ?? source.root, 0);
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

/** The name of the function, with an ending if the file uses the name for something else. */
function freeName(source: PythonSource, name: string): string {
  const taken = namesAt(source, source.root);
  const free = [name, `${name}_page`, `${name}_page_`].find((each) => !taken.has(each));
  if (free === undefined) {
    throw new SchematicsException(
      `${source.path} already uses the names ${name} and ${name}_page. Rename one of them, and run this command again.`,
    );
  }
  return free;
}
