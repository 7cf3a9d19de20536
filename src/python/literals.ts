// Specs: spec/python/import-statement.spec.ts

/** A string literal in ruff's format: with the quotes that need fewer escapes. */
export function text(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1);
  return value.includes('"') && !value.includes("'")
    ? `'${escaped.replaceAll('\\"', '"')}'`
    : `"${escaped}"`;
}

/** A `Decimal` in ruff's format: `Decimal(5)`, `Decimal("9.50")`. */
export function decimal(value: string): string {
  return `Decimal(${/^-?\d+$/.test(value) ? value : text(value)})`;
}
