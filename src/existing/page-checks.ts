// Specs: spec/existing/make-page.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { Layout } from '../layout';
import type { ViewOptions } from '../naming/view-options';
import { ACTIONS, isOfRecord } from '../naming/actions';
import { segmentsOf } from '../naming/segments';
import { actionOfView, type ViewNames, viewNames } from '../naming/view-names';
import { COLUMN_TYPES } from '../project/column-types';
import type { IndexedApp } from '../app/app';
import type { PagePlace } from './page-place';
import type { Records } from './records';

/**
 * Refuses what no application has that `new` did not make, and applications without pages.
 *
 * @throws SchematicsException saying what to do.
 */
export function refuseUnknown(
  { layout, project }: IndexedApp,
  names: ViewNames,
  options: ViewOptions,
): void {
  if (layout.layout.value === undefined) {
    const { templates } = project.layout;
    throw new SchematicsException(
      `This application has no pages that extend a layout (${layout.layout.from}), and scaffold makes pages that do. ` +
        `If it has none, write one, such as ${templates}/base.html:\n\n${FIRST_LAYOUT}\n\n` +
        'Then name it in pyproject.toml, and run this command again:\n\n' +
        `    [tool.scaffold]\n    templates = "${templates}"\n    layout = "base.html"\n` +
        '    content_block = "content"\n    title = "title"',
    );
  }
  refuseForeign(names, options);
}

const FIRST_LAYOUT = `    <!doctype html>
    <title>{% block title %}{% endblock %}</title>
    {% block content %}{% endblock %}`;

/**
 * Refuses what only applications have that `new` made.
 *
 * @throws SchematicsException saying what to do.
 */
export function refuseForeign(
  { blueprints, route, view }: ViewNames,
  { controller, guard }: Pick<ViewOptions, 'controller' | 'guard'>,
): void {
  if (controller !== undefined) {
    throw new SchematicsException(
      'This application has no controllers: a view is a function of its blueprint. Leave out --controller.',
    );
  }
  if (guard !== undefined) {
    throw new SchematicsException(
      `${view}: --guard needs the sign-in that make:auth adds to a project of \`scaffold new\`. Run this command without ` +
        '--guard, and protect the views yourself: with Flask-Login, add @login_required below each route.',
    );
  }
  if (blueprints.length > 1) {
    const folders = view.split('.').slice(0, -1);
    throw new SchematicsException(
      `${view} is in a folder of a folder, and views here have one folder. ` +
        `Write ${folders.at(-1) ?? ''} instead of ${folders.join('.')}, ` +
        `with --route ${route.path.replace(/\/<[^>]*>/g, '')} for its URL.`,
    );
  }
}

/**
 * Refuses an action that saves or deletes records without a model of them.
 *
 * @throws SchematicsException saying how to make it.
 */
export function refuseWithoutRecords(
  { name }: ViewOptions,
  { model }: ViewNames,
  records: Records | undefined,
): void {
  const action = actionOfView(name);
  if (records === undefined && action && !ACTIONS[action].hasTemplate) {
    throw new SchematicsException(
      `${name} saves or deletes a record, and this application has no model ${model?.className ?? 'for it'}. ` +
        'Make it with -m, or name another model with --model NAME.',
    );
  }
}

/**
 * The names with the URL that finds a record by its key.
 *
 * @throws SchematicsException if `--route` has other parameters.
 */
export function withKey(
  names: ViewNames,
  options: ViewOptions,
  { columns, key, names: { id } }: Records,
  layout: Layout,
): ViewNames {
  const kind = columns.find(({ name }) => name === key)?.kind ?? 'integer';
  const converter = COLUMN_TYPES[kind].converter ?? 'int';
  const path = names.route.path.replace(`<int:${id}>`, `<${converter}:${id}>`);
  const own =
    path === names.route.path
      ? names
      : viewNames({ ...options, route: path }, segmentsOf(options.name), new Set(), layout);
  const found = own.route.parameters.map(({ name }) => name);
  const needed = own.action && isOfRecord(own.action) ? [id] : [];
  if (found.join() !== needed.join()) {
    throw new SchematicsException(
      `${own.route.path} must have ${needed.length > 0 ? `the parameter <${converter}:${id}> alone` : 'no parameters'}. Change --route.`,
    );
  }
  return own;
}

/** The URL of a view: below the prefix of its blueprint, or below the end of it that the URL starts with, and in full. */
export function urlOf(
  { route: { path } }: ViewNames,
  { found }: PagePlace,
): { local: string; full: string } {
  const prefix = found?.prefix.replace(/\/$/, '') ?? '';
  const ends = prefix.split('/').flatMap((_, index, parts) => {
    return index === 0 ? [] : `/${parts.slice(index).join('/')}`;
  });
  const shared = ends.find((end) => path === end || path.startsWith(`${end}/`)) ?? '';
  const local = path.slice(shared.length);
  return { local, full: prefix + local };
}

/** The route that a view has already. */
export function routeIn(
  { routes }: IndexedApp,
  { route }: ViewNames,
  { found }: PagePlace,
): IndexedApp['routes'][number] | undefined {
  return routes.find(
    ({ blueprint, endpoint }) => found && blueprint === found && endpoint === route.endpoint,
  );
}
