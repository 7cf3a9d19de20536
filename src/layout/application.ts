// Specs: spec/layout/read-layout.spec.ts
import { dirname } from 'node:path';
import { initOf, moduleOfPath } from '../layout';
import { callsToRegister } from '../project/register-calls';
import { argumentOf, basesOf, type Call, callOf, classesOf, functionsOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/node';
import { type Finding, majority, none } from './finding';
import type { Sources } from './sources';

/** Where a project makes its application. */
export interface FoundApplication {
  /** The folder of its package: `app`, or `.` for an application in one file. */
  readonly folder: string;
  /** The folder that its modules are imported from: `src`, or `.`. */
  readonly root: string;
  readonly source: PythonSource;
  /** `Flask(…)` */
  readonly call: Call;
  readonly place: () => string;
  /** How much it looks like a real application, compared with others. */
  readonly weight: number;
}

/** The places where a project makes a Flask application, the likeliest first. Files that are not Python count, too. */
export function applicationsIn(sources: Sources): FoundApplication[] {
  const files = sources.containing('Flask');
  const classes = new Set(['Flask', ...files.flatMap(subclassesIn)]);
  const makers = classes.size > 1 ? sources.containing(...classes) : files;
  return makers
    .flatMap((source) =>
      madeIn(source, classes).map((call): FoundApplication => {
        const home = homeOf(sources, source.path, call);
        const place = (): string => source.placeOf(call.node.child('arguments') ?? call.node);
        return { ...home, source, call, place, weight: weightOf(source, home.folder) };
      }),
    )
    .sort((one, other) => other.weight - one.weight);
}

/** The classes of a file that extend `Flask`. */
function subclassesIn(source: PythonSource): string[] {
  return classesOf(source)
    .filter((each) => basesOf(each).some(({ text }) => /\bFlask$/.test(text)))
    .map(({ name }) => name);
}

/** The calls that make an application which the file then returns or keeps: `app = Flask(…)`. */
function madeIn({ root }: PythonSource, classes: ReadonlySet<string>): Call[] {
  return root.descendants('call').flatMap((node) => {
    const call = callOf(node);
    const isKept = /^(assignment|return_statement)$/.test(node.parent?.type ?? '');
    return call && isKept && classes.has(call.name) ? call : [];
  });
}

/** Scripts make applications, too, but seldom a factory with blueprints. */
function weightOf(source: PythonSource, folder: string): number {
  return (
    (folder === '.' ? 0 : 4) +
    (callsToRegister(source.root).length > 0 ? 2 : 0) +
    (functionsOf(source).some(({ name }) => /^(create|make)_?app/.test(name)) ? 1 : 0)
  );
}

/** The literal argument of `Flask` if it names a folder; else the folder of the file, or the package around it. */
function homeOf(
  { files, paths }: Sources,
  path: string,
  call: Call,
): Pick<FoundApplication, 'folder' | 'root'> {
  const root = path.startsWith('src/') && !files.has('src/__init__.py') ? 'src' : '.';
  const within = root === '.' ? '' : `${root}/`;
  const name = stringValue(argumentOf(call, 'import_name', 0))?.replaceAll('.', '/');
  if (name !== undefined && paths.some((each) => each.startsWith(`${within}${name}/`))) {
    return { folder: within + name, root };
  }
  let folder = dirname(path);
  const isTop = (): boolean => dirname(folder) === '.' || !files.has(initOf(dirname(folder)));
  while (
    folder !== '.' &&
    !path.endsWith('/__init__.py') &&
    !isTop() &&
    files.filesIn(`${folder}/templates`).length === 0
  ) {
    folder = dirname(folder);
  }
  return { folder: folder === root ? '.' : folder, root };
}

/** The module of a file: `hello.app` for `src/hello/app.py`. */
export function moduleIn({ root }: Pick<FoundApplication, 'root'>, path: string): string {
  const within = root === '.' ? path : path.slice(root.length + 1);
  return moduleOfPath(within);
}

/** The module that registers blueprints; with `{name}` if each blueprint registers itself. */
export function registrationOf(
  sources: readonly PythonSource[],
  application: FoundApplication,
  isBlueprint: (path: string, name: string) => boolean,
): Finding {
  const calls = sources.flatMap((source) =>
    callsToRegister(source.root)
      .filter(({ receiver = '' }) => !isBlueprint(source.path, receiver))
      .map(({ node }) => ({ value: source.path, place: () => source.placeOf(node) })),
  );
  const own = calls.filter(({ value }) => value === application.source.path);
  const best = majority(own.length > 0 ? own : calls);
  if (best === undefined) {
    return none('no call of register_blueprint');
  }
  const paths = [...new Set(calls.map(({ value }) => value))];
  const names = new Set(paths.map((path) => path.split('/').at(-1)));
  const isEach = own.length === 0 && paths.length > 2 && best.count === 1 && names.size === 1;
  const module = moduleIn(application, best.value);
  return isEach
    ? {
        value: module.replace(/[^.]+(?=\.[^.]+$)/, '{name}'),
        from: `${best.from} and ${paths.length - 1} more`,
      }
    : { value: module, from: best.from };
}
