// Specs: spec/python/expression.spec.ts
import { nameWithAlias, importStatement, type NewImport } from './import-statement';
import { byKind, natural } from './order';
import { sectionOf } from './import-section';

/**
 * The imports of a new file, sorted and grouped as by ruff.
 *
 * @param own The package of the application, whose modules come last: `app`.
 */
export function importBlock(imports: readonly NewImport[], own: string): string {
  const modules = new Map<string, Set<string>>();
  for (const { module, ...imported } of imports) {
    const names = modules.get(module) ?? new Set();
    modules.set(module, names.add(nameWithAlias({ module, ...imported })));
  }
  const sorted = [...modules].sort(([one], [other]) => natural(one, other));
  return [0, 1, 2]
    .map((section) => sorted.filter(([module]) => sectionOf(module, own) === section))
    .filter((section) => section.length > 0)
    .map((section) =>
      section.map(([module, names]) => importStatement(module, [...names].sort(byKind))).join('\n'),
    )
    .join('\n\n');
}
