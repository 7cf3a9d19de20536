// Specs: spec/python/add-import.spec.ts
import { importsIn } from './imports';
import type { Node } from './node';
import type { PythonSource } from './source';
import { topLevel } from './module-name';

/**
 * A module in the notation of a file: `..models` if most imports of its own package are relative, `app.models` otherwise.
 */
export function moduleAsWritten(source: PythonSource, module: string): string {
  const folders = source.path.split('/').slice(0, -1);
  const parts = module.split('.');
  if (parts[0] !== folders[0] || !isRelative(source, folders[0])) {
    return module;
  }
  const differing = folders.findIndex((folder, index) => folder !== parts[index]);
  const common = differing === -1 ? folders.length : differing;
  return '.'.repeat(folders.length - common + 1) + parts.slice(common).join('.');
}

/** Whether most imports of a file from its own package are relative. */
function isRelative(source: PythonSource, folder: string | undefined): boolean {
  const statements = source.root.descendants('import_from_statement', 'import_statement');
  const hasDots = ({ text }: Node): boolean => /^from[\s\\]*\./.test(text);
  const isNamed = (statement: Node): boolean =>
    !hasDots(statement) &&
    importsIn(source, statement).some(({ module }) => topLevel(module) === folder);
  const relative = statements.filter(hasDots).length;
  // Most files have none, and taking a thousand imports apart takes long.
  return relative > 0 && relative > statements.filter(isNamed).length;
}
