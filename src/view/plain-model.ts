// Specs: spec/add-field/reshaped.spec.ts
import { type ModelClass, modelClass, styleIn } from '../existing/model-class';
import type { ModelNames } from '../naming/model-names';
import type { ClassPlace } from '../project/class-place';
import type { Link } from './links';
import type { View } from './view';

/** Fields of a model, and the models that they and its other keys lead to. */
interface PlainFields extends Pick<ModelClass, 'fields' | 'references'> {
  readonly links: ReadonlyMap<string, readonly Link[]>;
}

/** The columns that a model gets if its others are plain: `title = db.Column(db.String(120))`; undefined if they are not. */
export function plainModel(
  place: ClassPlace,
  names: ModelNames,
  { fields, links, references }: PlainFields,
  { database, templates }: Pick<View, 'database' | 'templates'>,
): ClassPlace | undefined {
  const { source } = place;
  const style = styleIn(place);
  if (fields.length === 0 || style === undefined || style.isMapped) {
    return undefined;
  }
  const db = { module: database, name: 'db' };
  const given = {
    names: { ...names, file: source.path },
    base: { ...db, code: 'db.Model' },
    table: undefined,
    fields,
    references,
    related: [...links.keys()],
    named: [],
    style,
    neighbour: source,
  };
  return modelClass(db, given, templates);
}
