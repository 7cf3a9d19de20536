import { codePaths } from '../layout/sources';
import { enumeration } from '../naming/spelling';
import { type Application, applicationsOf, functionName, makersOf } from '../project/applications';
import { sourceOfModule } from '../project/class-place';
import { otherModules } from '../project/other-modules';
import type { Project } from '../project/project';
import { REGISTER } from '../project/register-calls';
import { callOf } from '../python/queries';
import { importsOf } from '../python/imports';
import type { Node } from '../python/node';
import { type PythonSource, SourceError } from '../python/source';
import { alwaysRuns, functionAround, statementOf } from '../python/statements';
import { topLevel } from '../python/import-statement';

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
