// Specs: spec/python/add-import.spec.ts
import { topLevel } from './module-name';
import { isStdlib } from './stdlib';

/**
 * The section of a module among imports: Python's own modules, installed ones, the application's, relative ones.
 *
 * @param own The packages of the application: `app`.
 */
export function sectionOf(module: string, own: readonly string[]): number {
  if (module.startsWith('.')) {
    return 3;
  }
  return own.includes(topLevel(module)) ? 2 : isStdlib(module) ? 0 : 1;
}
