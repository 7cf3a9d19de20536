// Specs: spec/rules/owned-field.spec.ts
import { modelOfClass } from '../naming/model-names';
import type { Project } from '../project/project';
import { callsOf } from '../python/calls';
import type { Choices } from './choices';
import type { ModelState } from './model-state';
import { ownerScope } from './owner-scope';

/** The class of a field that offers a user the records that they own. */
export const OWN_FIELD = 'OwnRowField';

/** Choices with the owners of the records that only these see. */
export async function ownedChoices(
  project: Project,
  { names, owner: own }: ModelState,
  choices: ReadonlyMap<string, Choices>,
): Promise<ReadonlyMap<string, Choices>> {
  const owned = new Map<string, Choices>();
  for (const [name, each] of choices) {
    const model = modelOfClass(each.className, project.layout);
    const isOwn = each.className === names.className && own?.isHidden;
    const owner = isOwn ? own : (await ownerScope(project, model.name, model))?.owner;
    owned.set(name, owner ? { ...each, owner } : each);
  }
  return owned;
}

/** The fields of existing forms that offer the records of a model to everybody: `app/forms/comment_form.py:9`. */
export async function openFields(project: Project, className: string): Promise<string[]> {
  const { forms } = project.layout;
  const paths = project.filesIn(forms).map((name) => `${forms}/${name}`);
  const fields: string[] = [];
  for (const path of paths.filter((each) => project.text(each).includes(`=${className}.`))) {
    const source = await project.source(path);
    const calls = source ? callsOf(source.root, 'RowField') : [];
    const open = calls.filter((call) => call.keywords.get('key')?.text.startsWith(`${className}.`));
    fields.push(...open.map(({ node }) => `${path}:${node.row + 1}`));
  }
  return fields;
}
