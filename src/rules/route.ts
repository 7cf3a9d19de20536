import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import { findBlueprint, variablesOf } from '../project/blueprints';
import type { ClassPlace } from '../project/class-place';
import { findController, methodOf, ownerOf } from '../project/controllers';
import type { ExistingRoute } from '../project/existing-routes';
import { moduleOfClass } from '../project/modules';
import { endpointPrefix, urlPrefix } from '../project/registered-blueprints';
import { addImport, addMissingImports } from '../python/add-import';
import { call, callOn, text } from '../python/expression';
import { append } from '../python/insert-statement';
import { BODY } from '../python/indentation';
import { indented, signature, statement } from '../python/layout';
import { namesAt } from '../python/names';
import type { PythonSource } from '../python/source';
import { existingRoute, serves } from './own-routes';
import { type Code, plainBody, typedParameters, typeImports } from './method-code';
import type { View } from './view';

/** Adds the route of a view to its blueprint. One that is there stays as it is. */
export function addRoute(view: View): Rule {
  return async (_tree, context) => {
    const { names, project, wants } = view;
    const existing = await existingRoute(view);
    if (existing) {
      for (const warning of warningsAbout(view, existing)) {
        context.logger.warn(warning);
      }
      return;
    }
    const last = names.blueprints.at(-1) ?? names.blueprints[0];
    const blueprint = wants.route ? await findBlueprint(project, last) : undefined;
    if (blueprint === undefined) {
      return;
    }
    const file = (await project.source(`${last.folder}/routes.py`)) ?? blueprint.source;
    const [known] = variablesOf(file, blueprint);
    const ready = known
      ? file
      : addImport(file, { module: last.package, name: blueprint.variable });
    const prefix = await urlPrefix(project, names.blueprints);
    const path = relativePath(view, prefix);
    if (path === undefined) {
      context.logger.warn(
        `${blueprint.source.path}: the blueprint ${blueprint.name} puts ${prefix} before ${names.route.path}.`,
      );
    }
    const owner = await methodOwner(view);
    const body = await bodyOf(view, owner);
    if (!owner && names.template === undefined) {
      context.logger.warn(
        `${names.route.method} ${names.route.path} only redirects: ${names.controller.className} has no method ` +
          `${names.method}. Add it with -c.`,
      );
    }
    const imported = addMissingImports(ready, body.imports);
    const name = freeName(imported, names.route.function);
    const code = functionCode(view, known ?? blueprint.variable, name, path, body);
    project.update(append(imported, imported.root, code));
  };
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

/** Without what the blueprint puts before it; undefined where the URL does not start with that. */
function relativePath({ names }: View, prefix: string): string | undefined {
  const { path } = names.route;
  return path === prefix || path.startsWith(`${prefix}/`) || prefix === ''
    ? path.slice(prefix.length)
    : undefined;
}

/** The name of the function, or one with an ending where the file means something else by it. */
function freeName(source: PythonSource, name: string): string {
  const taken = namesAt(source, source.root);
  const free = [name, `${name}_page`, `${name}_page_`].find((each) => !taken.has(each));
  if (free === undefined) {
    throw new SchematicsException(
      `${source.path}: ${name} and ${name}_page mean something else here.`,
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

function functionCode(
  { names: { route } }: View,
  blueprint: string,
  name: string,
  path = route.path,
  { lines, type }: Code,
): string {
  const endpoint = name === route.endpoint ? [] : [`endpoint="${route.endpoint}"`];
  const decorator = call(`${blueprint}.${route.method.toLowerCase()}`, text(path), ...endpoint);
  return [
    statement('@', decorator, '', 0),
    signature(name, typedParameters(route), type, 0),
    indented(lines),
  ].join('\n');
}
