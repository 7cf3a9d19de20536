import { aliasIn } from '../app/style';
import { type Edit, inserted, insertedInto } from '../edit';
import { initOf } from '../layout';
import type { Home } from '../manifest/format';
import { type Blueprint, variablesOf, withBlueprint } from '../project/blueprints';
import { importInsertions } from '../python/add-import';
import { assignmentsIn } from '../python/queries';
import { fileOf } from '../python/generated';
import { indented } from '../python/layout';
import { nameInAll } from '../python/sequence';
import { type PythonSource, SourceError } from '../python/source';
import { statementAtEnd } from '../python/statement-insertion';
import { type BlueprintState, importOf, routesFileOf } from '../view/blueprint-state';
import type { ApplicationState } from '../view/route-state';
import type { View } from '../view/view';
import { allOf, edited, info, noted, NOTHING, type Outcome } from './outcome';
import { registerBlueprint } from './registration/blueprint-registration';
import { isNested, nestBlueprint } from './registration/nested-blueprint';

/**
 * Makes the missing blueprints of a view. Registers the first on the application, and each other on the one before it.
 *
 * @throws SourceError if a file has no place for the registration.
 */
export function addBlueprints(view: View): Outcome {
  const { blueprints, wants } = view;
  if (!wants.route) {
    return NOTHING;
  }
  const outcomes = blueprints.map((blueprint, index): Outcome => {
    const above = blueprints[index - 1];
    const folders = blueprints.slice(0, index + 1).map(({ names }) => names.name);
    const home = { resource: folders.join('.') };
    const made = blueprint.isNew ? filesOf(blueprint, view, home) : [];
    const { application } = view.route;
    const { edits, notes } = above
      ? nested(blueprint, above)
      : blueprint.found && application
        ? registered(application, blueprint.names.name, importOf(blueprint, blueprint.found))
        : NOTHING;
    return { edits: [...made, ...edits], notes };
  });
  return allOf(outcomes);
}

/** The file with its routes, and the `__init__.py` of its package, which exports it. */
function filesOf(
  { found, names, sources }: BlueprintState,
  { templates }: View,
  home: Home,
): Edit[] {
  const [init, routes] = [initOf(names.folder), routesFileOf(names)];
  const code = found ? fileOf(found.source) : '';
  if (sources.some(({ path }) => path === routes)) {
    const advice = `this file defines no blueprint. Add this above its routes:\n${indented(code.trimEnd())}`;
    throw new SourceError(routes, undefined, advice);
  }
  const package_ = sources.find(({ path }) => path === init);
  const wanted = { module: `${names.package}.routes`, name: found?.variable ?? '' };
  return [
    { kind: 'create', path: routes, content: code, home },
    ...(package_
      ? inserted(package_, (source) => exported(source, wanted))
      : [
          {
            kind: 'create',
            path: init,
            content: fileOf(templates.module('routes/__init__.py', init, { blueprint: names })),
            home,
          } as const,
        ]),
  ];
}

/** Imports a name and exports it in `__all__`. */
function exported(source: PythonSource, wanted: { module: string; name: string }): PythonSource {
  const hasAll = assignmentsIn(source.root).some(({ target }) => target === '__all__');
  return source.insert(
    ...importInsertions(source, wanted),
    ...(hasAll
      ? nameInAll(source, wanted.name)
      : [statementAtEnd(source, source.root, `\n__all__ = ["${wanted.name}"]`)]),
  );
}

/**
 * Registers a blueprint on the application, by a name like those of its others.
 *
 * @param check Refuses what the file with the registration would then be.
 */
export function registered(
  { registeredBy, source }: ApplicationState,
  name: string,
  blueprint: Blueprint,
  check: (before: PythonSource, after: PythonSource) => void = () => undefined,
): Outcome {
  if (registeredBy !== undefined) {
    return noted(info(`${registeredBy} already registers ${blueprint.package} in a loop.`));
  }
  const wanted = { ...blueprint, alias: aliasIn(source, name, blueprint.variable) };
  return edited(
    inserted(source, (before) => {
      const after = registerBlueprint(before, wanted);
      check(before, after);
      return after;
    }),
  );
}

/** Registers a blueprint on its parent, in the package of the parent. */
function nested(blueprint: BlueprintState, above: BlueprintState): Outcome {
  const parent = above.found;
  if (blueprint.found === undefined || parent === undefined) {
    return NOTHING;
  }
  const wanted = importOf(blueprint, blueprint.found);
  const isDone = above.sources.some((source) =>
    variablesOf(source, parent).some((variable) => isNested(source, variable, wanted)),
  );
  if (isDone) {
    return NOTHING;
  }
  const into = (source: PythonSource): PythonSource => {
    const ready = withBlueprint(source, parent);
    return nestBlueprint(ready.source, ready.variable, wanted);
  };
  const init = above.sources.find(({ path }) => path === initOf(above.names.folder));
  const target = init ?? above.sources[0];
  return edited(
    target && !above.isNew
      ? inserted(target, into)
      : [insertedInto(initOf(above.names.folder), into)],
  );
}
