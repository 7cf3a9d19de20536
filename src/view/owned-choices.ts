// Specs: spec/rules/owned-field.spec.ts
import { controllerNames } from '../naming/controller-names';
import { modelOfClass, type ModelNames } from '../naming/model-names';
import { LONGEST_WAY } from '../project/class-place';
import { columnsIn } from '../project/columns';
import { findController } from '../project/controllers';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { callsOf } from '../python/calls';
import { type Choices, choicesOf, type RecordOwner } from './choices';
import type { ModelState } from './model-state';
import { ownerScope } from './owner-scope';

/** The class of a field that offers a user the records that they own. */
export const OWN_FIELD = 'OwnRowField';

/**
 * Choices with the owners of the records that only these see.
 *
 * @param parent What the records of the model belong to, if only the owner of that sees them.
 */
export async function ownedChoices(
  project: Project,
  { names, owner: own }: ModelState,
  choices: ReadonlyMap<string, Choices>,
  parent: ModelNames | undefined,
): Promise<ReadonlyMap<string, Choices>> {
  const owned = new Map<string, Choices>();
  for (const [name, each] of choices) {
    const isOwn = each.className === names.className;
    const owner =
      isOwn && own?.isHidden
        ? ownedBy(each.className, own)
        : isOwn && parent
          ? await ownedAbove(project, each.className, choices, [parent.id])
          : await recordOwner(project, each.className);
    owned.set(name, owner ? { ...each, owner } : each);
  }
  return owned;
}

function ownedBy(
  className: string,
  { column, key }: { readonly column: string; readonly key: string },
): RecordOwner {
  return { code: `${className}.${column}`, column, key, through: [], imports: [] };
}

/** Who alone sees the records of a model: their owner, or the owner of what they belong to. */
async function recordOwner(
  project: Project,
  className: string,
  way = LONGEST_WAY,
): Promise<RecordOwner | undefined> {
  const names = modelOfClass(className, project.layout);
  const scope = await ownerScope(project, names, names.name);
  if (scope) {
    return scope.owner && ownedBy(className, scope.owner);
  }
  const controller = controllerNames(undefined, names.name, project.layout);
  const shown = await findController(project, controller);
  const isOpen = way === 0 || (shown && !SCOPED.test(shown.definition.node.text));
  const place =
    !isOpen && isBelowOwned(project, className) ? await findModel(project, names) : undefined;
  const columns = place ? await columnsIn(project, place) : [];
  return (
    place &&
    ownedAbove(project, className, await choicesOf(project, place, columns), undefined, way)
  );
}

/** How a controller asks another one for what the user owns. */
const SCOPED = /\w+Controller\(\)\.\w+\(\)/;

/** Whether a controller finds the records of a model below those that the user owns. */
function isBelowOwned(project: Project, className: string): boolean {
  return project.pythonFilesIn(project.layout.controllers).some((path) => {
    const text = project.text(path);
    return text.includes(`select(${className})`) && SCOPED.test(text);
  });
}

/** The owner of what the records of a model belong to by one of these columns. */
async function ownedAbove(
  project: Project,
  className: string,
  choices: ReadonlyMap<string, Choices>,
  columns: readonly string[] = [...choices.keys()],
  way = LONGEST_WAY,
): Promise<RecordOwner | undefined> {
  for (const column of columns) {
    const above = choices.get(column);
    const isOther = above && above.className !== className;
    const owner = isOther ? await recordOwner(project, above.className, way - 1) : undefined;
    if (above && owner) {
      const { className: parent, key, module } = above;
      return {
        ...owner,
        column: undefined,
        through: [...owner.through, `${parent}.${key} == ${className}.${column}`],
        imports: [...owner.imports, { className: parent, module }],
      };
    }
  }
  return undefined;
}

/** The fields of existing forms that offer the records of a model to everybody: `app/forms/comment_form.py:9`. */
export async function openFields(project: Project, className: string): Promise<string[]> {
  const paths = project.pythonFilesIn(project.layout.forms);
  const sources = await project.sources(
    paths.filter((path) => project.text(path).includes(`=${className}.`)),
  );
  return sources.flatMap((source) =>
    callsOf(source.root, 'RowField')
      .filter(({ keywords }) => keywords.get('key')?.text.startsWith(`${className}.`))
      .map(({ node }) => source.placeOf(node)),
  );
}
