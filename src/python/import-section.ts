// Specs: spec/python/add-import.spec.ts
import { isStdlib, topLevel } from './stdlib';

/**
 * The section of a module among imports: Python's own modules, installed ones, the application's, relative ones.
 *
 * @param own The package of the application: `app`.
 */
export function sectionOf(module: string, own: string): number {
  if (module.startsWith('.')) {
    return 3;
  }
  return topLevel(module) === own ? 2 : isStdlib(module) ? 0 : 1;
}
