import { sourceOfModule } from '../../project/class-place';
import type { Project } from '../../project/project';
import { callOf } from '../../python/calls';
import { importsOf } from '../../python/imports';
import type { Node } from '../../python/node';
import type { PythonSource } from '../../python/source';
import { alwaysRuns, functionAround, statementOf } from '../../python/statements';
import { topLevel } from '../../python/stdlib';
import { type Application, applicationsOf, functionName } from './application';

/** Something of the project's own that a file imports, or may import: `create_app` of `app.factory`. */
interface Link {
  readonly module: string;
  readonly name: string;
}

/**
 * The file in which the application gets its blueprints: this one, or another one that it leads to, because it imports
 * the factory from there (`from app.factory import create_app`), or has a function from there register the blueprints
 * (`register_blueprints(app)`, `routes.init_app(app)`).
 */
export async function applicationFile(
  project: Project,
  start: PythonSource,
): Promise<PythonSource> {
  const [application] = applicationsOf(start);
  if (application?.registers) {
    return start;
  }
  const links = application ? helpersOf(start, application) : factoriesOf(start);
  for (const { module, name } of links) {
    const file = await sourceOfModule(project, module);
    const isIt = ({ registers, scope, variable }: Application): boolean => {
      const isNamed = scope.parent === null ? name === variable : isIn(scope, name);
      return isNamed && (application === undefined || registers);
    };
    if (file && file.path !== start.path && applicationsOf(file).some(isIt)) {
      return application ? file : applicationFile(project, file);
    }
  }
  return start;
}

/** Whether a function, or one that it is in, has this name. */
function isIn(scope: Node, name: string): boolean {
  return (
    scope.parent !== null && (functionName(scope) === name || isIn(functionAround(scope), name))
  );
}

/** The project's own functions that are called with the application, whatever the conditions. */
function helpersOf(source: PythonSource, { scope, variable }: Application): Link[] {
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

/** The project's own things that are imported, one of which may be the application or its factory. */
function factoriesOf(source: PythonSource): Link[] {
  return importedFrom(source).filter(({ name }) => /app/i.test(name));
}

function importedFrom(source: PythonSource): (Link & { readonly local: string })[] {
  return importsOf(source)
    .filter(({ module }) => topLevel(module) === source.path.split('/')[0])
    .flatMap(({ module, names }) => names.map(({ local, name }) => ({ module, name, local })));
}
