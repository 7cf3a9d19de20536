// Specs: spec/add-field/index.spec.ts
import { UsageError } from '../errors';
import type { Field } from '../fields/words';
import { attributesOf } from '../fields/field-list';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import type { Project } from '../project/project';
import { nextStep, type Note } from '../rules/outcome';
import type { GrowingResource } from '../rules/model-edits';
import { findResource } from '../view/resource';

/** A page of a list or a record, as a controller names it. */
const PAGE = /["']([\w/]+)\/(?:index|show)\.html["']/g;

/** Names the other resources of a model whose pages do not show its new fields, with the commands that change that. */
export async function adviseOtherResources(
  project: Project,
  { names, model: { place } }: Pick<GrowingResource, 'model' | 'names'>,
  fields: readonly Field[],
): Promise<Note[]> {
  const { className } = names.model;
  const { controllers, templates } = project.layout;
  const texts = project.pythonFilesIn(controllers).map((path) => project.text(path));
  const folders = texts
    .filter((text) => text.includes(className))
    .flatMap((text) => [...text.matchAll(PAGE)].map(([, folder = '']) => folder));
  const others: string[] = [];
  const commands: string[] = [];
  for (const folder of new Set(folders)) {
    const name = folder.replaceAll('/', '.');
    const shown = ['index', 'show']
      .map((page) => project.text(`${templates}/${folder}/${page}.html`))
      .join('\n');
    const missing = fields.filter(
      (field) => !field.isSecret && !attributesOf(field).some((each) => mentions(shown, each)),
    );
    const isOther = name !== names.name && missing.length > 0;
    const model = isOther ? await modelOf(project, name) : undefined;
    if (model?.source.path === place.source.path && model.definition.name === className) {
      others.push(name);
      commands.push(
        `  scaffold add:field ${[name, ...missing.map(({ typed }) => typed)].join(' ')}`,
      );
    }
  }
  const shows = others.length === 1 ? 'shows' : 'show';
  const [field, it] = fields.length === 1 ? ['field', 'it'] : ['fields', 'them'];
  return others.length === 0
    ? []
    : [
        nextStep(
          `${enumeration(others)} ${shows} ${className}, but not its new ${field}. To add ${it} there:\n` +
            commands.join('\n'),
        ),
      ];
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** The model of the resource with this name; undefined if that cannot be one, or has none. */
async function modelOf(project: Project, name: string): Promise<ClassPlace | undefined> {
  try {
    return (await findResource(project, { name })).place;
  } catch (error) {
    if (error instanceof UsageError) {
      return undefined;
    }
    throw error;
  }
}
