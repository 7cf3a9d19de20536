import { withArticle } from '../naming/spelling';
import { type Edit, inserted } from '../edit';
import { addMissingImports } from '../python/add-import';
import { addMethods, joinedClass } from '../python/class-edits';
import { type Definition, findClass, functionsIn, hasMember } from '../python/queries';
import { fileOf, pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import type { PythonSource } from '../python/source';
import { withStatement } from '../python/transplant';
import { ownModel, type View, type Views } from '../view/view';
import type { ModelState } from '../view/model-state';
import { edited, NOTHING, type Outcome } from './outcome';
import { registerClass } from './registration/registered-class';

/** Adds the methods of views to their controller. Makes and registers a missing controller, and keeps existing methods. */
export function addControllerMethods(views: Views): Outcome {
  const wanted = views.filter(({ wants }) => wants.controller);
  const [first] = wanted;
  if (!first) {
    return NOTHING;
  }
  const { controller, controllersInit, layout, names } = first;
  return edited(
    [
      ...additions(first, wanted),
      ...registerClass(layout.controllers, controllersInit, {
        names: names.controller,
        place: controller.place,
      }),
    ],
    ...wanted.filter((view) => view.controller.generated).flatMap(warningsAbout),
  );
}

function additions({ controller, names }: View, views: readonly View[]): Edit[] {
  const { file, place, values } = controller;
  const { className } = values.controller;
  const [first, ...others] = views.flatMap((view) => view.controller.generated ?? []);
  if (!first) {
    return [];
  }
  const generated = joinedClass([first, ...others], className);
  const target = place?.source ?? file;
  if (target === undefined) {
    return [{ kind: 'create', path: names.controller.file, content: fileOf(generated) }];
  }
  const name = place?.definition.name ?? names.controller.className;
  const made = findClass(generated, className);
  return made ? inserted(target, (source) => transplanted(source, name, generated, made)) : [];
}

/** Adds the methods of a generated class to the class that the file has, or the whole class if the file lacks it. */
function transplanted(
  source: PythonSource,
  className: string,
  generated: PythonSource,
  made: Definition,
): PythonSource {
  const owner = findClass(source, className);
  if (owner === undefined) {
    return withStatement(source, generated, made.statement);
  }
  const methods = functionsIn(made.node)
    .filter(({ name }) => !hasMember(owner, name))
    .map(({ statement }) => pieceOf(generated, statement, BODY));
  const added = addMethods(
    source,
    owner,
    methods.map(({ code }) => code),
  );
  return addMissingImports(
    added,
    methods.flatMap(({ imports }) => imports),
  );
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
    const remedy = model.home.init ? ', or remove it and make it again with -m' : '';
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
    return `${path} does not identify ${withArticle(model.phrase)}, so the page has no data.`;
  }
  // An empty class is not valid Python.
  const away = controller.place ? 'remove the method' : 'replace the method with pass';
  return (
    `${model.className} has no column ${columns.join(' or ')}, so ${className}.${names.method} finds no ` +
    `${model.phrase} by ${path}. Add the column to ${place?.source.path ?? model.file}, ${away}, and run this command ` +
    'again with --force.'
  );
}
