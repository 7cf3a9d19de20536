import { UsageError } from '../errors';
import { type Layout, moduleOfPath } from '../layout';
import { free, isKeyword, TAKEN } from './python-words';
import { kebabCase, quoted } from './spelling';

export interface RouteNames extends UrlRule {
  readonly method: 'GET' | 'POST';
  /** The function in the file of the routes: `index`. */
  readonly function: string;
  /** The last part of the endpoint: `index`. It differs from the function if that needs another name. */
  readonly endpoint: string;
}

/**
 * The route of a view.
 *
 * @param path The URL that follows from the view's name.
 * @param typed The URL from `--route`, which wins.
 * @throws UsageError if that URL is invalid.
 */
export function routeNames(
  name: string,
  method: 'GET' | 'POST',
  path: string,
  typed: string | undefined,
): RouteNames {
  return {
    ...urlRuleOf(typed ?? path, typed !== undefined),
    method,
    function: free(name, TAKEN.routeFunctions, '_page'),
    endpoint: name,
  };
}

/** `/shopping-lists/archive` for `shopping_lists` and `archive`. */
export function urlOf(...names: readonly string[]): string {
  return names.map((name) => `/${kebabCase(name)}`).join('');
}

/** The URL of a route in Werkzeug's notation: `/posts/<int:post_id>`. */
interface UrlRule {
  readonly path: string;
  readonly parameters: readonly UrlParameter[];
  readonly warnings: readonly string[];
}

/** A variable part of a URL: `<int:post_id>`. */
export interface UrlParameter {
  readonly name: string;
  /** The converter without its arguments: `int`; `default` if the URL names none. */
  readonly converter: string;
  /** The Python type of the value; `Any` for a custom converter. */
  readonly type: 'Any' | 'UUID' | 'float' | 'int' | 'str';
}

/** The converters of Werkzeug 3.1, in `werkzeug.routing.converters.DEFAULT_CONVERTERS`. */
const CONVERTERS: Readonly<Partial<Record<string, UrlParameter['type']>>> = {
  any: 'str',
  default: 'str',
  float: 'float',
  int: 'int',
  path: 'str',
  string: 'str',
  uuid: 'UUID',
};

const PARAMETER = /<(?:(?<converter>[a-z_]\w*)(?:\([^<>]*\))?:)?(?<name>[^<>]*)>/gi;

/**
 * Parses a URL.
 *
 * @param isTyped Whether it comes from `--route`. Otherwise it follows from the view's name.
 * @throws UsageError if Flask would reject the URL or could never serve it.
 */
export function urlRuleOf(path: string, isTyped = true): UrlRule {
  const parameters = [...path.matchAll(PARAMETER)].map(({ groups }): UrlParameter => {
    const converter = groups?.['converter'] ?? 'default';
    return { name: groups?.['name'] ?? '', converter, type: CONVERTERS[converter] ?? 'Any' };
  });
  const reason = refusal(path, parameters);
  if (reason !== undefined) {
    throw refusalOfUrl(path, isTyped, reason);
  }
  const warnings = parameters
    .filter(({ type }) => type === 'Any')
    .map(({ converter }) => {
      return `Flask has no converter "${converter}" (in ${path}). Add it to app.url_map.converters.`;
    });
  return { path, parameters, warnings };
}

/** The error for an invalid URL. */
export function refusalOfUrl(path: string, isTyped: boolean, reason: string): UsageError {
  return new UsageError(
    isTyped
      ? `--route ${quoted(path)} is not a valid URL: ${reason}`
      : `The URL ${quoted(path)}, made from the name, is invalid: ${reason} Give another one with --route.`,
  );
}

function refusal(path: string, parameters: readonly UrlParameter[]): string | undefined {
  const literal = path.replace(PARAMETER, '');
  if (path.trim() === '') {
    return 'it is empty.';
  }
  if (!/^[\x21-\x7e]*$/.test(path)) {
    return 'only ASCII characters are allowed, without spaces and line breaks.';
  }
  if (/[<>]/.test(literal)) {
    return 'it has an unmatched < or >. Write a parameter as <int:post_id>.';
  }
  if (!path.startsWith('/')) {
    return `it does not start with a slash. Did you mean /${path}?`;
  }
  if (/["\\?#]/.test(path)) {
    return 'double quotes, backslashes, ? and # are not allowed.';
  }
  if (/\/\/|\/\.{1,2}(\/|$)/.test(path)) {
    return 'a browser never requests a URL with an empty part, or with . or .. as a part.';
  }
  return refusalOfParameters(parameters.map(({ name }) => name));
}

function refusalOfParameters(names: readonly string[]): string | undefined {
  for (const [index, name] of names.entries()) {
    if (!/^[a-z_]\w*$/i.test(name)) {
      return `its parameter ${quoted(name)} is not a valid Python name.`;
    }
    if (isKeyword(name)) {
      return `its parameter ${name} is a Python keyword.`;
    }
    if (TAKEN.parameters.has(name)) {
      return `the generated files use the name of its parameter ${name}.`;
    }
    if (names.indexOf(name) !== index) {
      return `it has the parameter ${name} twice.`;
    }
  }
  return undefined;
}

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
