import { importLine, type NewImport } from './add-import';
import { byKind, natural } from './order';
import { isStdlib, topLevel } from './stdlib';

/** The imports of a new file of the application, sorted, as ruff would write them. */
export function importBlock(imports: readonly NewImport[]): string {
  const modules = new Map<string, Set<string>>();
  for (const { module, name } of imports) {
    modules.set(module, (modules.get(module) ?? new Set()).add(name));
  }
  const sorted = [...modules.keys()].sort(natural);
  return [0, 1, 2]
    .map((section) => sorted.filter((module) => sectionOf(module) === section))
    .filter((section) => section.length > 0)
    .map((section) => {
      return section
        .map((module) => statement(module, [...(modules.get(module) ?? [])]))
        .join('\n');
    })
    .join('\n\n');
}

function statement(module: string, names: readonly string[]): string {
  const sorted = names.toSorted(byKind);
  const line = importLine({ module, name: sorted.join(', ') });
  return line.includes('(')
    ? `from ${module} import (\n${sorted.map((name) => `    ${name},\n`).join('')})`
    : line;
}

/** Python's own, what is installed, the application's. */
function sectionOf(module: string): number {
  return topLevel(module) === 'app' ? 2 : isStdlib(module) ? 0 : 1;
}
