import { importsOf } from './imports';
import type { PythonSource } from './source';
import { topLevel } from './stdlib';

/**
 * What a file calls a module of its own package: `..models` in a file whose imports of the package are all relative,
 * and `app.models` in any other.
 */
export function moduleAsWritten(source: PythonSource, module: string): string {
  const folders = source.path.split('/').slice(0, -1);
  const parts = module.split('.');
  const own = importsOf(source).filter((each) => topLevel(each.module) === folders[0]);
  const isRelative = ({ node }: (typeof own)[number]): boolean =>
    node.child('module_name')?.text.startsWith('.') ?? false;
  if (parts[0] !== folders[0] || own.length === 0 || !own.every(isRelative)) {
    return module;
  }
  const differing = folders.findIndex((folder, index) => folder !== parts[index]);
  const common = differing === -1 ? folders.length : differing;
  return '.'.repeat(folders.length - common + 1) + parts.slice(common).join('.');
}
