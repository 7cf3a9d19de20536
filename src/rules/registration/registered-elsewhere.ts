// Specs: spec/make-view/reshaped.spec.ts
import { sourceOfModule } from '../../project/class-place';
import type { Project } from '../../project/project';
import { sequenceOf } from '../../python/item';
import { assignmentsIn } from '../../python/assignments';
import { callOf } from '../../python/calls';
import { importsWith } from '../../python/imports';
import type { Node } from '../../python/node';
import type { PythonSource } from '../../python/source';
import { stringValue } from '../../python/string-value';
import { type Blueprint, namesOf } from './blueprint-registration';
import { type Registration, registrationsOf, valueOf } from './registration';

/** What a program finds modules with that it does not name. */
const SEARCH = /^(iter_modules|walk_packages|find_modules|iterdir|listdir|scandir|r?glob)$/;

/**
 * The registration that serves a blueprint although its file does not name it: in a loop over a list of another file,
 * over the names of modules, or over whatever modules it finds. To register it once more would keep the application from starting.
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
      const isListed = await lists(project, source, iterated, blueprint);
      if (isListed || searches(listed) || names(listed, blueprint)) {
        return registration;
      }
    }
  }
  return undefined;
}

function searches(listed: Node): boolean {
  return listed.descendants('call').some((node) => SEARCH.test(callOf(node)?.name ?? ''));
}

/** Whether `"posts"`, or `"app.routes.posts"`, is among them. */
function names(listed: Node, { package: module }: Blueprint): boolean {
  return listed.descendants('string').some((node) => {
    const name = stringValue(node);
    return (
      name !== undefined && name !== '' && `.${module}`.endsWith(`.${name.replace(/^\./, '')}`)
    );
  });
}

/** Whether what is looped over is a list of another file, `BLUEPRINTS` or `routes.BLUEPRINTS`, with the blueprint in it. */
async function lists(
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
