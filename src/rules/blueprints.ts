import { aliasIn } from '../app/style';
import { type Edit, inserted, insertedInto } from '../edit';
import { initOf, moduleOfPath } from '../layout';
import type { Home } from '../manifest/format';
import { variablesOf, withBlueprint } from '../project/blueprints';
import { importInsertions } from '../python/add-import';
import { assignmentsIn } from '../python/queries';
import { fileOf } from '../python/generated';
import { indented } from '../python/lines';
import { nameInAll } from '../python/sequence';
import { type PythonSource, SourceError } from '../python/source';
import { statementAtEnd } from '../python/statement-insertion';
import { initWith, refuseTakenFiles } from '../view/blueprint-place';
import { type BlueprintState, importOf } from '../view/blueprint-state';
import { viewFunction } from '../view/plain-code';
import type { View } from '../view/view';
import { allOf, edited, info, noted, NOTHING, type Outcome } from './outcome';
import { registerBlueprint } from './registration/blueprint-registration';
import { refuseCircle, refuseSecondLoad } from './registration/circles';
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
    if (!view.app.isOurs && blueprint.place && !blueprint.place.found) {
      refuseTakenFiles(view.app, blueprint.place);
    }
    const made = blueprint.isNew ? filesOf(blueprint, view, home) : [];
    const { edits, notes } = above ? nested(blueprint, above) : registered(blueprint, view);
    return { edits: [...made, ...edits], notes };
  });
  return allOf(outcomes);
}

/** The file with its routes, and the `__init__.py` of its package, which exports it, or makes it, as those of others do. */
function filesOf(
  { file, found, names, place, sources }: BlueprintState,
  { app, models }: View,
  home: Home,
): Edit[] {
  const init = initOf(names.folder);
  const code = found ? fileOf(found.source) : '';
  if (!app.isOurs && place) {
    const isSplit = place.home === init;
    const content = initWith(app, place);
    const isMade = models.some((model) => model.isNew && model.names.file === init);
    return [
      ...(content === undefined || isMade
        ? []
        : [{ kind: 'create', path: init, content: isSplit ? code + content : content } as const]),
      { kind: 'create', path: file, content: isSplit ? '' : code },
    ];
  }
  if (sources.some(({ path }) => path === file)) {
    const advice = `this file defines no blueprint. Add this above its routes:\n${indented(code.trimEnd())}`;
    throw new SourceError(file, undefined, advice);
  }
  const package_ = sources.find(({ path }) => path === init);
  const wanted = { module: `${names.package}.routes`, name: found?.variable ?? '' };
  return [
    { kind: 'create', path: file, content: code, home },
    ...(package_
      ? inserted(package_, (source) => exported(source, wanted))
      : [
          {
            kind: 'create',
            path: init,
            content: fileOf(app.templates.module('routes/__init__.py', init, { blueprint: names })),
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

/** Registers a blueprint on the application, by a name like those of its others. */
function registered(blueprint: BlueprintState, view: View): Outcome {
  const { app, route } = view;
  const { found, names } = blueprint;
  const { application } = route;
  if (!found || !application) {
    return NOTHING;
  }
  const { registeredBy, source } = application;
  const own = importOf(blueprint, found);
  if (registeredBy !== undefined) {
    return noted(info(`${registeredBy} already registers ${own.package} in a loop.`, registeredBy));
  }
  const wanted = { ...own, alias: aliasIn(source, names.name, own.variable) };
  return edited(
    inserted(source, (before) => {
      const after = registerBlueprint(before, wanted);
      if (!app.isOurs) {
        const place = { function: names.name, path: '', variable: own.variable };
        const rendered = viewFunction(view, app, place);
        refuseSecondLoad(before, moduleOfPath(blueprint.file), rendered, app.sources);
        refuseCircle(after, moduleOfPath(blueprint.file), rendered, before);
      }
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
