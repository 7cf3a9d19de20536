// Specs: spec/naming/view-names.spec.ts
import { type Layout, moduleOfPath } from '../layout';
import { free, TAKEN } from './python-words';

/** A blueprint, and the package of routes that it is alone in. For `recipes.comments`: */
export interface BlueprintNames {
  /** `comments` */
  readonly name: string;
  /** The variable for it where another blueprint or the application registers it: `comments_bp`. */
  readonly alias: string;
  /** To import it from: `app.routes.recipes.comments`. */
  readonly package: string;
  /** From the project's root: `app/routes/recipes/comments`. */
  readonly folder: string;
}

/** The blueprints of a folder, each registered on the one before it, the first on the application. */
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
