import type { Url } from 'node:url';
import type { Source } from '@angular-devkit/schematics';

/**
 * A folder of the running schematic. Devkit's own `url()` reads the path with `url.parse()`, of which Node 24 warns on
 * every run of a bundle that stands outside of `node_modules`: of a command that is linked.
 *
 * @param path Relative to the schematic, such as `./files`.
 */
export function url(path: string): Source {
  const parsed = { protocol: null, path } as Url;
  return (context) => context.engine.createSourceFromUrl(parsed, context)(context);
}
