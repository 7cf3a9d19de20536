// Specs: spec/make-model/index.spec.ts
const DATES = ['date', 'datetime', 'time'] as const;

/**
 * The classes to import from `datetime` into a file whose class has attributes of these names: an attribute `date` would
 * hide the class below it, so the class is imported as `date_`.
 */
export function datesImported(attributes: readonly string[]): string {
  return DATES.map((name) => (attributes.includes(name) ? `${name} as ${name}_` : name)).join(', ');
}

/** Code of such a class: `date_(2026, 11, 22)` for `date(2026, 11, 22)`. */
export function withDates(code: string, attributes: readonly string[]): string {
  return code.replace(/(?<![\w."])(date|time)(?=\(|$)/g, (name) =>
    attributes.includes(name) ? `${name}_` : name,
  );
}
