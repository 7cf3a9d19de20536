// Specs: spec/existing/add-field.spec.ts
import type { IndexedApp } from '../app/app';
import { columnNameOf } from '../fields/field-list';
import type { Field } from '../fields/words';
import type { ResourceNames } from '../naming/resource-names';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { functionsOf } from '../python/queries';
import { addFormFields } from '../rules/form';
import { type AskedAdditions, withAndWithout } from '../rules/model-edits';
import type { Outcome } from '../rules/outcome';
import type { Templates } from '../templates/templates';
import { blueprintCalled, placeIn } from '../view/blueprint-place';
import { choicesOf } from '../view/choices';
import { formHome } from '../view/form-home';
import { fieldsOf, type FormModel, type FormState, formState } from '../view/form-state';
import { placedHome } from '../view/placed-home';
import { modelStates } from '../view/model-state';

/**
 * Inserts the fields for new columns into the form of a model, where `new` did not make the forms. It stays as it is if a
 * person has changed what would change, or if its values are not saved all at once: a note has the lines to add.
 *
 * @throws SchematicsException if the file uses a name that the fields need for something else.
 */
export async function insertFields(
  index: IndexedApp,
  { model, views: [{ names }] }: ResourceNames,
  place: ClassPlace,
  { fields, unique }: AskedAdditions,
  templates: Templates,
): Promise<Outcome> {
  const { project } = index;
  const look = async (known: readonly Field[]): Promise<FormModel> => {
    const [state] = await modelStates(project, {
      fields: known,
      guard: undefined,
      homeOf: (each) => placedHome(index, each),
      names: { ...names, model, parents: [] },
      templates,
      wants: { model: false },
    });
    if (state?.place === undefined) {
      throw new Error(`${model.className} is gone.`);
    }
    return { ...state, choices: await choicesOf(project, state.place, state.columns) };
  };
  const { after, before } = await withAndWithout(project, place, fields, look, unique);
  const isServed = blueprintCalled(index, names.blueprints[0].name)?.isRegistered;
  const home = await formHome(index, model, {
    place: isServed ? placeIn(index, names) : undefined,
    isKnown: true,
  });
  const [from, to] = [formState(home, before), formState(home, after)];
  const obstacle = await obstacleIn(index, to);
  const change = { columns: fields.map(columnNameOf), isConstrained: unique.length > 0 };
  return addFormFields(from, to, change, templates, obstacle);
}

/** What keeps a form from getting fields: it has another purpose, or a view saves its fields one by one. */
async function obstacleIn(
  { project, sources }: IndexedApp,
  { model, place }: FormState,
): Promise<string | undefined> {
  const { name, node } = place?.definition ?? {};
  if (!place || name === undefined || !node) {
    return undefined;
  }
  const others = fieldsOf(node).filter(
    (field) => !model.columns.some((each) => each.name === field),
  );
  if (others.length > 0) {
    return `${place.source.placeOf(node)}: ${name} also has ${enumeration(others)}, which no record has`;
  }
  for (const { path } of sources.containing(`${name}(`)) {
    const file = await project.source(path);
    const user = file && functionsOf(file).find(({ body }) => savesByField(body.text, name));
    if (file && user) {
      return `${file.placeOf(user.node)}: ${user.name} saves the fields of ${name} one by one`;
    }
  }
  return undefined;
}

function savesByField(code: string, form: string): boolean {
  return new RegExp(`\\b${form}\\(`).test(code) && !/\bpopulate_obj\(/.test(code);
}
