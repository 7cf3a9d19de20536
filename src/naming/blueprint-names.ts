// Specs: spec/naming/view-names.spec.ts
import { type Layout, moduleOfPath } from '../layout';
import { free, TAKEN } from './python-words';

/** The names of a blueprint with its own package of routes. Examples for `recipes.comments`: */
export interface BlueprintNames {
  /** `comments` */
  readonly name: string;
  /** Its variable in the file that registers it: `comments_bp`. */
  readonly alias: string;
  /** The package to import it from: `app.routes.recipes.comments`. */
  readonly package: string;
  /** Its folder, relative to the project's root: `app/routes/recipes/comments`. */
  readonly folder: string;
}

/** The blueprints for nested folders. The application registers the first, and each registers the next. */
export function blueprintsOf(
  folders: readonly [string, ...string[]],
  { routes }: Layout,
): [BlueprintNames, ...BlueprintNames[]] {
  const [first, ...rest] = folders;
  const packages = [first, ...rest.map((folder) => free(folder, TAKEN.routePackages))];
  const blueprint = (name: string, index: number): BlueprintNames => {
    const folder = [routes, ...packages.slice(0, index + 1)].join('/');
    return { name, alias: `${name}_bp`, package: moduleOfPath(folder), folder };
  };
  return [blueprint(first, 0), ...rest.map((name, index) => blueprint(name, index + 1))];
}
