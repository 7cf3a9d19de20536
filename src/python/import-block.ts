// Specs: spec/python/expression.spec.ts
import { importLine, importStatement, nameWithAlias, type NewImport } from './import-statement';
import { byKind, natural } from './order';
import { sectionOf } from './import-section';

/**
 * The imports of a new file, sorted and grouped as by ruff.
 *
 * @param own The packages of the application, whose modules come last: `app`.
 */
export function importBlock(imports: readonly NewImport[], own: readonly string[]): string {
  const modules = new Map<string, Set<string>>();
  const whole = new Map<string, string>();
  for (const wanted of imports) {
    const { alias, module, name } = wanted;
    if (name === undefined) {
      whole.set(importLine(wanted), module);
    } else {
      const names = modules.get(module) ?? new Set();
      modules.set(module, names.add(nameWithAlias({ name, alias })));
    }
  }
  const sorted = [...modules].sort(([one], [other]) => natural(one, other));
  const isIn = (section: number, module: string): boolean => sectionOf(module, own) === section;
  return [0, 1, 2]
    .map((section) => [
      ...[...whole]
        .filter(([, module]) => isIn(section, module))
        .map(([line]) => line)
        .sort(natural),
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
