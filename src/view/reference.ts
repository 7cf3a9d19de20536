// Specs: spec/view/shown-columns.spec.ts
import type { Layout } from '../layout';
import { modelOfClass } from '../naming/model-names';
import type { Choices } from './choices';
import type { PageLink } from './page-links';
import type { PathRecord } from './view-data';

/** The record that a foreign key refers to. The page calls that record `row`. */
export interface Reference {
  /** The expression that finds it: `post | related("user_id")`. */
  readonly found: string;
  /** Its label, the same as in a select: `row.name | display or row.id`. */
  readonly label: string;
  /** The test that it has a page: `"users.show" is endpoint("user_id")`. */
  readonly hasPage: string;
  /** The URL of its page: `url_for('users.show', user_id=row.id)`. */
  readonly url: string;
}

/**
 * The records that the foreign keys of a record refer to, by column.
 *
 * @param above The page of the record that it belongs to, if the URL names that.
 */
export function referencesOf(
  { belongsBy, columns, model }: PathRecord,
  choices: ReadonlyMap<string, Choices>,
  above: PageLink | undefined,
  layout: Layout,
): ReadonlyMap<string, Reference> {
  const references = new Map<string, Reference>();
  for (const { name } of columns) {
    const chosen = choices.get(name);
    if (chosen) {
      const { className, id, label } = chosen;
      const other = modelOfClass(className, layout);
      const page = above && name === belongsBy ? above : undefined;
      references.set(name, {
        found: `${model.record} | related("${name}")`,
        label: label === id ? `row.${id}` : `row.${label} | display or row.${id}`,
        hasPage: page?.exists ?? `"${other.table}.show" is endpoint("${other.id}")`,
        url: page?.url ?? `url_for('${other.table}.show', ${other.id}=row.${id})`,
      });
    }
  }
  return references;
}
