// Specs: spec/fields/grammar.spec.ts
import { UsageError } from '../errors';
import { FORM_MEMBERS, isKeyword } from '../naming/python-words';
import { quoted, snakeCase } from '../naming/spelling';

/** PostgreSQL cuts off the rest. */
const LONGEST = 63;

/** Names that already mean something to a model or its file, and what they mean. */
const TAKEN: readonly (readonly [owner: string, names: string])[] = [
  ['every model already has', 'id created_at updated_at'],
  ['SQLAlchemy already uses', 'metadata registry query query_class self type_annotation_map'],
  ["the model's file imports", 'datetime db func mapped_column relationship utc_now uuid4'],
  ["the model's file uses Python's own", 'bool dict float int list str'],
  ['forms already use', [...FORM_MEMBERS].join(' ')],
];

const OWNERS = new Map(
  TAKEN.flatMap(([owner, names]) => names.split(' ').map((name) => [name, owner] as const)),
);

/**
 * Why a field cannot have a name, as a sentence without its end; undefined if it can.
 *
 * @param column The name of its column, which is longer for a reference.
 */
export function refusalOfName(name: string, column = name): string | undefined {
  if (name === '') {
    return 'it has no name';
  }
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    return "a name starts with a letter and contains only lower-case ASCII letters, digits and '_'";
  }
  if (column.length > LONGEST) {
    return `${column === name ? 'its name' : `the name of its column, ${column.slice(0, 20)}…,`} has ${column.length} characters, but at most ${LONGEST} are allowed`;
  }
  if (isKeyword(name)) {
    return `${name} is a Python keyword`;
  }
  const taken = [name, column].find((each) => OWNERS.has(each));
  return taken === undefined ? undefined : `${OWNERS.get(taken)} ${taken}`;
}

/** How the names of methods begin that WTForms calls for the field with the rest of the name, and what for. */
const METHODS = { validate_: 'checks', filter_: 'filters' };

/** The field of a form for whose method WTForms would take another one, and what that would do: `checks title`. */
export function fieldBehind(
  name: string,
  fields: ReadonlySet<string>,
): [field: string, does: string][] {
  return Object.entries(METHODS).flatMap(([prefix, verb]) => {
    const field = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return fields.has(field) ? [[field, `${verb} ${field}`]] : [];
  });
}

/**
 * Checks that forms work with new fields.
 *
 * @param others The fields beside them.
 * @throws UsageError if WTForms would take one field for a method of another one.
 */
export function refuseLikeMethods(added: readonly string[], others: readonly string[]): void {
  const names = new Set([...added, ...others]);
  for (const name of names) {
    for (const [field, does] of fieldBehind(name, names)) {
      const isNew = added.includes(name);
      if (isNew || added.includes(field)) {
        const [one, other] = isNew ? [name, field] : [field, name];
        throw new UsageError(
          `${quoted(one)} cannot be a field beside ${quoted(other)}: forms take ${name} for the method that ${does}. ` +
            'Choose another name.',
        );
      }
    }
  }
}

/** A valid name near to one that is not; undefined if there is none. */
export function nearestName(name: string): string | undefined {
  const better = snakeCase(name.normalize('NFD').replace(/\p{Mark}/gu, ''))
    .replace(/[^a-z0-9_]/g, '')
    .replace(/^[^a-z]+|_+$/g, '');
  return better !== name && refusalOfName(better) === undefined ? better : undefined;
}
