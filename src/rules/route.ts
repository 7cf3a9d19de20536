import type { logging } from '@angular-devkit/core';
import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { BlueprintNames } from '../naming/blueprint-names';
import { findBlueprint, type FoundBlueprint, variablesOf } from '../project/blueprints';
import type { ClassPlace } from '../project/class-place';
import { findController, methodOf, ownerOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import { moduleOfClass } from '../project/modules';
import type { Project } from '../project/project';
import { endpointPrefix, urlPrefix } from '../project/registered-blueprints';
import { addImport, addMissingImports } from '../python/add-import';
import { call, callOn, text } from '../python/expression';
import { statementAtEnd } from '../python/statement-insertion';
import { BODY } from '../python/indentation';
import { indented, signature, statement } from '../python/layout';
import { namesAt } from '../python/names';
import type { PythonSource } from '../python/source';
import { existingRoute, serves } from './page/own-routes';
import { type Code, plainBody, typedParameters, typeImports } from './method/method-code';
import type { View } from './page/view';

/** Adds the route of a view to its blueprint. One that is there stays as it is. */
export function addRoute(view: View): Rule {
  return async (_tree, { logger }) => {
    const { names, project, wants } = view;
    const existing = await existingRoute(view);
    if (existing) {
      warningsAbout(view, existing).forEach((warning) => {
        logger.warn(warning);
      });
      return;
    }
    const last = names.blueprints.at(-1) ?? names.blueprints[0];
    const blueprint = wants.route ? await findBlueprint(project, last) : undefined;
    if (blueprint) {
      const { source, variable } = await routesFile(project, last, blueprint);
      const path = await pathIn(view, blueprint, logger);
      const owner = await methodOwner(view);
      if (!owner && names.template === undefined) {
        logger.warn(
          `${names.route.method} ${names.route.path} only redirects: ${names.controller.className} has no method ` +
            `${names.method}. Add it with -c.`,
        );
      }
      const body = await bodyOf(view, owner);
      const imported = addMissingImports(source, body.imports);
      const name = freeName(imported, names.route.function);
      const code = functionCode(
        view,
        name,
        `${variable}.${names.route.method.toLowerCase()}`,
        path,
        body,
      );
      project.update(imported.insert(statementAtEnd(imported, imported.root, code)));
    }
  };
}

/** The file that a blueprint's routes go to, and what the blueprint is called there. */
async function routesFile(
  project: Project,
  { folder, package: module }: BlueprintNames,
  blueprint: FoundBlueprint,
): Promise<{ source: PythonSource; variable: string }> {
  const source = (await project.source(`${folder}/routes.py`)) ?? blueprint.source;
  const [known] = variablesOf(source, blueprint);
  const name = blueprint.variable;
  return known === undefined
    ? { source: addImport(source, { module, name }), variable: name }
    : { source, variable: known };
}

/** The URL as the blueprint has it; where that is another one in the end, it says so. */
async function pathIn(
  { names, project }: View,
  blueprint: FoundBlueprint,
  logger: logging.LoggerApi,
): Promise<string> {
  const { path } = names.route;
  const prefix = await urlPrefix(project, names.blueprints);
  if (path === prefix || path.startsWith(`${prefix}/`) || prefix === '') {
    return path.slice(prefix.length);
  }
  logger.warn(
    `${blueprint.source.path}: the blueprint ${blueprint.name} puts ${prefix} before ${path}, so that the page is ` +
      `at ${prefix}${path}. Where that is not meant, change its route.`,
  );
  return path;
}

/** What a person should know about a route that stays: its URL is another one, or it does not call the controller. */
function warningsAbout(view: View, route: ExistingRoute): string[] {
  const { names, wants } = view;
  const place = `${route.source.path}:${route.line}: ${route.function}`;
  const code = `${route.function} ${route.definition?.body.text ?? ''}`;
  const calls = [names.controller.className, `.${names.method}(`];
  const isConnected = route.definition === undefined || calls.some((part) => code.includes(part));
  return [
    ...(wants.route && !serves(route, view)
      ? [
          `${place} serves ${route.methods.join(' and ')} ${route.path} as ${names.route.endpoint}. It stays as it is.`,
        ]
      : []),
    ...(wants.controller && !isConnected
      ? [`${place} does not call the controller. To connect it: return ${callText(names)}`]
      : []),
  ];
}

function callText({ controller, method, route }: View['names']): string {
  const values = route.parameters.map(({ name }) => name).join(', ');
  return `${controller.className}().${method}(${values})`;
}

/** The name of the function, or one with an ending where the file means something else by it. */
function freeName(source: PythonSource, name: string): string {
  const taken = namesAt(source, source.root);
  const free = [name, `${name}_page`, `${name}_page_`].find((each) => !taken.has(each));
  if (free === undefined) {
    throw new SchematicsException(
      `${source.path}: ${name} and ${name}_page mean something else here. Rename one of them, and run this again.`,
    );
  }
  return free;
}

/** The class that has the controller's method. */
async function methodOwner({ names, project }: View): Promise<ClassPlace | undefined> {
  const place = await findController(project, names.controller);
  return place && ownerOf(project, place, names.method);
}

/** The controller's method is called where there is one; otherwise the route shows the page itself. */
async function bodyOf({ names, project }: View, owner: ClassPlace | undefined): Promise<Code> {
  const { controller, method, route } = names;
  if (owner === undefined) {
    const endpoints = await endpointPrefix(project, names.blueprints);
    const body = plainBody(names, endpoints, BODY);
    return { ...body, imports: [...body.imports, ...typeImports(route, body.type)] };
  }
  const isText = methodOf(owner, method)?.node.child('return_type')?.text === 'str';
  const type = isText ? 'str' : 'ResponseReturnValue';
  const values = route.parameters.map(({ name }) => name);
  const place = await findController(project, controller);
  const module = await moduleOfClass(project, 'app/controllers', controller, place);
  return {
    lines: statement('return ', callOn(call(controller.className), method, ...values), '', BODY),
    imports: [{ module, name: controller.className }, ...typeImports(route, type)],
    type,
  };
}

/** @param decorator What makes it a route: `bp.get`. */
function functionCode(
  { names: { route } }: View,
  name: string,
  decorator: string,
  path: string,
  { lines, type }: Code,
): string {
  const endpoint = name === route.endpoint ? [] : [`endpoint="${route.endpoint}"`];
  return [
    statement('@', call(decorator, text(path), ...endpoint), '', 0),
    signature(name, typedParameters(route), type, 0),
    indented(lines),
  ].join('\n');
}
