// Specs: spec/view/shown-columns.spec.ts
import type { Layout } from '../layout';
import { modelOfClass } from '../naming/class-names';
import type { Choices } from './choices';
import type { PageLink, Reference } from '../templates/page-values';
import type { Pages } from './pages';
import { parametersOfPath } from '../project/existing-routes';
import type { PathRecord } from './view-data';

/** What pages call the record that a foreign key refers to. A relationship would show it to those who may not read it, too. */
const ROW = 'row';

/**
 * The records that the foreign keys of a record refer to, by column.
 *
 * @param above The page of the record that it belongs to, if the URL names that.
 */
export function referencesOf(
  { belongsBy, columns, model }: PathRecord,
  choices: ReadonlyMap<string, Choices>,
  above: PageLink | undefined,
  pages: Pages,
  layout: Layout,
): ReadonlyMap<string, Reference> {
  const references = new Map<string, Reference>();
  for (const { kind, name } of columns) {
    const chosen = choices.get(name);
    if (chosen) {
      const { className, id, isLabelNullable, label } = chosen;
      const other = modelOfClass(className, layout);
      const page = above && name === belongsBy ? above : undefined;
      references.set(name, {
        record: ROW,
        found: `${model.record} | related("${name}")`,
        isSet: ROW,
        isMany: kind === 'many',
        label: `${ROW}.${label}${isLabelNullable ? ` or ${ROW}.${id}` : ''}`,
        hasPage: page?.exists ?? hasPage(`${other.table}.show`, other.id, pages),
        url: page?.url ?? `url_for('${other.table}.show', ${other.id}=${ROW}.${id})`,
      });
    }
  }
  return references;
}

function hasPage(endpoint: string, parameter: string, { known }: Pages): string {
  const path = known?.get(endpoint);
  if (known === undefined) {
    return `"${endpoint}" is endpoint("${parameter}")`;
  }
  return String(path !== undefined && parametersOfPath(path).join() === parameter);
}
