import { UsageError } from '../errors';
import { isBuiltin, isKeyword, TAKEN } from './python-words';
import { pascalCase, quoted, snakeCase } from './spelling';

const LONGEST = 100;

/**
 * A name that a person gave to a class, as it is.
 *
 * @param option The option that gave it, for the message: `--model`.
 * @throws UsageError where no class of a generated file can have it, with the nearest name that one can have.
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
    return `the name has ${name.length} characters, and ${LONGEST} are the most`;
  }
  if (/[./\\]/.test(name)) {
    return 'it is a path, and the name alone is needed';
  }
  if (isKeyword(name)) {
    return `${name} is a keyword of Python`;
  }
  if (isBuiltin(name)) {
    return `${name} is defined by Python`;
  }
  if (TAKEN.classes.has(name)) {
    return `${name} is imported by the generated files`;
  }
  if (!/^[A-Z][A-Za-z0-9_]*$/.test(name)) {
    return "a class's name starts with a capital letter and holds ASCII letters, digits and '_' only";
  }
  return undefined;
}
