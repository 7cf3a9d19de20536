// Specs: spec/layout/read-layout.spec.ts
import { dirname } from 'node:path';
import { initOf, moduleOfPath } from '../layout';
import { callsToRegister } from '../project/register-calls';
import { type Call, callOf } from '../python/queries';
import type { Node } from '../python/node';
import type { PythonParser } from '../python/parser';
import type { PythonSource } from '../python/source';
import { type Code, literal } from './code';
import { type Finding, majority, none } from './finding';
import type { Sources } from './sources';

/** Where a project makes its application. */
export interface FoundApplication {
  /** The folder of its package: `app`, or `.` for an application in one file. */
  readonly folder: string;
  /** The folder that its modules are imported from: `src`, or `.`. */
  readonly root: string;
  readonly code: Code;
  /** The arguments of `Flask(…)`. */
  readonly arguments: readonly string[];
  readonly place: () => string;
  /** How much it looks like a real application, compared with others. */
  readonly weight: number;
}

/** The places where a project makes a Flask application, the likeliest first. Files that are not Python count, too. */
export function applicationsIn(sources: Sources, parser: PythonParser): FoundApplication[] {
  const files = sources.parsed(parser, 'Flask');
  const classes = new Set(['Flask', ...files.flatMap(({ root }) => subclassesIn(root))]);
  const makers = classes.size > 1 ? sources.parsed(parser, ...classes) : files;
  return makers
    .flatMap((source) =>
      madeIn(source.root, classes).flatMap(({ node }): FoundApplication | never[] => {
        const code = sources.code(source.path);
        if (code === undefined) {
          return [];
        }
        const list = node.child('arguments');
        const texts = (list?.namedChildren ?? [])
          .filter(({ isExtra }) => !isExtra)
          .map(({ text }) => text);
        const home = homeOf(sources, code, texts);
        const place = (): string => source.placeOf(list ?? node);
        return { ...home, code, arguments: texts, place, weight: weightOf(code, home.folder) };
      }),
    )
    .sort((one, other) => other.weight - one.weight);
}

/** The classes of a file that extend `Flask`. */
function subclassesIn(root: Node): string[] {
  return root.descendants('class_definition').flatMap((node) => {
    const bases = node.child('superclasses')?.namedChildren ?? [];
    const isFlask = bases.some(({ text }) => /\bFlask$/.test(text));
    return isFlask ? (node.child('name')?.text ?? []) : [];
  });
}

/** The calls that make an application which the file then returns or keeps: `app = Flask(…)`. */
function madeIn(root: Node, classes: ReadonlySet<string>): Call[] {
  return root.descendants('call').flatMap((node) => {
    const call = callOf(node);
    const isKept = /^(assignment|return_statement)$/.test(node.parent?.type ?? '');
    return call && isKept && classes.has(call.name) ? call : [];
  });
}

/** Scripts make applications, too, but seldom a factory with blueprints. */
function weightOf(code: Code, folder: string): number {
  return (
    (folder === '.' ? 0 : 4) +
    (code.text.includes('register_blueprint') ? 2 : 0) +
    (/\bdef (create|make)_?app/.test(code.text) ? 1 : 0)
  );
}

/** The literal argument of `Flask` if it names a folder; else the folder of the file, or the package around it. */
function homeOf(
  { files, paths }: Sources,
  { path }: Code,
  [first]: readonly string[],
): Pick<FoundApplication, 'folder' | 'root'> {
  const root = path.startsWith('src/') && !files.has('src/__init__.py') ? 'src' : '.';
  const within = root === '.' ? '' : `${root}/`;
  const name = literal(first)?.replaceAll('.', '/');
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
  const own = calls.filter(({ value }) => value === application.code.path);
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
