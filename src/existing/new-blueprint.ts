// Specs: spec/existing/make-page.spec.ts
import { dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import type { Edit } from '../edit';
import { initOf, moduleOfPath } from '../layout';
import { sourceOfModule } from '../project/class-place';
import { functionsOf } from '../python/queries';
import { fileOf, pieceOf } from '../python/generated';
import { importBlock, topLevel } from '../python/import-statement';
import type { PythonSource } from '../python/source';
import { statementsOf } from '../python/statements';
import { registered } from '../rules/blueprints';
import type { Outcome } from '../rules/outcome';
import { refuseCircle, refuseSecondLoad } from '../rules/registration/circles';
import { applicationState } from '../view/route-state';
import type { IndexedApp } from '../app/app';
import type { PagePlace } from './page-place';
import { isRelativeIn, writtenAs } from '../app/style';

/**
 * The files of a new blueprint: one with the view, and the package that it is in, as those of others are.
 *
 * @param rendered A module with the blueprint and its view.
 */
export function newBlueprint(
  application: IndexedApp,
  { file, home, variable }: PagePlace,
  rendered: PythonSource,
): Edit[] {
  const neighbours = neighboursOf(application);
  const [head] = statementsOf(rendered.root).filter(({ type }) => type === 'expression_statement');
  if (home === file || head === undefined) {
    const content = writtenAs(neighbours, fileOf(rendered, [topLevel(file)]), file);
    return [...packageOf(application, file), { kind: 'create', path: file, content }];
  }
  const own = moduleOfPath(dirname(file));
  const module = moduleOfPath(file).split('.').at(-1) ?? '';
  const package_ = isRelativeIn(neighbours, file) ? '.' : own;
  const [made] = functionsOf(rendered);
  const piece = pieceOf(rendered, made?.statement ?? rendered.root, 0);
  const imports = importBlock(
    [...piece.imports, { module: own, name: variable }],
    [topLevel(file)],
    rendered.style.lineLength,
  );
  return [
    {
      kind: 'create',
      path: home,
      content: `from flask import Blueprint\n\n${head.text}\n\nfrom ${package_} import ${module}\n`,
    },
    {
      kind: 'create',
      path: file,
      content: writtenAs(neighbours, `${imports}\n\n\n${piece.code}\n`, file),
    },
  ];
}

/** The `__init__.py` of a new folder, if the folders beside it have one. */
export function packageOf({ project }: IndexedApp, file: string): Edit[] {
  const own = dirname(file);
  const beside = dirname(own);
  const isPackaged = project
    .foldersIn(beside)
    .some((name) => `${beside}/${name}` !== own && project.has(initOf(`${beside}/${name}`)));
  return own !== project.layout.package && isPackaged && !project.has(initOf(own))
    ? [{ kind: 'create', path: initOf(own), content: '' }]
    : [];
}

/** The text of the files with views. */
export function neighboursOf({ blueprints, routes }: IndexedApp): string {
  const views = routes.filter(({ blueprint }) => blueprint);
  const sources = new Set((views.length > 0 ? views : blueprints).map(({ source }) => source));
  return [...sources].map(({ text }) => text).join('\n');
}

/**
 * Registers a new blueprint where most others are registered; if each registers itself, where the application is made.
 *
 * @param rendered The new code.
 * @throws SchematicsException or SourceError if there is no such place, or if the code cannot be imported there.
 */
export async function registration(
  { layout, project, sources }: IndexedApp,
  { blueprint, file: path, home, variable }: PagePlace,
  rendered: PythonSource,
): Promise<Outcome> {
  const { factory, registration: usual } = layout;
  const isShared = typeof usual.value === 'string' && !usual.value.includes('{name}');
  const { from, value } = isShared ? usual : factory;
  const source = await sourceOfModule(project, String(value));
  if (source === undefined) {
    throw new SchematicsException(
      `${from}: scaffold did not find the module ${String(value)}, where it would register the blueprint ${blueprint}. ` +
        'Set registration in [tool.scaffold] of pyproject.toml.',
    );
  }
  const wanted = { package: moduleOfPath(home), variable, alias: variable };
  const state = await applicationState(project, source, wanted);
  return registered(state, blueprint, wanted, (before, after) => {
    refuseSecondLoad(before, moduleOfPath(path), rendered, sources);
    refuseCircle(after, moduleOfPath(path), rendered, before);
  });
}
