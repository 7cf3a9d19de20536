// Specs: spec/python/expression.spec.ts
import { LONGEST_LINE } from './lines';
import { topLevel } from './module-name';

/** `from module import name as alias`, or `import module as alias`. */
export interface NewImport {
  readonly module: string;
  /** Undefined for the module as a whole. */
  readonly name?: string;
  readonly alias?: string;
}

/**
 * `from app.routes.posts import bp as posts_bp`, broken if the line would be too long.
 *
 * @param indentation The later indentation of the lines.
 */
export function importLine(wanted: NewImport, indentation = ''): string {
  const { alias, module, name } = wanted;
  return name === undefined
    ? `import ${nameWithAlias({ name: module, alias })}`
    : importStatement(module, [nameWithAlias({ name, alias })], indentation);
}

/** What a file calls what it imports: `app` for `import app.links`. */
export function localName({ alias, module, name }: NewImport): string {
  return alias ?? name ?? topLevel(module);
}

/**
 * The statement that imports these names from a module.
 *
 * @param names The names with their aliases: `bp as posts_bp`.
 * @param indentation The later indentation of the lines.
 */
export function importStatement(
  module: string,
  names: readonly string[],
  indentation = '',
): string {
  const line = `from ${module} import ${names.join(', ')}`;
  return indentation.length + line.length > LONGEST_LINE
    ? `from ${module} import (\n${names.map((name) => `    ${name},\n`).join('')})`
    : line;
}

/** `bp as posts_bp` */
export function nameWithAlias({
  name,
  alias,
}: {
  readonly name: string;
  readonly alias?: string | undefined;
}): string {
  return alias === undefined || alias === name ? name : `${name} as ${alias}`;
}
