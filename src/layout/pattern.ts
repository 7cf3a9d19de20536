// Specs: spec/layout/read-layout.spec.ts
import { basename, dirname, posix } from 'node:path';

/** A path with `{name}` in place of a name: `app/{name}/routes.py` for `app/auth/routes.py` and `auth`. */
export function patternOf(path: string, words: readonly string[], folder: string): string {
  const start = folder === '.' ? 0 : folder.split('/').length;
  const parts = path.replace(/\.py$/, '').split('/');
  const index = parts.findLastIndex((part, at) => at >= start && words.includes(part));
  return index === -1
    ? path
    : `${parts.map((part, at) => (at === index ? '{name}' : part)).join('/')}.py`;
}

/** The files that have classes of a kind, such as models, and how many. */
type Homes = ReadonlyMap<string, number>;

/**
 * Where classes of a kind are kept: one module, a package with a module for each, or a module of one name in the folder of
 * each feature. A single module may be that of a feature: of one whose routes are in the same folder.
 *
 * @param folder The folder of the application's package.
 * @param routes The pattern of files with routes.
 */
export function homePattern(homes: Homes, folder: string, routes: string): string | undefined {
  const [largest] = [...homes].sort(([, one], [, other]) => other - one);
  const [only] = largest ?? [];
  const modules = [...homes.keys()].filter((path) => !path.endsWith('/__init__.py'));
  if (only === undefined || modules.length === 0) {
    return only;
  }
  const inFolder = modules
    .filter((path) => dirname(path) !== folder)
    .map((path) => `${dirname(path)}/{name}.py`);
  const inFeature = modules
    .filter((path) => dirname(path) !== folder)
    .map((path) => posix.join(dirname(dirname(path)), '{name}', basename(path)));
  const counts = new Map<string, number>();
  [...inFolder, ...inFeature].forEach((each) => counts.set(each, (counts.get(each) ?? 0) + 1));
  const [[best, count] = ['', 0]] = [...counts].sort(([, one], [, other]) => other - one);
  if (count > 1) {
    return best;
  }
  const isOfFeature = (pattern: string): boolean => dirname(pattern) === dirname(routes);
  return inFeature.find(isOfFeature) ?? only;
}
