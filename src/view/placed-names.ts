// Specs: spec/existing/make-page.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { databaseOf, hasDatabase, type OtherApp } from '../app/app';
import type { Field } from '../fields/words';
import { templatesIn } from '../layout/jinja';
import { layoutOf } from '../layout/pages';
import { ACTIONS, isOfRecord } from '../naming/actions';
import type { ModelNames } from '../naming/class-names';
import { segmentsOf } from '../naming/segments';
import { enumeration } from '../naming/spelling';
import { actionOfView, MAINS, type ViewNames, viewNames } from '../naming/view-names';
import type { ViewOptions, Wants } from '../naming/view-options';
import { COLUMN_TYPES } from '../project/column-types';
import type { Project } from '../project/project';
import { type BlueprintPlace, placeIn } from './blueprint-place';
import { placedModel, refuseNewTypes } from './model-home';
import type { ModelState } from './model-state';

/**
 * Refuses what only applications have that `new` made, and applications without pages.
 *
 * @throws SchematicsException saying what to do.
 */
export function refuseUnknown(
  { layout, project }: OtherApp,
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
  { controller }: Pick<ViewOptions, 'controller'>,
): void {
  if (controller !== undefined) {
    throw new SchematicsException(
      'This application has no controllers: a view is a function of its blueprint. Leave out --controller.',
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

/** The options of a view whose function also does what others ask for: `posts.create` takes the input of `posts.store`. */
export function asFunction<Options extends ViewOptions>(options: Options): Options {
  const again = ACTIONS[actionOfView(options.name) ?? 'index'].showsAgain;
  return again === undefined ? options : { ...options, name: options.name.replace(/\w+$/, again) };
}

/** Where the views of a resource are in an application without known places. */
interface Placement {
  /** The application as these views see it. */
  readonly app: OtherApp;
  readonly place: BlueprintPlace;
  /** Undefined for pages without records. */
  readonly model: ModelNames | undefined;
}

/**
 * The place of views.
 *
 * @throws SchematicsException if the application has no such place, or no database for a model.
 */
export function placementOf(
  app: OtherApp,
  names: ViewNames,
  wants: Wants,
  fields: readonly Field[],
): Placement {
  const place = placeIn(app, names);
  if (wants.model) {
    databaseOf(app);
    refuseNewTypes(app, fields);
  }
  const { action, blueprints, model } = names;
  const feature = place.file.split('/').at(-2) ?? blueprints[0].name;
  return {
    app: withNeighbours(app, place),
    place,
    model: action && model && hasDatabase(app) ? placedModel(app, model, feature) : undefined,
  };
}

/**
 * The names of a view where its blueprint and its model are.
 *
 * @param options From which they were derived.
 * @param model Undefined if the view has no records.
 * @throws SchematicsException if its URL or its model does not allow it.
 */
export function placedNames(
  names: ViewNames,
  options: ViewOptions,
  place: BlueprintPlace,
  model: ModelState | undefined,
  { layout }: Project,
): ViewNames {
  const known = model?.place && model;
  const { action, template } = names;
  const asked = actionOfView(options.name);
  if (known === undefined && asked && !ACTIONS[asked].hasTemplate) {
    throw new SchematicsException(
      `${options.name} saves or deletes a record, and this application has no model ${names.model?.className ?? 'for it'}. ` +
        'Make it with -m, or name another model with --model NAME.',
    );
  }
  const own = known ? withKey(names, asFunction(options), known, layout) : names;
  return {
    ...own,
    action: known && action,
    template: template && place.single + template.replace(`${MAINS}/`, ''),
    model: known?.names,
  };
}

/** The names with the URL that finds a record by its key. */
function withKey(
  names: ViewNames,
  options: ViewOptions,
  { columns, names: { className, id }, place }: ModelState,
  layout: Project['layout'],
): ViewNames {
  const keys = columns.filter(({ isPrimaryKey }) => isPrimaryKey);
  const [key] = keys;
  if (key === undefined || keys.length > 1) {
    throw new SchematicsException(
      `${place?.source.path}: ${className} has ${key ? `the key ${enumeration(keys.map(({ name }) => name))}` : 'no primary key that scaffold can read'}. ` +
        'It makes pages for models with a key of one column.',
    );
  }
  const converter = COLUMN_TYPES[key.kind].converter ?? 'int';
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

/** A URL below the prefix of a blueprint, or below the end of it that the URL starts with. */
export function pathBelow(path: string, prefix: string): string {
  const ends = prefix.split('/').flatMap((_, index, parts) => {
    return index === 0 ? [] : `/${parts.slice(index).join('/')}`;
  });
  const shared = ends.find((end) => path === end || path.startsWith(`${end}/`)) ?? '';
  return prefix + path.slice(shared.length);
}

/** How many pages of a file with views tell that they have a layout of their own. */
const TELLING = 3;

/**
 * The application as a view in this place sees it. Some have a layout for each section, which needs what the views there
 * hand to it: so if most pages that the file shows extend another layout than most of all, a new one does, too.
 */
function withNeighbours(
  app: OtherApp,
  { file, found, templates: folder }: BlueprintPlace,
): OtherApp {
  const { layout, project } = app;
  const { content_block, layout: usual, title } = layout;
  const isSet = [usual, content_block, title].some(({ from }) => /\.toml:\d+$/.test(from));
  if (isSet || found === undefined) {
    return app;
  }
  const shown = new Set(
    [...project.text(file).matchAll(/["']([^"'\n]+\.\w+)["']/g)].map(([, name]) => name),
  );
  const templates = templatesIn(project, folder);
  const pages = templates.filter(
    ({ path, ...each }) => each.layout && shown.has(path.slice(folder.length + 1)),
  );
  const own = layoutOf(templates, pages);
  const { value } = own.layout;
  const alike = pages.filter((page) => layoutOf(templates, [page]).layout.value === value);
  const isOwn = alike.length >= TELLING && alike.length * 2 > pages.length;
  return isOwn && value !== usual.value && own.content_block.value !== undefined
    ? { ...app, layout: { ...layout, ...own } }
    : app;
}
