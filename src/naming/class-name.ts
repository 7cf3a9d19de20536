import { UsageError } from '../errors';
import { isBuiltin, isKeyword, TAKEN } from './python-words';
import { pascalCase, quoted, snakeCase } from './spelling';

const LONGEST = 100;

/**
 * Checks the name that a person chose for a class, and returns it unchanged.
 *
 * @param option The option with the name, for the message: `--model`.
 * @throws UsageError if a generated class cannot have this name. The message suggests the nearest valid one.
 */
export function classNameOf(name: string, option: string): string {
  const reason = refusal(name);
  if (reason !== undefined) {
    const better = pascalCase(snakeCase(name.split(/[./\\]/).at(-1) ?? ''));
    const question = refusal(better) === undefined ? ` Did you mean ${better}?` : '';
    throw new UsageError(`${option} ${quoted(name)} cannot be a class: ${reason}.${question}`);
  }
  return name;
}

function refusal(name: string): string | undefined {
  if (name.trim() === '') {
    return 'the name is empty';
  }
  if (name.length > LONGEST) {
    return `the name has ${name.length} characters, but at most ${LONGEST} are allowed`;
  }
  if (/[./\\]/.test(name)) {
    return 'it is a path. Give only the name';
  }
  if (isKeyword(name)) {
    return `${name} is a Python keyword`;
  }
  if (isBuiltin(name)) {
    return `${name} is a Python builtin`;
  }
  if (TAKEN.classes.has(name)) {
    return `the generated files import ${name}`;
  }
  if (!/^[A-Z][A-Za-z0-9_]*$/.test(name)) {
    return "a class name starts with a capital letter and contains only ASCII letters, digits and '_'";
  }
  return undefined;
}
