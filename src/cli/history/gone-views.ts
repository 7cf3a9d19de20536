// Specs: spec/cli/history/references.spec.ts
import { posix } from 'node:path';
import { DEFAULT_LAYOUT } from '../../layout';
import { isMadeByNew } from '../../layout/made-by-new';
import { blueprintsIn } from '../../project/blueprints';
import { routesIn } from '../../project/existing-routes';
import type { Files } from '../../project/files';
import type { PythonSource } from '../../python/source';
import { type ChangedSource, type Gone, templatesOf, without } from './gone';
import type { Restored } from './take-back';

type GoneViews = Pick<Gone, 'endpoints' | 'templates'>;

/**
 * The endpoints and templates that an undo removes.
 *
 * @param sources The Python files among the changes.
 * @throws SchematicsException or SourceError if the application cannot be read.
 */
export async function goneViews(
  changes: readonly Restored[],
  sources: readonly ChangedSource[],
  files: Files,
): Promise<GoneViews> {
  if (!isMadeByNew(files)) {
    const { goneViewsOfOther } = await import('./gone-views-of-other');
    return goneViewsOfOther(changes, files);
  }
  const lost = sources.flatMap(({ now, next }) =>
    without(endpointsIn(now), next ? endpointsIn(next) : []),
  );
  return {
    endpoints: new Set(lost),
    templates: templatesOf(changes, new RegExp(`^${DEFAULT_LAYOUT.templates}/`)),
  };
}

/** A blueprint in a folder is registered on that of the folder around it, as `make:view` does. */
function endpointsIn(source: PythonSource): string[] {
  const [own] = blueprintsIn(source);
  const folder = posix.relative(DEFAULT_LAYOUT.routes, posix.dirname(source.path));
  const nested = folder === '' || folder.startsWith('..') ? undefined : folder.split('/');
  const isNested = nested && (!own || nested.at(-1) === own.name);
  const blueprint = isNested ? nested.join('.') : own?.name;
  return blueprint === undefined
    ? []
    : routesIn(source).map(({ endpoint }) => `${blueprint}.${endpoint}`);
}
