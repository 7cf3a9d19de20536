// Specs: spec/templates/own-templates.spec.ts
import { enumeration } from '../naming/spelling';
import { namesBoundIn } from '../python/assignments';
import { classesOf, functionsIn } from '../python/definitions';
import type { PythonSource } from '../python/source';
import { scopeOf } from '../python/statements';

/** Templates that are added in part to a file that exists. */
const ADDED =
  /^(controllers\/|routes\/routes\.py|plain\/(views|index|show|create|edit|destroy)\.py)/;

/** Templates whose members are looked up by name. */
const WITH_MEMBERS = /^(controllers\/|models\/relationship\.py)/;

/**
 * What is wrong with the module that a project's own template makes, compared with the one that ours makes of the same
 * values; undefined if nothing is.
 */
export function mistakeIn(name: string, own: PythonSource, ours: PythonSource): string | undefined {
  const [given, wanted] = [definedIn(name, own), definedIn(name, ours)];
  const missing = wanted.filter((each) => !given.includes(each));
  const further = given.filter((each) => !wanted.includes(each) && !each.includes('.'));
  if (missing.length > 0) {
    return `it does not define ${enumeration(missing)}, which the generated code needs`;
  }
  return ADDED.test(name) && further.length > 0
    ? `${enumeration(further)} would be missing in a file that exists. Put it into a module of the application and import it`
    : undefined;
}

/** The classes, functions and variables of a module. Tests are no use to other code. */
function definedIn(template: string, source: PythonSource): string[] {
  const { root } = source;
  const classes = classesOf(source).filter(({ node }) => scopeOf(node) === root);
  const members = WITH_MEMBERS.test(template)
    ? classes.flatMap(({ name, node }) =>
        [...functionsIn(node).map((each) => each.name), ...namesBoundIn(node)].map(
          (member) => `${name}.${member}`,
        ),
      )
    : [];
  const variables = ADDED.test(template) ? [...namesBoundIn(root)] : [];
  return [
    ...classes.map(({ name }) => name),
    ...members,
    ...functionsIn(root)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('test_')),
    ...variables,
  ];
}
