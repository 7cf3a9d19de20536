import { type Edit, inserted } from '../edit';
import type { ClassPlace } from '../project/class-place';
import { addMissingImports } from '../python/add-import';
import { addMethod } from '../python/add-method';
import {
  type Definition,
  findClass,
  functionIn,
  functionsIn,
  hasMember,
} from '../python/definitions';
import { fileOf, pieceOf } from '../python/generated';
import { BODY } from '../python/indentation';
import { withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import { statementAfter, statementDirectlyBefore } from '../python/statement-insertion';
import { withStatement } from '../python/transplant';
import { ownModel, type View } from '../view/view';
import type { ModelState } from '../view/model-state';
import { edited, NOTHING, type Outcome } from './outcome';
import { registerClass } from './registration/registered-class';

/** Adds the method of a view to its controller. Makes and registers a missing controller, and keeps an existing method. */
export function addControllerMethod(view: View): Outcome {
  const { controller, layout, names, packages, wants } = view;
  if (!wants.controller) {
    return NOTHING;
  }
  const { generated, owner, place, replacing } = controller;
  const registered = registerClass(layout.controllers, packages.controllers, {
    names: names.controller,
    place,
  });
  if (replacing && owner) {
    const source = replaced(owner, replacing, controller.values.controller.className, names.method);
    return edited([
      { kind: 'replace', path: owner.source.path, content: source.toString() },
      ...registered,
    ]);
  }
  return generated
    ? edited([...editsFor(view, generated), ...registered], ...warningsAbout(view))
    : edited(registered);
}

function editsFor({ controller, names }: View, generated: PythonSource): Edit[] {
  const { place } = controller;
  const { file, className } = names.controller;
  const target = place?.source ?? controller.file;
  if (target === undefined) {
    return [{ kind: 'create', path: file, content: fileOf(generated) }];
  }
  const name = place?.definition.name ?? className;
  const made = findClass(generated, controller.values.controller.className);
  return made ? inserted(target, (source) => transplanted(source, name, generated, made)) : [];
}

/** Replaces the existing method with the generated one, and adds the methods that it calls. */
function replaced(
  { definition, source }: ClassPlace,
  generated: PythonSource,
  controllerClass: string,
  method: string,
): PythonSource {
  const { name: className } = definition;
  const made = findClass(generated, controllerClass);
  return (made ? functionsIn(made.node) : []).reduce((before, { name, statement }) => {
    const { code, imports } = pieceOf(generated, statement, BODY);
    const added =
      name === method
        ? withMethod(before, className, name, code)
        : withFirstMethod(before, className, name, code);
    return added === before ? before : addMissingImports(added, imports);
  }, source);
}

function withMethod(
  source: PythonSource,
  className: string,
  name: string,
  code: string,
): PythonSource {
  const find = (within: PythonSource): Definition | undefined => {
    const owner = findClass(within, className);
    return owner && functionIn(owner.node, name);
  };
  const old = find(source);
  const added = old && source.insert(statementAfter(source, old.statement, code));
  const former = added && find(added);
  return former ? withoutStatement(added, former.statement) : source;
}

/** Adds a method above the others, unless the class has it. */
function withFirstMethod(
  source: PythonSource,
  className: string,
  name: string,
  code: string,
): PythonSource {
  const owner = findClass(source, className);
  const [first] = owner ? functionsIn(owner.node) : [];
  return owner && first && !hasMember(owner, name)
    ? source.insert(statementDirectlyBefore(source, first.statement, `${code}\n`))
    : source;
}

/** Adds the methods of a generated class to the class that the file has, or the whole class if the file lacks it. */
function transplanted(
  source: PythonSource,
  className: string,
  generated: PythonSource,
  made: Definition,
): PythonSource {
  if (findClass(source, className) === undefined) {
    return withStatement(source, generated, made.statement);
  }
  return functionsIn(made.node).reduce((edited, { name, statement }) => {
    const owner = findClass(edited, className);
    const { code, imports } = pieceOf(generated, statement, BODY);
    const added = owner ? addMethod(edited, owner, name, code) : edited;
    return added === edited ? edited : addMissingImports(added, imports);
  }, source);
}

/** Warnings about a method that lacks a model, a record or a column. */
function warningsAbout(view: View): string[] {
  const { data, names } = view;
  const { controller, method, template } = names;
  const model = ownModel(view);
  if (model === undefined) {
    return [];
  }
  if (!model.place) {
    const remedy =
      view.modelsFolder === 'package' ? ', or remove it and make it again with -m' : '';
    const isEmpty = template === undefined;
    return isEmpty
      ? [
          `${controller.className}.${method} only redirects, because the model ${model.names.className} is missing. ` +
            `Write what it does${remedy}.`,
        ]
      : [];
  }
  return names.action === undefined
    ? []
    : data
      ? unusedParameters(view, model)
      : [lackOfRecord(view, model)];
}

function unusedParameters({ data, names }: View, { names: model }: ModelState): string[] {
  return (data?.rest ?? []).map(
    (name) =>
      `${model.className} has no column ${name} (in ${names.route.path}), so the method passes its value to the page.`,
  );
}

/** The advice for a URL that identifies no record. */
function lackOfRecord(view: View, { names: model, place }: ModelState): string {
  const { controller, names } = view;
  const { className } = names.controller;
  const { parameters, path } = names.route;
  const columns = parameters
    .map(({ name }) => name)
    .filter((name) => !names.parents.some(({ id }) => id === name));
  if (columns.length === 0) {
    return `${path} does not identify a ${model.phrase}, so the page has no data.`;
  }
  // An empty class is not valid Python.
  const away = controller.place ? 'remove the method' : 'replace the method with pass';
  return (
    `${model.className} has no column ${columns.join(' or ')}, so ${className}.${names.method} finds no ` +
    `${model.phrase} by ${path}. Add the column to ${place?.source.path ?? model.file}, ${away}, and run this command ` +
    'again with --force.'
  );
}
