import type { Rule } from '@angular-devkit/schematics';
import type { ClassNames, ModelNames } from '../naming/model-names';
import { CONTROLLERS, findController, ownerOf } from '../project/controllers';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { findModel } from '../project/models';
import { databaseModule } from '../project/database';
import { moduleOfClass } from '../project/modules';
import type { Project } from '../project/project';
import { endpointPrefix } from '../project/registered-blueprints';
import { addMissingImports } from '../python/add-import';
import { addMethod } from '../python/add-method';
import { importBlock } from '../python/import-block';
import { statementAtEnd } from '../python/statement-insertion';
import { indented } from '../python/layout';
import { type Code, methodCode } from './method/method-code';
import { MethodStatements, type Modules } from './method/method-statements';
import { adviceWithoutModel } from './methods-without-model';
import { dataOf } from './page/page-data';
import { ownPaths } from './page/own-routes';
import { registerClass } from './registration/registered-class';
import type { View } from './page/view';

/** Adds the method of a view to its controller, which is made and registered where it is missing. One that is there stays. */
export function addControllerMethod(view: View): Rule {
  return async (_tree, context) => {
    const { names, project, wants } = view;
    if (!wants.controller) {
      return;
    }
    const place = await findController(project, names.controller);
    const owner = place && (await ownerOf(project, place, names.method));
    if (owner) {
      await registerController(project, names.controller, place);
      return;
    }
    const endpoints = await endpointPrefix(project, names.blueprints);
    const code = methodCode(names, endpoints, await statementsFor(view, endpoints));
    const advice = await adviceWithoutModel(view);
    for (const warning of [
      ...(advice === undefined ? [] : [advice]),
      ...(await unusedParameters(view)),
    ]) {
      context.logger.warn(warning);
    }
    if (place) {
      const { source, definition } = place;
      const edited = addMethod(source, definition, names.method, code.lines);
      project.update(addMissingImports(edited, code.imports));
    } else {
      await addController(project, names.controller, code);
    }
    await registerController(project, names.controller, place);
  };
}

/** What a method with data is made of; undefined for one without. */
async function statementsFor(view: View, endpoints: string): Promise<MethodStatements | undefined> {
  const data = await dataOf(view);
  return (
    data &&
    new MethodStatements(view.names, data, endpoints, await modulesFor(view), await ownPaths(view))
  );
}

async function modulesFor({ names: { model, parents }, project }: View): Promise<Modules> {
  const models = model ? [...parents, model] : parents;
  const known = await Promise.all([
    ...models.map(async (each): Promise<[string, string]> => {
      const place = await findModel(project, each);
      return [each.className, await moduleOfClass(project, 'app/models', each, place)];
    }),
    ...models.map(async ({ form }): Promise<[string, string]> => {
      return [form.className, await moduleOfClass(project, 'app/forms', form, undefined)];
    }),
  ]);
  const modules = new Map(known);
  return {
    db: await databaseModule(project),
    of: (className) => modules.get(className) ?? 'app.models',
  };
}

/** What to say about the parameters of a URL that find no record. */
async function unusedParameters(view: View): Promise<string[]> {
  const { action, model, parents, route } = view.names;
  if (action === undefined || !model || !(await findModel(view.project, model))) {
    return [];
  }
  const data = await dataOf(view);
  const named = route.parameters.map(({ name }) => name);
  const rest = data?.rest ?? named.filter((name) => !parents.some(({ id }) => id === name));
  if (data === undefined) {
    return rest.length === 0
      ? [`${route.path} does not say which ${model.phrase} it means: the page has no data.`]
      : [await lackOfColumn(view, model, rest)];
  }
  return rest.map((name) => {
    return `${model.className} has no column ${name} (in ${route.path}): the method hands it to the page as it is.`;
  });
}

/** That a URL finds no record since the model lacks what it says, and how to go on. */
async function lackOfColumn(
  { names: { controller, method, route }, project }: View,
  model: ModelNames,
  columns: readonly string[],
): Promise<string> {
  const file = (await findModel(project, model))?.source.path ?? model.file;
  const isFirst = (await findController(project, controller)) === undefined;
  // A class without anything in it is not valid Python.
  const away = isFirst ? 'put pass in the place of the method' : 'take the method away';
  return (
    `${model.className} has no column ${columns.join(' or ')}, so that ${controller.className}.${method} finds no ` +
    `${model.phrase} by ${route.path}. Add the column to ${file}, ${away}, and run this command again ` +
    'with --force.'
  );
}

async function addController(project: Project, controller: ClassNames, code: Code): Promise<void> {
  const text = `class ${controller.className}:\n${indented(code.lines)}`;
  const source = await project.source(controller.file);
  if (source) {
    project.update(
      addMissingImports(source.insert(statementAtEnd(source, source.root, text)), code.imports),
    );
  } else {
    project.create(controller.file, `${importBlock(code.imports)}\n\n\n${text}\n`);
  }
}

async function registerController(
  project: Project,
  { className, module }: ClassNames,
  place: ClassPlace | undefined,
): Promise<void> {
  const found = place && { module: moduleOf(place.source), definedAs: place.definition.name };
  await registerClass(project, CONTROLLERS, { className, module, ...found });
}
