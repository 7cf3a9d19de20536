// Specs: spec/existing/add-field.spec.ts
import type { OtherApp } from '../app/app';
import { attributesOf, columnNameOf } from '../fields/field-list';
import type { Field } from '../fields/words';
import { templateOf } from '../layout/jinja';
import type { ResourceNames } from '../naming/resource-names';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { Project } from '../project/project';
import { type Node, stringValue } from '../python/node';
import { assignmentsIn, functionsOf } from '../python/queries';
import { carry, type PartFiles } from '../rules/difference';
import { addFormFields } from '../rules/form';
import { type AskedAdditions, withAndWithout } from '../rules/model-edits';
import { type Outcome, withLeft } from '../rules/outcome';
import { blueprintCalled, placeIn } from '../view/blueprint-place';
import { choicesOf } from '../view/choices';
import { fieldsOf, formHome, type FormModel, type FormState, formState } from '../view/form-state';
import { modelStates } from '../view/model-state';

/**
 * Inserts the fields for new columns into the form of a model, where `new` did not make the forms. It stays as it is if a
 * person has changed what would change, or if its values are not saved all at once: a note has the lines to add.
 *
 * @throws SchematicsException if the file uses a name that the fields need for something else.
 */
export async function insertFields(
  app: OtherApp,
  { model, views: [{ names }] }: ResourceNames,
  place: ClassPlace,
  { fields, unique }: AskedAdditions,
): Promise<Outcome> {
  const { project, templates } = app;
  const look = async (known: readonly Field[]): Promise<FormModel> => {
    const [state] = await modelStates(app, {
      fields: known,
      guard: undefined,
      names: { ...names, model, parents: [] },
      wants: { model: false },
    });
    if (state?.place === undefined) {
      throw new Error(`${model.className} is gone.`);
    }
    return { ...state, choices: await choicesOf(app, state.place, state.columns) };
  };
  const { after, before } = await withAndWithout(project, place, fields, look, unique);
  const isServed = blueprintCalled(app, names.blueprints[0].name)?.isRegistered;
  const home = await formHome(app, model, {
    place: isServed ? placeIn(app, names) : undefined,
    isKnown: true,
  });
  const [from, to] = [formState(home, before), formState(home, after)];
  const obstacle = await obstacleIn(app, to);
  const change = { columns: fields.map(columnNameOf), isConstrained: unique.length > 0 };
  return addFormFields(from, to, change, templates, obstacle);
}

/** What keeps a form from getting fields: it has another purpose, or a view saves its fields one by one. */
async function obstacleIn(
  { project, sources }: OtherApp,
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

/**
 * Carries new fields of a model to what is generated of it. Where that does not fit, a note has the lines to add.
 *
 * @param before What would be generated without the fields.
 * @param owner Matches what has the attributes: `post`, or its form, or the model.
 */
export async function carryFields(
  project: Project,
  fields: readonly Field[],
  before: PartFiles,
  after: PartFiles,
  owner: string,
): Promise<Outcome> {
  const attribute = new RegExp(`\\b(?:${owner})\\.(\\w+)`, 'g');
  const change = await carry(project, before, after, {
    has: (path, now) => {
      const named = new Set(
        typeof now === 'string' ? namedInPage(path, now, attribute) : namedIn(now, attribute),
      );
      const known = fields.filter((field) => attributesOf(field).some((name) => named.has(name)));
      return fields.length > 0 && known.length === fields.length
        ? 'all'
        : known.length > 0
          ? 'some'
          : 'nothing';
    },
  });
  return withLeft(change, enumeration(fields.map(({ name }) => name)));
}

/** The attributes that the code of a template names: comments, strings and what it shows as it is do not count. */
function namedInPage(path: string, content: string, attribute: RegExp): string[] {
  const code = [...templateOf(path, content).text.matchAll(/\{[{%][^]*?[}%]\}/g)].join('\n');
  const related = /\brelated\(["'](\w+)["']\)/g;
  const named = [
    ...code.matchAll(related),
    ...code.replace(/"[^"\n]*"|'[^'\n]*'/g, '""').matchAll(attribute),
  ];
  return named.map(([, name = '']) => name);
}

/** The keys of dictionaries, the attributes of the model, and those of a form itself. */
function namedIn(node: Node, attribute: RegExp): string[] {
  return [
    ...node.descendants('pair').flatMap((pair) => stringValue(pair.child('key')) ?? []),
    ...node
      .descendants('attribute')
      .flatMap(({ text }) => [...text.matchAll(attribute)].map(([, name = '']) => name)),
    ...(node.type === 'class_definition' ? assignmentsIn(node) : []).map(({ target }) => target),
  ];
}
