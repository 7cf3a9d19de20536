// Specs: spec/layout/read-layout.spec.ts
import { isBelow } from '../project/walk';
import { type FoundApplication, moduleIn } from './application';
import type { Code } from './code';
import { type Finding, majority, none } from './finding';
import { homePattern } from './pattern';
import type { Sources } from './sources';

/** Where an application keeps its data, and how it writes that down. */
export interface FoundModels {
  readonly db: Finding;
  readonly models: Finding;
  readonly base: Finding;
  readonly columns: Finding;
  readonly forms: Finding;
}

/** A class of the application. */
interface FoundClass {
  readonly name: string;
  readonly bases: readonly string[];
  /** Whether `@as_declarative()` makes it a base of models. */
  readonly isDecorated: boolean;
  /** The code in it. */
  readonly body: () => string;
  readonly code: Code;
  readonly place: () => string;
}

const DATABASE = /^(\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=[ \t]*(?:\w+\.)?\w*SQLAlchemy\(/gm;
const BASE =
  /^[ \t]*(\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=[ \t]*(?:\w+\.)*(?:declarative_base\(|\w+\.Model\b)/gm;
const DECORATOR = /@(?:\w+\.)*as_declarative\b.*\n$/;
const ABSTRACT = /^\s+__abstract__\s*=\s*True/m;
const CLASS = /^([ \t]*)class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?[ \t]*:/gm;

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
  const codes = sources.paths
    .filter((path) => isBelow(path, application.folder))
    .flatMap((path) => sources.code(path) ?? []);
  const classes = codes.flatMap(classesIn);
  const models = modelsAmong(codes, classes);
  const bases = majority(
    models.flatMap(({ model, base }) => ({ value: base, place: model.place })),
  );
  return {
    db: databaseOf(sources, application),
    models: homeOf(
      models.map(({ model }) => model),
      application,
      routes,
      'no models',
    ),
    base: bases ?? none('no models'),
    columns: columnsOf(
      models.map(({ model }) => model),
      isOldSqlalchemy,
    ),
    forms: homeOf(heirs(classes, /^(\w+\.)*(Flask|Base)?Form$/), application, routes, 'no forms'),
  };
}

function databaseOf(sources: Sources, application: FoundApplication): Finding {
  const made = sources.containing('SQLAlchemy(').flatMap((code) =>
    code.matches(DATABASE).map(({ 1: name = '', index }) => ({
      value: `${moduleIn(application, code.path)}:${name}`,
      from: code.place(index)(),
    })),
  );
  return (
    made.find(({ value }) => value.endsWith(':db')) ??
    made[0] ??
    none('no SQLAlchemy() of Flask-SQLAlchemy')
  );
}

function classesIn(code: Code): FoundClass[] {
  return code.matches(CLASS).map((match) => {
    const [head, indent = '', name = '', bases = ''] = match;
    return {
      name,
      bases: bases.split(',').map((each) => each.trim()),
      isDecorated: DECORATOR.test(code.text.slice(0, match.index).slice(-200)),
      body: () => bodyOf(code.text.slice(match.index + head.length), indent.length),
      code,
      place: code.place(match.index),
    };
  });
}

/** The lines that are indented deeper. */
function bodyOf(rest: string, indent: number): string {
  const end = rest.search(new RegExp(`^[ \\t]{0,${indent}}\\S`, 'm'));
  return end === -1 ? rest : rest.slice(0, end);
}

/** The models, with the base that makes each one: `db.Model`, its other names, and abstract classes that extend it. */
function modelsAmong(
  codes: readonly Code[],
  classes: readonly FoundClass[],
): { model: FoundClass; base: string }[] {
  const named = codes.flatMap((code) =>
    ['declarative_base', '.Model'].some((word) => code.text.includes(word))
      ? code.matches(BASE).map(({ 1: name = '' }) => name)
      : [],
  );
  const declared = classes.filter(
    ({ bases, isDecorated }) =>
      isDecorated || bases.some((base) => /^(\w+\.)*DeclarativeBase(NoMeta)?$/.test(base)),
  );
  const bases = new Set([...named, ...declared.map(({ name }) => name)]);
  const abstract = new Set(declared);
  const baseOf = ({ bases: own }: FoundClass): string | undefined =>
    own.find((base) => /^\w+\.Model$/.test(base) || bases.has(base.split('.').at(-1) ?? ''));
  for (let count = -1; count !== bases.size;) {
    count = bases.size;
    classes
      .filter((each) => baseOf(each) !== undefined && ABSTRACT.test(each.body()))
      .forEach((each) => {
        bases.add(each.name);
        abstract.add(each);
      });
  }
  return classes.flatMap((model) => {
    const base = abstract.has(model) ? undefined : baseOf(model);
    return base === undefined ? [] : { model, base };
  });
}

function columnsOf(models: readonly FoundClass[], isOldSqlalchemy: boolean): Finding {
  if (isOldSqlalchemy) {
    return { value: 'column', from: 'the required SQLAlchemy is older than 2' };
  }
  const columns = models.flatMap(({ body, place }) =>
    [...body().matchAll(/\b(mapped_column|Column)\(|:\s*(?:\w+\.)?Mapped\[/g)].map((match) => ({
      value: match[1] === 'Column' ? 'column' : 'mapped',
      place,
    })),
  );
  const found = majority(columns);
  return found ? { value: found.value, from: found.from } : none('no columns');
}

/** The classes that extend one whose name fits, or one of these. */
function heirs(classes: readonly FoundClass[], pattern: RegExp): FoundClass[] {
  const found = new Set<FoundClass>();
  const names = new Set<string>();
  for (let count = -1; count !== found.size;) {
    count = found.size;
    classes
      .filter(({ bases }) => bases.some((base) => pattern.test(base) || names.has(base)))
      .forEach((each) => {
        found.add(each);
        names.add(each.name);
      });
  }
  return [...found];
}

function homeOf(
  classes: readonly FoundClass[],
  { folder }: FoundApplication,
  routes: Finding['value'],
  missing: string,
): Finding {
  const homes = new Map<string, number>();
  classes.forEach(({ code }) => homes.set(code.path, (homes.get(code.path) ?? 0) + 1));
  const value = homePattern(homes, folder, String(routes));
  const [first] = classes;
  return value === undefined || first === undefined
    ? none(missing)
    : {
        value,
        from: homes.size > 1 ? `${first.place()} and ${homes.size - 1} more files` : first.place(),
      };
}
