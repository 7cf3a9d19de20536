// Specs: spec/layout/read-layout.spec.ts
import { posix } from 'node:path';
import type { Files } from '../project/files';
import { pathsBelow } from '../project/walk';
import { importsWith } from '../python/imports';
import { callsOf, type Definition, functionsOf } from '../python/queries';
import { stringValue } from '../python/node';
import type { PythonSource } from '../python/source';
import { scopeOf } from '../python/statements';
import { type FoundApplication, moduleIn } from './application';
import { type Finding, majority, none, placeIn, type Sighting } from './finding';
import type { Sources } from './sources';

/** Files that name the packages that an application requires. */
const REQUIREMENTS =
  /^(requirements.*|dev-requirements)\.(txt|in)$|^(pyproject\.toml|Pipfile|setup\.(py|cfg))$/;

/** The texts that name the packages that an application requires. */
function requirementsIn(files: Files): string[] {
  const folder = 'requirements';
  const paths = [
    ...files.filesIn('.').filter((each) => REQUIREMENTS.test(each)),
    ...files.filesIn(folder).map((each) => `${folder}/${each}`),
  ];
  return paths.map((path) => textOf(files, path));
}

/** Whether a project requires a package, in any version. */
export function requires(files: Files, name: string): boolean {
  return requirementsIn(files).some((text) => new RegExp(`^[\\s"']*${name}\\b`, 'im').test(text));
}

/** Whether a project requires a version of a package that is older than `major`. */
export function requiresOlder(files: Files, name: string, major: number): boolean {
  const pattern = new RegExp(
    `^[\\s"']*${name}(?:\\[[^\\]]*\\])?["']?\\s*=?\\s*["']?(?:==|~=|<=|<)=?\\s*(\\d+)`,
    'gim',
  );
  const versions = requirementsIn(files).flatMap((requirements) =>
    [...requirements.matchAll(pattern)].map(({ 0: text, 1: version }) => {
      const isBelow = /<(?!=)/.test(text);
      return Number(version) - (isBelow ? 1 : 0);
    }),
  );
  return versions.length > 0 && Math.max(...versions) < major;
}

/** The extensions for migrations, by the class that each is made with. */
const MIGRATIONS = { Migrate: 'flask-migrate', Alembic: 'flask-alembic' };

/** The tool for migrations and its folder: `flask-migrate:migrations`. */
export function migrationsOf(sources: Sources, { folder }: FoundApplication): Finding {
  const { files } = sources;
  const scripts = ['migrations', `${folder}/migrations`, 'alembic']
    .map((path) => posix.normalize(path))
    .find((path) => [...files.filesIn(path), ...files.foldersIn(path)].length > 0);
  for (const [name, value] of Object.entries(MIGRATIONS)) {
    for (const source of sources.containing(`${name}(`)) {
      const [call] = callsOf(source.root, name);
      if (call && (value === 'flask-migrate' || source.text.includes('flask_alembic'))) {
        const folder = stringValue(call.keywords.get('directory')) ?? scripts;
        return { value: folder ? `${value}:${folder}` : value, from: source.placeOf(call.node) };
      }
    }
  }
  const settings = 'alembic.ini';
  if (files.has(settings)) {
    const text = textOf(files, settings);
    const match = /^script_location\s*=\s*(?:%\(here\)s\/)?(\S+)/m.exec(text);
    const value = match?.[1] === undefined ? 'alembic' : `alembic:${match[1].replace(/\/$/, '')}`;
    return { value, from: placeIn(settings, text, match?.index ?? 0) };
  }
  return none('no Flask-Migrate, Flask-Alembic or Alembic');
}

/** The module that most views import `login_required` from: `flask_login`. */
export function authOf(sources: Sources, application: FoundApplication): Finding {
  return (
    moduleOfName(sources, 'login_required', application) ??
    moduleOfName(sources, 'LoginManager', application) ??
    none('no login_required')
  );
}

/** The modules that files import a name from, which they use as it is. */
export function importsNamed(files: readonly PythonSource[], name: string): Sighting[] {
  return files.flatMap((source) =>
    importsWith(source, name)
      .filter(({ names }) => names.some((each) => each.name === name && each.local === name))
      .map(({ module, node }) => ({ value: module, place: () => source.placeOf(node) })),
  );
}

/** The functions of this name that a module defines for others. */
export function functionsNamed(source: PythonSource, name: string): Definition[] {
  return functionsOf(source).filter(
    (each) => each.name === name && scopeOf(each.node).type === 'module',
  );
}

/** The module that most files import a name from, or else the one that defines it as a function. */
export function moduleOfName(
  sources: Sources,
  name: string,
  { root }: Pick<FoundApplication, 'root'>,
): Finding | undefined {
  const start = root === '.' ? '' : `${root.replaceAll('/', '.')}.`;
  const local = (module: string): string =>
    module.startsWith(start) ? module.slice(start.length) : module;
  const files = sources.containing(name);
  const imported = importsNamed(files, name).map(({ place, value }) => ({
    value: local(value),
    place,
  }));
  const defined = files.flatMap((source) =>
    functionsNamed(source, name).map(({ node }) => ({
      value: moduleIn({ root }, source.path),
      place: () => source.placeOf(node),
    })),
  );
  return majority(imported) ?? majority(defined);
}

/** How and where an application is tested: `pytest:tests`. */
export function testsOf({ files, tests }: Sources): Finding {
  const folder = ['tests', 'test'].find((name) => pythonIn(files, name).length > 0);
  const single = ['tests.py', 'test.py'].find((path) => files.has(path));
  const where = folder ?? single ?? tests[0]?.replace(/\/.*/, '');
  if (where === undefined) {
    return none('no tests');
  }
  const paths =
    folder === undefined ? (single === undefined ? tests : [single]) : pythonIn(files, folder);
  const importing = (name: string): string | undefined =>
    paths.find((path) => new RegExp(`^(import|from) ${name}\\b`, 'm').test(textOf(files, path)));
  const pytest = importing('pytest') ?? paths.find((path) => path.endsWith('/conftest.py'));
  const unittest = importing('unittest');
  return pytest === undefined && unittest !== undefined
    ? { value: `unittest:${where}`, from: unittest }
    : { value: `pytest:${where}`, from: pytest ?? where };
}

function textOf(files: Files, path: string): string {
  return files.read(path)?.toString() ?? '';
}

function pythonIn(files: Files, folder: string): string[] {
  return pathsBelow(files, folder).filter((path) => path.endsWith('.py'));
}
