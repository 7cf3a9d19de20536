// Specs: spec/layout/read-layout.spec.ts
import { basename, dirname, posix } from 'node:path';
import type { ClassPlace } from '../project/class-place';
import { basesIn, heirsIn, modelsAmong } from '../project/models';
import { isBelow } from '../project/walk';
import { assignmentsIn, callOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { type FoundApplication, moduleIn } from './application';
import { type Finding, majority, none } from './finding';
import type { Sources } from './sources';

/** Where an application keeps its data, and how it writes that down. */
interface FoundModels {
  readonly db: Finding;
  readonly models: Finding;
  readonly base: Finding;
  readonly columns: Finding;
  readonly forms: Finding;
}

const FORM = /^(\w+\.)*(Flask|Base)?Form$/;

/**
 * Where an application keeps its data, and how it writes that down.
 *
 * @param routes The pattern of files with routes.
 */
export function modelsOf(
  sources: Sources,
  application: FoundApplication,
  routes: Finding['value'],
  isOldSqlalchemy: boolean,
): FoundModels {
  const files = filesWithClasses(sources, application);
  const found = modelsAmong(files);
  const models = found.map(({ model }) => model);
  const bases = majority(found.map(({ base, model }) => ({ value: base, place: placeOf(model) })));
  return {
    db: databaseOf(sources, application),
    models: homeOf(models, application, routes, 'no models'),
    base: bases ?? none('no models'),
    columns: columnsOf(models, isOldSqlalchemy),
    forms: homeOf(heirsIn(files, FORM), application, routes, 'no forms'),
  };
}

function databaseOf(sources: Sources, application: FoundApplication): Finding {
  const made = sources.containing('SQLAlchemy(').flatMap((source) =>
    assignmentsIn(source.root)
      .filter(({ value }) => value && callOf(value)?.name.endsWith('SQLAlchemy'))
      .map(({ node, target }) => ({
        value: `${moduleIn(application, source.path)}:${target}`,
        from: source.placeOf(node),
      })),
  );
  return (
    made.find(({ value }) => value.endsWith(':db')) ??
    made[0] ??
    none('no SQLAlchemy() of Flask-SQLAlchemy')
  );
}

/** The files that may have models or forms: what their classes extend has a telling name, or extends such a class. */
function filesWithClasses(sources: Sources, { folder }: FoundApplication): PythonSource[] {
  const words = ['Model', 'eclarative', 'Form'];
  for (;;) {
    const files = sources.containing(...words).filter(({ path }) => isBelow(path, folder));
    const forms = heirsIn(files, FORM).map(({ definition }) => definition.name);
    const others = [...basesIn(files).names, ...forms].filter(
      (name) => !words.some((word) => name.includes(word)),
    );
    if (others.length === 0) {
      return files;
    }
    words.push(...others);
  }
}

function columnsOf(models: readonly ClassPlace[], isOldSqlalchemy: boolean): Finding {
  if (isOldSqlalchemy) {
    return { value: 'column', from: 'the required SQLAlchemy is older than 2' };
  }
  const columns = models.flatMap((model) =>
    model.definition.node.descendants('call', 'type').flatMap((node) => {
      const name = callOf(node)?.name;
      const isMapped =
        name === 'mapped_column' || (node.type === 'type' && /^(\w+\.)?Mapped\[/.test(node.text));
      return isMapped || name === 'Column'
        ? { value: isMapped ? 'mapped' : 'column', place: placeOf(model) }
        : [];
    }),
  );
  return majority(columns) ?? none('no columns');
}

function homeOf(
  classes: readonly ClassPlace[],
  { folder }: FoundApplication,
  routes: Finding['value'],
  missing: string,
): Finding {
  const homes = new Map<string, number>();
  classes.forEach(({ source: { path } }) => homes.set(path, (homes.get(path) ?? 0) + 1));
  const value = homePattern(homes, folder, String(routes));
  const [first] = classes;
  return value === undefined || first === undefined
    ? none(missing)
    : {
        value,
        from:
          homes.size > 1
            ? `${placeOf(first)()} and ${homes.size - 1} more files`
            : placeOf(first)(),
      };
}

function placeOf({ definition, source }: ClassPlace): () => string {
  return () => source.placeOf(definition.node);
}

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
function homePattern(homes: Homes, folder: string, routes: string): string | undefined {
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
