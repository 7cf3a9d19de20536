import { UsageError } from '../errors';
import { isKeyword, TAKEN } from './python-words';
import { quoted } from './spelling';

/** The URL that a route answers, as Werkzeug reads it: `/posts/<int:post_id>`. */
export interface UrlRule {
  readonly path: string;
  readonly parameters: readonly UrlParameter[];
  /** What is odd, but may be meant. */
  readonly warnings: readonly string[];
}

/** A variable part of a URL: `<int:post_id>`. */
export interface UrlParameter {
  readonly name: string;
  /** As written, without its arguments: `int`, and `default` where none is. */
  readonly converter: string;
  /** The type of the value in Python; `Any` for a converter of the project's own. */
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
 * A URL, read.
 *
 * @param isTyped Whether a person typed it; else the view's name says it.
 * @throws UsageError where Flask would refuse it, or could never serve it.
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
      return `Flask has no converter "${converter}" (in ${path}): the project must add it to app.url_map.converters.`;
    });
  return { path, parameters, warnings };
}

/** That a URL cannot be one, and what to do. */
export function refusalOfUrl(path: string, isTyped: boolean, reason: string): UsageError {
  return new UsageError(
    isTyped
      ? `--route ${quoted(path)} cannot be a URL: ${reason}`
      : `The URL that the name says, ${quoted(path)}, cannot be one: ${reason} Name another with --route.`,
  );
}

function refusal(path: string, parameters: readonly UrlParameter[]): string | undefined {
  const literal = path.replace(PARAMETER, '');
  if (path.trim() === '') {
    return 'it is empty.';
  }
  if (!/^[\x21-\x7e]*$/.test(path)) {
    return 'it may hold neither spaces nor line breaks, and ASCII characters only.';
  }
  if (/[<>]/.test(literal)) {
    return 'a < or > in it has no counterpart. A parameter is written <int:post_id>.';
  }
  if (!path.startsWith('/')) {
    return `it does not start with a slash. Did you mean /${path}?`;
  }
  if (/["\\?#]/.test(path)) {
    return 'it may not hold a double quote, a backslash, ? or #.';
  }
  if (/\/\/|\/\.{1,2}(\/|$)/.test(path)) {
    return 'a browser never asks for an empty part, or for . or .. as a part.';
  }
  return refusalOfParameters(parameters.map(({ name }) => name));
}

function refusalOfParameters(names: readonly string[]): string | undefined {
  for (const [index, name] of names.entries()) {
    if (!/^[a-z_]\w*$/i.test(name)) {
      return `its parameter ${quoted(name)} is not a name that Python allows.`;
    }
    if (isKeyword(name)) {
      return `its parameter ${name} is a keyword of Python.`;
    }
    if (TAKEN.parameters.has(name)) {
      return `its parameter ${name} is a name that the generated files use.`;
    }
    if (names.indexOf(name) !== index) {
      return `its parameter ${name} stands in it twice.`;
    }
  }
  return undefined;
}
