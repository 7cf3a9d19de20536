import { codePaths } from '../layout/sources';
import { enumeration } from '../naming/spelling';
import { type Application, applicationsOf, functionName, makersOf } from '../project/applications';
import { sourceOfModule } from '../project/class-place';
import { otherModules } from '../project/walk';
import type { Project } from '../project/project';
import { REGISTER } from '../project/register-calls';
import { assignmentsIn, callOf } from '../python/queries';
import { importsOf, importsWith } from '../python/imports';
import { type Node, stringValue } from '../python/node';
import { type PythonSource, SourceError } from '../python/source';
import { alwaysRuns, functionAround, statementOf } from '../python/statements';
import { topLevel } from '../python/import-statement';
import { type Blueprint, namesOf } from '../project/blueprints';
import { type Registration, registrationsOf, valueOf } from '../project/registrations';
import { sequenceOf } from '../python/sequence';

/** A name in another module of the project: `create_app` in `app.factory`. */
interface ProjectName {
  readonly module: string;
  readonly name: string;
}

/**
 * The file that registers blueprints on the application: this one, one that it imports the factory from
 * (`from app.factory import create_app`), or one with a helper that it calls (`register_blueprints(app)`,
 * `routes.init_app(app)`). If this file neither makes nor imports an application, it is the file that makes one.
 *
 * @throws SourceError if several files make one.
 */
export async function applicationFile(
  project: Project,
  start: PythonSource,
): Promise<PythonSource> {
  const [application] = applicationsOf(start);
  if (application?.registers) {
    return start;
  }
  const names = application ? helpersOf(start, application) : factoriesOf(start);
  for (const { module, name } of names) {
    const file = await sourceOfModule(project, module);
    const isIt = ({ registers, scope, variable }: Application): boolean => {
      const isNamed = scope.parent === null ? name === variable : isIn(scope, name);
      return isNamed && (application === undefined || registers);
    };
    if (file && file.path !== start.path && applicationsOf(file).some(isIt)) {
      return application ? file : applicationFile(project, file);
    }
  }
  const maker = application ? undefined : await onlyMaker(project, start);
  return maker ? applicationFile(project, maker) : start;
}

/** The other file of the package that makes an application; else the one outside of it that makes or completes one. */
async function onlyMaker(project: Project, start: PythonSource): Promise<PythonSource | undefined> {
  const within = await filesWith(project, otherModules(project), 'Flask(');
  const own = within.filter((each) => makersOf(each).length > 0);
  const package_ = `${project.layout.package}/`;
  const outside = (): string[] =>
    codePaths(project).code.filter((path) => !path.startsWith(package_));
  const makers =
    own.length > 0
      ? own
      : (await filesWith(project, outside(), 'Flask(', REGISTER)).filter(
          (each) => applicationsOf(each).length > 0,
        );
  if (makers.length > 1) {
    const files = enumeration(makers.map(({ path }) => path));
    const reason = `${files} each make an application. Import the factory of the right one here`;
    throw new SourceError(start.path, undefined, reason);
  }
  return makers[0];
}

/** The files with one of these words. Searching a file is faster than parsing it. */
function filesWith(
  project: Project,
  paths: readonly string[],
  ...words: readonly string[]
): Promise<PythonSource[]> {
  return project.sources(
    paths.filter((path) => words.some((word) => project.text(path).includes(word))),
  );
}

/** Whether a function, or one around it, has this name. */
function isIn(scope: Node, name: string): boolean {
  return (
    scope.parent !== null && (functionName(scope) === name || isIn(functionAround(scope), name))
  );
}

/** The functions of the project that the application is always passed to. */
function helpersOf(source: PythonSource, { scope, variable }: Application): ProjectName[] {
  return scope.descendants('call').flatMap((node) => {
    const call = callOf(node);
    const isGiven = call?.positional.some(({ text }) => text === variable);
    if (!call || !isGiven || !alwaysRuns(statementOf(node))) {
      return [];
    }
    return importedFrom(source).flatMap(({ local, module, name }) => {
      if (call.receiver === undefined) {
        return local === call.name ? { module, name } : [];
      }
      return local === call.receiver ? { module: `${module}.${name}`, name: call.name } : [];
    });
  });
}

/** Imported names of the project, one of which may be the application or its factory. */
function factoriesOf(source: PythonSource): ProjectName[] {
  return importedFrom(source).filter(({ name }) => /app/i.test(name));
}

function importedFrom(source: PythonSource): (ProjectName & { readonly local: string })[] {
  return importsOf(source)
    .filter(({ module }) => topLevel(module) === topLevel(source.path))
    .flatMap(({ module, names }) => names.map(({ local, name }) => ({ module, name, local })));
}

/** Functions that find modules at runtime. */
const SEARCH = /^(iter_modules|walk_packages|find_modules|iterdir|listdir|scandir|r?glob)$/;

/**
 * The registration that registers a blueprint without naming it: in a loop over a list in another file, over names of
 * modules, or over modules that it finds at runtime. A second registration would keep the application from starting.
 */
export async function registeredElsewhere(
  project: Project,
  source: PythonSource,
  blueprint: Blueprint,
): Promise<Registration | undefined> {
  for (const registration of registrationsOf(source)) {
    const { list, loop } = registration;
    const iterated = list ? undefined : loop?.child('right');
    if (iterated) {
      const listed = valueOf(source, registration.scope, iterated.text) ?? iterated;
      const isListed = await isInListOf(project, source, iterated, blueprint);
      if (isListed || searches(listed) || namesModule(listed, blueprint)) {
        return registration;
      }
    }
  }
  return undefined;
}

function searches(listed: Node): boolean {
  return listed.descendants('call').some((node) => SEARCH.test(callOf(node)?.name ?? ''));
}

/** Whether the list has the name of the blueprint's module: `"posts"` or `"app.routes.posts"`. */
function namesModule(listed: Node, { package: module }: Blueprint): boolean {
  return listed.descendants('string').some((node) => {
    const name = stringValue(node);
    return (
      name !== undefined && name !== '' && `.${module}`.endsWith(`.${name.replace(/^\./, '')}`)
    );
  });
}

/** Whether the loop iterates over a list in another file, `BLUEPRINTS` or `routes.BLUEPRINTS`, with the blueprint. */
async function isInListOf(
  project: Project,
  source: PythonSource,
  iterated: Node,
  blueprint: Blueprint,
): Promise<boolean> {
  const [local = '', attribute] = iterated.text.split('.');
  for (const { module, names: imports } of importsWith(source, local)) {
    const imported = imports.find((each) => each.local === local)?.name;
    if (imported !== undefined) {
      const [from, name] =
        attribute === undefined ? [module, imported] : [`${module}.${imported}`, attribute];
      const file = await sourceOfModule(project, from);
      const values = file ? assignmentsIn(file.root).filter(({ target }) => target === name) : [];
      const known = file ? namesOf(file, file.root, blueprint) : [];
      const items = values.flatMap(({ value }) => (value ? sequenceOf(value).items : []));
      return items.some(({ text }) => known.includes(text));
    }
  }
  return false;
}
