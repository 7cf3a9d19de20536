// Specs: spec/existing/make-page.spec.ts
import { dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { type Edit, inserted } from '../edit';
import { initOf, moduleOfPath } from '../layout';
import type { ViewNames } from '../naming/view-names';
import { sourceOfModule } from '../project/class-place';
import { functionsOf } from '../python/definitions';
import { fileOf, pieceOf } from '../python/generated';
import { statementsOf } from '../python/statements';
import { registerBlueprint } from '../rules/registration/blueprint-registration';
import type { Templates } from '../view/templates';
import { type ExistingApplication, required } from './application';
import type { PagePlace } from './page-place';
import { aliasIn, isRelativeIn } from './style';
import { valuesOf } from './view-values';

/** The files of a new blueprint: one with the view, and the package that it is in, as those of others are. */
export function newBlueprint(
  application: ExistingApplication,
  names: ViewNames,
  place: PagePlace,
  path: string,
  templates: Templates,
): Edit[] {
  const { project, blueprints, folder } = application;
  const { file, home, variable } = place;
  const [neighbour] = blueprints;
  const text = neighbour?.source.text ?? '';
  const values = valuesOf(application, names, place, { path, name: names.route.function, text });
  const rendered = templates.module('plain/views.py', file, values);
  const [head] = statementsOf(rendered.root).filter(({ type }) => type === 'expression_statement');
  const init = initOf(dirname(file));
  const siblings = blueprints.filter(({ source }) => dirname(source.path) !== folder);
  const needsInit = siblings.some(({ source }) => project.has(initOf(dirname(source.path))));
  if (home === file || head === undefined) {
    return [
      ...(dirname(file) !== folder && needsInit && !project.has(init)
        ? [{ kind: 'create', path: init, content: '' } as const]
        : []),
      { kind: 'create', path: file, content: fileOf(rendered) },
    ];
  }
  const module = moduleOfPath(file).split('.').at(-1) ?? '';
  const package_ = isRelativeIn(text) ? '.' : moduleOfPath(dirname(file));
  const [made] = functionsOf(rendered);
  const piece = pieceOf(rendered, made?.statement ?? rendered.root, 0);
  const renderer = `from ${values.renderer} import render_template\nfrom ${package_} import ${variable}`;
  return [
    {
      kind: 'create',
      path: home,
      content: `from flask import Blueprint\n\n${head.text}\n\nfrom ${package_} import ${module}\n`,
    },
    { kind: 'create', path: file, content: `${renderer}\n\n\n${piece.code}\n` },
  ];
}

/**
 * Registers a new blueprint where most others are registered.
 *
 * @throws SchematicsException or SourceError if there is no such place.
 */
export async function registration(
  { layout, project }: ExistingApplication,
  { blueprint, home, variable }: PagePlace,
): Promise<Edit[]> {
  const module = required(layout, 'registration', 'A call of register_blueprint');
  const source = module.includes('{name}') ? undefined : await sourceOfModule(project, module);
  if (source === undefined) {
    throw new SchematicsException(
      `${layout.registration.from}: no module registers all blueprints (${module}). ` +
        'Write a new blueprint by hand, or add the view to one that exists.',
    );
  }
  const alias = aliasIn(source, blueprint, variable);
  const wanted = { package: moduleOfPath(home), variable, alias };
  return inserted(source, (file) => registerBlueprint(file, wanted));
}
