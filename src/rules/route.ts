import { databaseOf, hasDatabase, type OtherApp } from '../app/app';
import { neighboursOf, writtenAs } from '../app/style';
import { inserted, insertedInto } from '../edit';
import { moduleOfPath } from '../layout';
import { type FoundBlueprint, withBlueprint } from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import { methodOf } from '../project/controllers';
import { serves } from '../project/existing-routes';
import { importsOf } from '../python/imports';
import { functionsOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { withFunctions } from '../python/transplant';
import { decoratorOf } from '../naming/guards';
import type { RouteValues } from '../templates/code-values';
import { typedParameters } from '../view/template-values';
import { ownBlueprint } from '../view/blueprint-state';
import { viewFunction } from '../view/plain-code';
import { hasMethod, isMade, type View, type Views } from '../view/view';
import { refuseClashes } from './clashes';
import { edited, type Note, type Outcome, warningIf } from './outcome';
import { refuseCircle } from './registration/circles';

/** Adds the routes of views to the blueprint of their resource, and keeps existing routes. */
export function addRoutes(views: Views): Outcome {
  const [first] = views;
  const kept = views.flatMap((view) => keptWarnings(view));
  const { file: path, found } = ownBlueprint(first);
  const missing = views.filter(isMade);
  if (missing.length === 0 || found === undefined) {
    return edited([], ...kept);
  }
  const { app, route } = first;
  const into = (source: PythonSource): PythonSource => withRoutes(missing, found, source);
  const [one, ...others] = missing;
  const intoNew = (source: PythonSource): PythonSource =>
    !app.isOurs && one
      ? withRoutes(others, found, asNeighbours(withRoutes([one], found, source), app))
      : into(source);
  return edited(
    route.file ? inserted(route.file, into) : [insertedInto(path, intoNew)],
    ...kept,
    ...missing.flatMap((view) =>
      !app.isOurs || hasMethod(view) || view.names.template !== undefined
        ? []
        : [onlyRedirects(view)],
    ),
  );
}

function withRoutes(
  views: readonly View[],
  blueprint: FoundBlueprint,
  source: PythonSource,
): PythonSource {
  const { source: ready, variable } = withBlueprint(source, blueprint);
  const functions = views.map((view) => {
    const { app, names, route } = view;
    const path = names.route.path.slice(route.prefix.length);
    const { function: name } = names.route;
    const render = (as: string): PythonSource =>
      app.isOurs
        ? generatedRoute(view, variable, { path, function: as })
        : viewFunction(view, app, { path, function: as, variable });
    if (!app.isOurs) {
      refuseUnfit(app, ready, render(name));
    }
    return { name, render };
  });
  return withFunctions(ready, functions);
}

/** Refuses code that would mean something else in a file, or could not be imported by what loads that. */
function refuseUnfit(app: OtherApp, file: PythonSource, generated: PythonSource): void {
  refuseClashes(file, generated);
  const { module } = hasDatabase(app) ? databaseOf(app) : {};
  const path = app.sources.paths.find((each) => moduleOfPath(each) === module);
  const database = path === undefined ? undefined : app.sources.withAny(path, ['']);
  if (database && !importsOf(file).some((each) => each.module === module)) {
    refuseCircle(database, moduleOf(file), generated);
  }
}

/** A new file as those with the application's other views are written. */
function asNeighbours(source: PythonSource, app: OtherApp): PythonSource {
  const whole = { start: 0, end: source.text.length };
  return source.replace(whole, writtenAs(neighboursOf(app), source.text, source.path));
}

function generatedRoute(
  view: View,
  variable: string,
  own: Pick<RouteValues, 'function' | 'path'>,
): PythonSource {
  const route = { ...routeValues(view), ...own };
  const values = { blueprint: { name: '', variable }, route };
  return view.app.templates.module('routes/routes.py', view.names.controller.file, values);
}

function routeValues(view: View): Omit<RouteValues, 'function' | 'path'> {
  const { controller, guard, names } = view;
  const { route } = names;
  return {
    ...controller.values,
    endpoint: route.endpoint,
    decorator: route.method.toLowerCase(),
    guard: decoratorOf(guard?.word, route),
    parameters: typedParameters(route).join(', '),
    arguments: route.parameters.map(({ name }) => name).join(', '),
    returns: returnsText(view) ? 'str' : 'ResponseReturnValue',
    callsController: hasMethod(view),
  };
}

function returnsText({ controller, names }: View): boolean {
  const { generated, owner } = controller;
  const method = owner
    ? methodOf(owner, names.method)
    : generated && functionsOf(generated).find(({ name }) => name === names.method);
  return method
    ? method.node.child('return_type')?.text === 'str'
    : owner === undefined && names.template !== undefined;
}

/** Warnings about an existing route with another URL, or without a call of the controller. */
function keptWarnings({ names, route: { existing: route }, wants }: View): Note[] {
  if (!route) {
    return [];
  }
  const { place } = route;
  const code = `${route.function} ${route.definition?.body.text ?? ''}`;
  const calls = [names.controller.className, `.${names.method}(`];
  const isConnected = route.definition === undefined || calls.some((part) => code.includes(part));
  return [
    ...warningIf(
      wants.route &&
        !serves(route, names.route) &&
        `${place}: ${route.function} serves ${route.methods.join(' and ')} ${route.path} as ${names.route.endpoint}. It stays as it is.`,
      place,
    ),
    ...warningIf(
      wants.controller &&
        !isConnected &&
        `${place}: ${route.function} does not call the controller. To connect it: return ${callText(names)}`,
      place,
    ),
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
