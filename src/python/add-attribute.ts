import { type Definition, hasMember } from './definitions';
import { statementBehind } from './statement-insertion';
import type { PythonSource } from './source';
import { statementsOf } from './statements';

/** Adds an attribute after the last one of a class, unless the class already has a member of that name. */
export function addAttribute(
  source: PythonSource,
  owner: Definition,
  name: string,
  code: string,
): PythonSource {
  if (hasMember(owner, name)) {
    return source;
  }
  const last = statementsOf(owner.body).findLast(({ firstNamedChild }) => {
    return firstNamedChild?.type === 'assignment';
  });
  return source.insert(statementBehind(source, last, owner.body, code));
}
