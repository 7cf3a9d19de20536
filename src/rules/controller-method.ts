import { type Edit, inserted } from '../edit';
import { addMissingImports } from '../python/add-import';
import { addMethod } from '../python/add-method';
import { findClass } from '../python/definitions';
import { fileOf, pieceOf } from '../python/generated';
import { BODY } from '../python/indentation';
import type { PythonSource } from '../python/source';
import { statementAtEnd } from '../python/statement-insertion';
import { statementsOf } from '../python/statements';
import { ownModel, type View } from '../view/view';
import type { ModelState } from '../view/model-state';
import { edited, NOTHING, type Outcome } from './outcome';
import { registerClass } from './registration/registered-class';

/** Adds the method of a view to its controller, which is made and registered if it is missing. An existing one stays. */
export function addControllerMethod(view: View): Outcome {
  const { controller, layout, names, packages, wants } = view;
  if (!wants.controller) {
    return NOTHING;
  }
  const { generated, place } = controller;
  const registered = registerClass(layout.controllers, packages.controllers, {
    names: names.controller,
    place,
  });
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
  return inserted(target, (source) => transplanted(source, name, generated, names.method));
}

/** The file with the method, or with the class if it lacks that. */
function transplanted(
  source: PythonSource,
  className: string,
  generated: PythonSource,
  method: string,
): PythonSource {
  const [made] = statementsOf(generated.root).filter(({ type }) => type === 'class_definition');
  const owner = findClass(source, className);
  const body = made?.child('body');
  const [node] = owner ? (body ? statementsOf(body) : []) : made ? [made] : [];
  if (node === undefined) {
    return source;
  }
  const { code, imports } = pieceOf(generated, node, owner ? BODY : 0);
  const added = owner
    ? addMethod(source, owner, method, code)
    : source.insert(statementAtEnd(source, source.root, code));
  return added === source ? source : addMissingImports(added, imports);
}

/** What a person should know of a method that does less than its name says. */
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
          `${controller.className}.${method} only redirects, because there is no model ${model.names.className}: ` +
            `write what it does${remedy}.`,
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
      `${model.className} has no column ${name} (in ${names.route.path}): the method hands it to the page as it is.`,
  );
}

/** That a URL finds no record, and how to go on. */
function lackOfRecord(view: View, { names: model, place }: ModelState): string {
  const { controller, names } = view;
  const { className } = names.controller;
  const { parameters, path } = names.route;
  const columns = parameters
    .map(({ name }) => name)
    .filter((name) => !names.parents.some(({ id }) => id === name));
  if (columns.length === 0) {
    return `${path} does not say which ${model.phrase} it means: the page has no data.`;
  }
  // A class without anything in it is not valid Python.
  const away = controller.place ? 'remove the method' : 'put pass in the place of the method';
  return (
    `${model.className} has no column ${columns.join(' or ')}, so ${className}.${names.method} finds no ` +
    `${model.phrase} by ${path}. Add the column to ${place?.source.path ?? model.file}, ${away}, and run this command ` +
    'again with --force.'
  );
}
