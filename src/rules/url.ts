import type { Url } from 'node:url';
import type { Source } from '@angular-devkit/schematics';

/**
 * A folder of the running schematic. The devkit's `url()` calls `url.parse()`. Node 24 warns about that on every run of
 * a bundle outside of `node_modules`, such as a linked command.
 *
 * @param path A path relative to the schematic, such as `./files`.
 */
export function url(path: string): Source {
  const parsed = { protocol: null, path } as Url;
  return (context) => context.engine.createSourceFromUrl(parsed, context)(context);
}
