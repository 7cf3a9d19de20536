// Specs: spec/make-view/reshaped.spec.ts
import { type Blueprint, namesOf } from '../project/blueprint-aliases';
import { sourceOfModule } from '../project/class-place';
import type { Project } from '../project/project';
import { type Registration, registrationsOf, valueOf } from '../project/registrations';
import { sequenceOf } from '../python/sequence';
import { assignmentsIn, callOf } from '../python/queries';
import { importsWith } from '../python/imports';
import { type Node, stringValue } from '../python/node';
import type { PythonSource } from '../python/source';

/** Functions that find modules at runtime. */
const SEARCH = /^(iter_modules|walk_packages|find_modules|iterdir|listdir|scandir|r?glob)$/;

/**
 * The registration that registers a blueprint without naming it: in a loop over a list in another file, over names of
 * modules, or over modules that it finds at runtime. A second registration would keep the application from starting.
 */
export async function registeredElsewhere(
  project: Project,
  source: PythonSource,
  blueprint: Blueprint,
): Promise<Registration | undefined> {
  for (const registration of registrationsOf(source)) {
    const { list, loop } = registration;
    const iterated = list ? undefined : loop?.child('right');
    if (iterated) {
      const listed = valueOf(source, registration.scope, iterated.text) ?? iterated;
      const isListed = await isInListOf(project, source, iterated, blueprint);
      if (isListed || searches(listed) || namesModule(listed, blueprint)) {
        return registration;
      }
    }
  }
  return undefined;
}

function searches(listed: Node): boolean {
  return listed.descendants('call').some((node) => SEARCH.test(callOf(node)?.name ?? ''));
}

/** Whether the list has the name of the blueprint's module: `"posts"` or `"app.routes.posts"`. */
function namesModule(listed: Node, { package: module }: Blueprint): boolean {
  return listed.descendants('string').some((node) => {
    const name = stringValue(node);
    return (
      name !== undefined && name !== '' && `.${module}`.endsWith(`.${name.replace(/^\./, '')}`)
    );
  });
}

/** Whether the loop iterates over a list in another file, `BLUEPRINTS` or `routes.BLUEPRINTS`, with the blueprint. */
async function isInListOf(
  project: Project,
  source: PythonSource,
  iterated: Node,
  blueprint: Blueprint,
): Promise<boolean> {
  const [local = '', attribute] = iterated.text.split('.');
  for (const { module, names: imports } of importsWith(source, local)) {
    const imported = imports.find((each) => each.local === local)?.name;
    if (imported !== undefined) {
      const [from, name] =
        attribute === undefined ? [module, imported] : [`${module}.${imported}`, attribute];
      const file = await sourceOfModule(project, from);
      const values = file ? assignmentsIn(file.root).filter(({ target }) => target === name) : [];
      const known = file ? namesOf(file, file.root, blueprint) : [];
      const items = values.flatMap(({ value }) => (value ? sequenceOf(value).items : []));
      return items.some(({ text }) => known.includes(text));
    }
  }
  return false;
}
