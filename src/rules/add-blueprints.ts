import type { logging } from '@angular-devkit/core';
import { noop, type Rule } from '@angular-devkit/schematics';
import type { BlueprintNames } from '../naming/blueprint-names';
import { localAliases } from '../project/blueprint-aliases';
import { findBlueprint, type FoundBlueprint, sourcesIn } from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import type { Project } from '../project/project';
import { addImport } from '../python/add-import';
import { addToAll } from '../python/add-to-all';
import { assignmentsIn } from '../python/assignments';
import { call, text } from '../python/expression';
import { importBlock } from '../python/import-block';
import { append } from '../python/insert-statement';
import { importsAt } from '../python/imports';
import { statement } from '../python/layout';
import { namesAt } from '../python/names';
import type { PythonSource } from '../python/source';
import { SourceError } from '../python/source-error';
import { applicationFile } from './application-file';
import { type Blueprint, registerBlueprint } from './blueprint-registration';
import { nestBlueprint } from './nested-blueprint';
import { registeredElsewhere } from './registered-elsewhere';
import type { View } from './view';

/** Makes the blueprints of a view where they are missing, and registers each on the one before it, the first on the application. */
export function addBlueprints({ names, project, wants }: View): Rule {
  if (!wants.route) {
    return noop();
  }
  return async (_tree, { logger }) => {
    for (const [index, blueprint] of names.blueprints.entries()) {
      const found =
        (await findBlueprint(project, blueprint)) ?? (await makeBlueprint(project, blueprint));
      const above = names.blueprints[index - 1];
      const wanted = await importOf(project, blueprint, found);
      await (above ? nest(project, above, wanted) : register(project, wanted, logger));
    }
  };
}

async function makeBlueprint(project: Project, names: BlueprintNames): Promise<FoundBlueprint> {
  const { folder, name, package: module } = names;
  const [init, routes] = [`${folder}/__init__.py`, `${folder}/routes.py`];
  if (project.has(routes)) {
    const line = `bp = Blueprint("${name}", __name__)`;
    throw new SourceError(routes, undefined, `no blueprint was found here. Add ${line}`);
  }
  const made = statement('bp = ', call('Blueprint', text(name), '__name__'), '', 0);
  project.create(routes, `from flask import Blueprint\n\n${made}\n`);
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
  const imported = addImport(source, wanted);
  return assignmentsIn(source.root).some(({ target }) => target === '__all__')
    ? addToAll(imported, wanted.name)
    : append(imported, imported.root, `\n__all__ = ["${wanted.name}"]`);
}

/** How others import a blueprint: from its package, where that has it. */
async function importOf(
  project: Project,
  { alias, folder, package: name }: BlueprintNames,
  { aliases, source, variable }: FoundBlueprint,
): Promise<Blueprint> {
  const init = await project.source(`${folder}/__init__.py`);
  if (init && namesAt(init, init.root).has(variable)) {
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
  const file = start && (await applicationFile(start, (path) => project.read(path)));
  const elsewhere = file && (await registeredElsewhere(project, file, blueprint));
  if (elsewhere) {
    const place = `${file.path}:${elsewhere.node.row + 1}`;
    logger.info(`${place} registers ${blueprint.package} with the others that it loops over.`);
  } else if (file) {
    save(project, file, registerBlueprint(file, blueprint));
  }
}

async function nest(project: Project, above: BlueprintNames, blueprint: Blueprint): Promise<void> {
  const parent = await findBlueprint(project, above);
  const sources = await sourcesIn(project, above.folder);
  const init = sources.find(({ path }) => path.endsWith('/__init__.py')) ?? sources[0];
  if (parent === undefined || init === undefined) {
    return;
  }
  const isNested = sources.some((source) => {
    return variablesOf(source, parent).some(
      (variable) => nestBlueprint(source, variable, blueprint) === source,
    );
  });
  if (isNested) {
    return;
  }
  const [variable] = variablesOf(init, parent);
  const ready = variable
    ? init
    : addImport(init, { module: moduleOf(parent.source), name: parent.variable });
  save(project, init, nestBlueprint(ready, variable ?? parent.variable, blueprint));
}

/** What a file calls a blueprint: as it makes it, or as it imports it. */
export function variablesOf(source: PythonSource, blueprint: FoundBlueprint): string[] {
  const { aliases, variable: name } = blueprint;
  const module = moduleOf(blueprint.source);
  const imported = localAliases(importsAt(source, source.root), [
    ...[module, module.replace(/\.\w+$/, '')].map((each) => ({ module: each, name })),
    ...aliases,
  ]);
  const own = aliases.filter((each) => each.module === moduleOf(source)).map((each) => each.name);
  return source.path === blueprint.source.path ? own : [...new Set([...imported, ...own])];
}

function save(project: Project, source: PythonSource, edited: PythonSource): void {
  if (edited !== source) {
    project.update(edited);
  }
}
