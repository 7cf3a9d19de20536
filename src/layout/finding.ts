// Specs: spec/layout/read-layout.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT, moduleOfPath } from '../layout';

/** What `new` makes of each part of a layout, in the order in which a person reads it. */
export const LAYOUT_OF_NEW = {
  package: 'app',
  factory: 'app',
  registration: 'app',
  templates: DEFAULT_LAYOUT.templates,
  layout: 'layouts/base.html',
  content_block: 'content',
  title: 'title',
  views: 'class',
  routes: `${DEFAULT_LAYOUT.routes}/{name}/routes.py`,
  blueprint: 'bp',
  pages: 'mains',
  decorator: 'get',
  typed: true,
  db: 'app.extensions:db',
  models: `${DEFAULT_LAYOUT.models}/{name}.py`,
  base: 'db.Model',
  columns: 'mapped',
  forms: `${DEFAULT_LAYOUT.forms}/{name}_form.py`,
  auth: moduleOfPath(DEFAULT_LAYOUT.auth),
  migrations: 'flask-migrate:migrations',
  tests: `pytest:${DEFAULT_LAYOUT.tests}`,
  scaffold_templates: 'scaffold_templates',
} as const;

/** A key of `[tool.scaffold]`. */
export type LayoutKey = keyof typeof LAYOUT_OF_NEW;

export const LAYOUT_KEYS = Object.keys(LAYOUT_OF_NEW) as readonly LayoutKey[];

/** What an application has for a key, and how that is known. */
export interface Finding {
  /** Undefined if the application has none. */
  readonly value: string | boolean | undefined;
  /** A file with its line, if there is one to name: `app/__init__.py:12`, `app/auth/routes.py:5 and 3 more`. */
  readonly from: string;
}

/** The layout of an application as it was found or set. */
export type FoundLayout = Readonly<Record<LayoutKey, Finding>>;

/** A value and the place where it was seen. */
export interface Sighting<Value extends string | boolean = string> {
  readonly value: Value;
  /** Only asked for once it is known which sighting counts. */
  readonly place: () => string;
}

/** The value that was seen most often; of several, the first. */
export function majority<Value extends string | boolean>(
  seen: readonly Sighting<Value>[],
): { readonly value: Value; readonly from: string; readonly count: number } | undefined {
  const values = [...new Set(seen.map(({ value }) => value))];
  const groups = values.map((value) => seen.filter((each) => each.value === value));
  const [best] = groups.sort((one, other) => other.length - one.length);
  const [first] = best ?? [];
  return (
    first && {
      value: first.value,
      from:
        best && best.length > 1 ? `${first.place()} and ${best.length - 1} more` : first.place(),
      count: best?.length ?? 0,
    }
  );
}

/** The file and the line of a position in it. */
export function placeIn(path: string, text: string, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`;
}

/** An application that has nothing for a key. */
export function none(reason: string): Finding {
  return { value: undefined, from: reason };
}

/**
 * The value of a key that an application must have.
 *
 * @param what Describes it.
 * @throws SchematicsException if it has none.
 */
export function neededValue(layout: FoundLayout, key: LayoutKey, what: string): string {
  const { from, value } = layout[key];
  if (typeof value !== 'string') {
    throw new SchematicsException(
      `scaffold did not find ${what}: ${from}. ` +
        `If the application has it, set ${key} in [tool.scaffold] of pyproject.toml.`,
    );
  }
  return value;
}
