import type { logging } from '@angular-devkit/core';
import { noop, type Rule } from '@angular-devkit/schematics';
import type { BlueprintNames } from '../naming/blueprint-names';
import { findBlueprint, type FoundBlueprint, sourcesIn, variablesOf } from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import type { Project } from '../project/project';
import { addImport, importInsertions } from '../python/add-import';
import { nameInAll } from '../python/name-in-all';
import { assignmentsIn } from '../python/assignments';
import { call, text } from '../python/expression';
import { importBlock } from '../python/import-block';
import { statementAtEnd } from '../python/statement-insertion';
import { indented, statement } from '../python/layout';
import { isNamed } from '../python/names';
import type { PythonSource } from '../python/source';
import { SourceError } from '../python/source-error';
import { applicationFile } from './registration/application-file';
import { type Blueprint, registerBlueprint } from './registration/blueprint-registration';
import { isNested, nestBlueprint } from './registration/nested-blueprint';
import { registeredElsewhere } from './registration/registered-elsewhere';
import type { View } from './page/view';

/** Makes the blueprints of a view where they are missing, and registers each on the one before it, the first on the application. */
export function addBlueprints({ names, project, wants }: View): Rule {
  if (!wants.route) {
    return noop();
  }
  return async (_tree, { logger }) => {
    let above: (BlueprintNames & { readonly found: FoundBlueprint }) | undefined;
    for (const blueprint of names.blueprints) {
      const found =
        (await findBlueprint(project, blueprint)) ?? (await makeBlueprint(project, blueprint));
      const wanted = await importOf(project, blueprint, found);
      await (above
        ? nest(project, above.folder, above.found, wanted)
        : register(project, wanted, logger));
      above = { ...blueprint, found };
    }
  };
}

async function makeBlueprint(project: Project, names: BlueprintNames): Promise<FoundBlueprint> {
  const { folder, name, package: module } = names;
  const [init, routes] = [`${folder}/__init__.py`, `${folder}/routes.py`];
  const made = statement('bp = ', call('Blueprint', text(name), '__name__'), '', 0);
  const code = `from flask import Blueprint\n\n${made}`;
  if (project.has(routes)) {
    const advice = `no blueprint was found here. Add this above its routes:\n${indented(code)}`;
    throw new SourceError(routes, undefined, advice);
  }
  project.create(routes, `${code}\n`);
  const source = await project.source(init);
  if (source) {
    project.update(exported(source, { module: `${module}.routes`, name: 'bp' }));
  } else {
    const imported = importBlock([{ module: `${module}.routes`, name: 'bp' }]);
    project.create(init, `${imported}\n\n__all__ = ["bp"]\n`);
  }
  const found = await findBlueprint(project, names);
  if (found === undefined) {
    throw new SourceError(routes, undefined, 'its blueprint cannot be read');
  }
  return found;
}

/** The file with an import that others are to have from it. */
function exported(source: PythonSource, wanted: { module: string; name: string }): PythonSource {
  const hasAll = assignmentsIn(source.root).some(({ target }) => target === '__all__');
  return source.insert(
    ...importInsertions(source, wanted),
    ...(hasAll
      ? nameInAll(source, wanted.name)
      : [statementAtEnd(source, source.root, `\n__all__ = ["${wanted.name}"]`)]),
  );
}

/** How others import a blueprint: from its package, where that has it. */
async function importOf(
  project: Project,
  { alias, folder, package: name }: BlueprintNames,
  { aliases, source, variable }: FoundBlueprint,
): Promise<Blueprint> {
  const init = await project.source(`${folder}/__init__.py`);
  if (init && isNamed(init, init.root, variable)) {
    return { package: name, variable, alias, aliases };
  }
  const exported = aliases.find(({ module }) => module === name);
  return exported
    ? { package: name, variable: exported.name, alias, aliases }
    : { package: moduleOf(source), variable, alias, aliases };
}

async function register(
  project: Project,
  blueprint: Blueprint,
  logger: logging.LoggerApi,
): Promise<void> {
  const start = await project.source('app/__init__.py');
  const file = start && (await applicationFile(project, start));
  const elsewhere = file && (await registeredElsewhere(project, file, blueprint));
  if (elsewhere) {
    const place = `${file.path}:${elsewhere.node.row + 1}`;
    logger.info(`${place} registers ${blueprint.package} with the others that it loops over.`);
  } else if (file) {
    project.update(registerBlueprint(file, blueprint));
  }
}

/** @param folder Of the package that the parent is the blueprint of. */
async function nest(
  project: Project,
  folder: string,
  parent: FoundBlueprint,
  blueprint: Blueprint,
): Promise<void> {
  const sources = await sourcesIn(project, folder);
  const isThere = sources.some((source) =>
    variablesOf(source, parent).some((variable) => isNested(source, variable, blueprint)),
  );
  if (isThere) {
    return;
  }
  const init = sources.find(({ path }) => path.endsWith('/__init__.py')) ?? sources[0];
  const file = init ?? parent.source;
  const [variable] = variablesOf(file, parent);
  const ready = variable
    ? file
    : addImport(file, { module: moduleOf(parent.source), name: parent.variable });
  project.update(nestBlueprint(ready, variable ?? parent.variable, blueprint));
}
