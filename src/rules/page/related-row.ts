import { modelOfClass } from '../../naming/model-names';
import { findModel } from '../../project/models';
import type { Project } from '../../project/project';
import { choicesFor } from '../form/form-choices';
import type { PageData } from './page-data';
import type { Link } from './page-links';

/** The row that a foreign key refers to, for Jinja, as pages show it. It is `row` there. */
export interface RelatedRow {
  /** What finds it: `post | related("user_id")`. */
  readonly found: string;
  /** What its select calls it: `row.name | display or row.id`. */
  readonly label: string;
  /** Whether it has a page: `"users.show" is endpoint("user_id")`. */
  readonly hasPage: string;
  /** `url_for('users.show', user_id=row.id)` */
  readonly url: string;
}

/**
 * The rows that the foreign keys of a record refer to, by column, as far as their models are found.
 *
 * @param above The page of the one that the record belongs to, where the URL says it.
 */
export async function relatedRows(
  project: Project,
  { item: { belongsBy, columns, model } }: PageData,
  above: Link | undefined,
): Promise<ReadonlyMap<string, RelatedRow>> {
  const place = await findModel(project, model);
  const rows = new Map<string, RelatedRow>();
  for (const column of columns) {
    const choices = place && (await choicesFor(project, column, place));
    if (choices) {
      const { id, label } = choices;
      const other = modelOfClass(choices.className);
      const page = above && column.name === belongsBy ? above : undefined;
      rows.set(column.name, {
        found: `${model.item} | related("${column.name}")`,
        label: label === id ? `row.${id}` : `row.${label} | display or row.${id}`,
        hasPage: page?.exists ?? `"${other.table}.show" is endpoint("${other.id}")`,
        url: page?.url ?? `url_for('${other.table}.show', ${other.id}=row.${id})`,
      });
    }
  }
  return rows;
}
