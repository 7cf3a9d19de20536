// Specs: spec/python/expression.spec.ts
import { nameWithAlias, importStatement, type NewImport } from './import-statement';
import { byKind, natural } from './order';
import { sectionOf } from './import-section';

/**
 * The imports of a new file, sorted and grouped as by ruff.
 *
 * @param own The packages of the application, whose modules come last: `app`.
 * @param whole Modules to import as a whole: `pytest`.
 */
export function importBlock(
  imports: readonly NewImport[],
  own: readonly string[],
  whole: readonly string[] = [],
): string {
  const modules = new Map<string, Set<string>>();
  for (const { module, ...imported } of imports) {
    const names = modules.get(module) ?? new Set();
    modules.set(module, names.add(nameWithAlias({ module, ...imported })));
  }
  const sorted = [...modules].sort(([one], [other]) => natural(one, other));
  const isIn = (section: number, module: string): boolean => sectionOf(module, own) === section;
  return [0, 1, 2]
    .map((section) => [
      ...whole.filter((module) => isIn(section, module)).map((module) => `import ${module}`),
      ...sorted
        .filter(([module]) => isIn(section, module))
        .flatMap(([module, names]) => statements(module, [...names])),
    ])
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n');
}

/** A name with an alias has a statement of its own. */
function statements(module: string, names: readonly string[]): string[] {
  const plain = names.filter((name) => !name.includes(' ')).sort(byKind);
  const aliased = names.filter((name) => name.includes(' ')).map((name) => [name]);
  return [...(plain.length > 0 ? [plain] : []), ...aliased]
    .sort(([one = ''], [other = '']) => byKind(one, other))
    .map((each) => importStatement(module, each));
}
