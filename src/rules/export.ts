// Specs: spec/rules/owner.spec.ts
import { inserted } from '../edit';
import type { Project } from '../project/project';
import { type Node, textsIn } from '../python/node';
import { orderOf, placeIn } from '../python/order';
import { assignmentTo } from '../python/queries';
import { itemAt, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { edited, noted, NOTHING, type Outcome, warning } from './outcome';

/** The file of sign-in that gives users their own records. */
const EXPORT = 'app/export.py';

/** Its set of the columns that say whose a record is. */
const OWNERS = 'OWNERS';

/** Has "Download your data" find records by a column, which says whose they are. */
export async function exportBy(project: Project, column: string | undefined): Promise<Outcome> {
  const source = await project.source(EXPORT);
  const value = source && ownersIn(source);
  if (!value || column === undefined || textsIn(value).includes(column)) {
    return NOTHING;
  }
  return /^(list|set|tuple)$/.test(value.type)
    ? edited(inserted(source, (each) => withOwner(each, column)))
    : noted(
        warning(
          `${source.placeOf(value)}: "Download your data" does not know that ${column} says whose a record is. Add it to ${OWNERS}.`,
          EXPORT,
        ),
      );
}

/** Whether "Download your data" finds records by columns of this name. */
export async function isExportedBy(project: Project, column: string): Promise<boolean> {
  const source = await project.source(EXPORT);
  const value = source && ownersIn(source);
  return value !== undefined && textsIn(value).includes(column);
}

function ownersIn(source: PythonSource): Node | undefined {
  return assignmentTo(source.root, OWNERS)?.value;
}

function withOwner(source: PythonSource, column: string): PythonSource {
  const value = ownersIn(source);
  if (!value) {
    return source;
  }
  const { quote } = source.style;
  const columns = textsIn(value);
  const index = placeIn(columns, column, orderOf(columns));
  return source.insert(...itemAt(source, sequenceOf(value), index, quote + column + quote));
}
