// Specs: spec/rules/resource-tests.spec.ts
import { ACTIONS, isOfRecord } from '../naming/actions';
import { literal } from './tested-guard';
import type { View } from './view';
import type { MissingRecord } from '../templates/test-values';

/** A fixture that saves a record and returns its key. */
interface Fixture {
  readonly fixture: string;
}

/** The requests for a record that does not exist: the page of one has the URL that the others start with. */
export function missingOf(
  views: readonly View[],
  records: readonly Fixture[],
): MissingRecord | undefined {
  const fixture = records.at(-1)?.fixture;
  const requests = views
    .filter(({ names: { action } }) => action && isOfRecord(action))
    .map((view) => {
      const { action, route } = view.names;
      const ending = action ? ACTIONS[action].path.replace('/ID', '') : '';
      const path = pathOf(view, records, fixture);
      const url = path.endsWith(ending) ? path.slice(0, path.length - ending.length) : path;
      return { call: route.method.toLowerCase(), path, url };
    });
  const [first] = requests;
  return (
    first && {
      url: literal(first.url),
      requests: requests.map(({ call, path }) => ({
        call,
        url:
          path === first.url
            ? 'url'
            : path.startsWith(first.url)
              ? `f"{url}${path.slice(first.url.length)}"`
              : literal(path),
      })),
    }
  );
}

/** Stands for a parameter that no record has. */
const OTHERS: Readonly<Partial<Record<string, string>>> = {
  int: '0',
  float: '0.0',
  uuid: '00000000-0000-0000-0000-000000000000',
};

/**
 * The URL of a view, with the fixtures of its records in braces.
 *
 * @param missing The parameter that finds no record.
 */
export function pathOf(
  { names, route: { existing } }: View,
  records: readonly Fixture[],
  missing?: string,
): string {
  return testedPath(existing?.path ?? names.route.path, records, missing);
}

/** A path, with the fixtures of records in braces. */
export function testedPath(path: string, records: readonly Fixture[], missing?: string): string {
  return path.replace(/<(?:(\w+)(?:\([^<>]*\))?:)?(\w+)>/g, (_, converter, name) => {
    const isKnown = name !== missing && records.some(({ fixture }) => fixture === name);
    return isKnown ? `{${String(name)}}` : (OTHERS[String(converter)] ?? 'missing');
  });
}
