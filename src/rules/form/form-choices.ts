import { type ClassPlace, findClassFrom, moduleOf } from '../../project/class-place';
import { type Column, columnsIn } from '../../project/columns';
import { findModelOfTable } from '../../project/models';
import type { Project } from '../../project/project';
import type { Choices } from './form-field';
import { isSecret } from './secret-column';

/** What people call the column that tells rows apart, best first. */
const LABELS = ['name', 'title', 'label', 'email', 'username', 'slug'];

/** The rows that a foreign key of a model chooses from; undefined where their model is not found. */
export async function choicesFor(
  project: Project,
  { references }: Column,
  model: ClassPlace,
): Promise<Choices | undefined> {
  const [, owner, key = ''] = /^(.+)\.(\w+)$/.exec(references ?? '') ?? [];
  if (owner === undefined) {
    return undefined;
  }
  const place =
    (await findModelOfTable(project, owner)) ?? (await findClassFrom(project, model.source, owner));
  const columns = place ? await columnsIn(project, place) : [];
  return place && columns.some(({ name }) => name === key)
    ? {
        module: moduleOf(place.source),
        className: place.definition.name,
        key,
        label: labelOf(columns) ?? key,
        id: columns.find(({ isPrimaryKey }) => isPrimaryKey)?.name ?? key,
      }
    : undefined;
}

function labelOf(columns: readonly Column[]): string | undefined {
  const texts = columns
    .filter((column) => column.kind === 'string' && !isSecret(column))
    .map(({ name }) => name);
  return LABELS.find((label) => texts.includes(label)) ?? texts[0];
}
