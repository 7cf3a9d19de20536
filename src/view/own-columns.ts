// Specs: spec/changing/persons-columns.spec.ts
import type { ModelNames } from '../naming/class-names';
import type { ClassPlace } from '../project/class-place';
import { columnsIn } from '../project/columns';
import type { Project } from '../project/project';

/** A column that a person added to a model, where it may let nobody see or change it. */
export interface OwnColumn {
  readonly model: ModelNames;
  readonly name: string;
}

/**
 * The columns of a model that no run made.
 *
 * @param known The columns that parts of its resources show.
 */
export async function columnsBeside(
  project: Project,
  model: ModelNames,
  place: ClassPlace,
  known: readonly string[],
): Promise<OwnColumn[]> {
  const columns = await columnsIn(project, place);
  const unknown = columns.filter(
    ({ isPrimaryKey, name }) => !isPrimaryKey && !known.includes(name),
  );
  const made = unknown.length > 0 ? await madeOf(project, place.source.path, model.className) : '';
  return unknown
    .filter(({ name }) => !isAttribute(name, made))
    .map(({ name }) => ({ model, name }));
}

/** Has the parts of resources be as if their model lacked the columns that a person added, and that no part shows. */
export async function hideUnshown(
  project: Project,
  model: ModelNames,
  place: ClassPlace,
  resources: readonly { readonly name: string }[],
): Promise<void> {
  const { changes } = project;
  const requests = resources.map(({ name }) => changes.request({ resource: name }));
  if (requests.some(({ fields }) => fields === undefined)) {
    return; // nobody knows which are a person's
  }
  const known = requests.flatMap(({ fields = [], owner = '' }) => [...fields, owner]);
  const own = await columnsBeside(project, model, place, known);
  if (own.length === 0) {
    return;
  }
  const texts = resources.flatMap(({ name }) => textsOfParts(project, name, place));
  const unshown = own.filter((column) => !texts.some((text) => isShown(column, text)));
  project.hide(new Set(unshown.map(keyOf)));
}

/** The files of a resource that may show columns of its model, as they are. */
export function textsOfParts(project: Project, resource: string, { source }: ClassPlace): string[] {
  return [...project.changes.generatedOf({ resource }).keys()]
    .filter((path) => path !== source.path && !path.startsWith('tests/') && project.has(path))
    .map((path) => project.text(path));
}

/** What runs made of a class. */
async function madeOf({ changes }: Project, path: string, className: string): Promise<string> {
  const lines = await Promise.all(
    changes.homes.map((home) => changes.generatedMember(home, path, className)),
  );
  return lines.flatMap((each) => each ?? []).join('\n');
}

/** Whether a generated text shows a column. A form does if it has a field for it. */
export function isShown({ model, name }: OwnColumn, text: string): boolean {
  const { className, form, record } = model;
  if (isAttribute(name, text)) {
    return true;
  }
  // The markup of pages has words that may be names of columns, such as `role="row"`.
  const owner = text.includes('<') && text.includes('{%') ? '' : `\\b(${className}|${record})`;
  return (
    !text.includes(`class ${form.className}(`) &&
    new RegExp(`${owner}\\.${name}\\b|(?<!=)["']-?${name}["']`).test(text)
  );
}

function isAttribute(name: string, text: string): boolean {
  return new RegExp(`^ +${name}(:| =)`, 'm').test(text);
}

export function keyOf({ model, name }: OwnColumn): string {
  return `${model.className}.${name}`;
}
