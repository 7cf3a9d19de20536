// Specs: spec/existing/make-page.spec.ts
import type { Field } from '../fields/words';
import { type ViewOptions, wantsOf } from '../naming/view-options';
import { segmentsOf } from '../naming/segments';
import { actionOfView, type ViewNames, viewNames } from '../naming/view-names';
import type { ServedRoute } from '../project/served';
import type { Templates } from '../templates/templates';
import type { IndexedApp } from '../app/app';
import { databaseOf, hasDatabase } from '../app/database';
import { formMacroOf, formNameFor } from '../app/style';
import { functionOf, Links, type PlainAction } from './links';
import { refuseUnknown, refuseWithoutRecords, routeIn, urlOf, withKey } from './page-checks';
import type { PageData, PlainPage } from './page-edits';
import { type PagePlace, placeOfPage } from './page-place';
import { type Records, recordsOf } from './records';
import { templatesIn } from '../layout/jinja';
import { layoutOf } from '../layout/pages';

/** A view to make in an application that `new` did not make. */
export interface PageRequest extends ViewOptions {
  /** The fields of its model. */
  readonly fields?: readonly Field[];
  /** The actions that the run makes. */
  readonly made?: readonly PlainAction[];
}

/** Such a view, and what the application has of it. */
export interface AskedPage extends PlainPage {
  /** What its function does; undefined for a page without data. */
  readonly action: PlainAction | undefined;
  /** Its URL below the prefix of the blueprint, and in full. */
  readonly url: { readonly local: string; readonly full: string };
  /** The route that it has already. */
  readonly existing: ServedRoute | undefined;
  readonly records: Records | undefined;
  /** Whether this run makes its function. */
  readonly isNew: boolean;
  /** Whether this run replaces its template. */
  readonly replaces: boolean;
}

/**
 * Looks at an application for a view.
 *
 * @throws UsageError if the name or the URL is wrong, SchematicsException if the application has no such views.
 */
export async function lookAtPage(
  found: IndexedApp,
  request: PageRequest,
  templates: Templates,
): Promise<AskedPage> {
  const options = asFunction(request);
  const { route } = wantsOf(options);
  const asked = viewNames(options, segmentsOf(options.name), new Set(), found.project.layout);
  refuseUnknown(found, asked, options);
  const place = await placeOfPage(found, asked);
  const application = withNeighbours(found, place);
  const records = await recordsFor(application, asked, request, place, templates);
  refuseWithoutRecords(request, asked, records);
  const names = records ? withKey(asked, options, records, found.project.layout) : asked;
  const existing = routeIn(application, names, place);
  const action = records && names.action && functionOf(names.action);
  return {
    application,
    names,
    place,
    action,
    existing,
    records,
    url: urlOf(names, place),
    data:
      records && action && (route || existing)
        ? dataOf(application, place, records, action, request.made)
        : undefined,
    isNew: existing === undefined && route,
    replaces: options.replaceTemplate ?? false,
  };
}

/** One function shows a form and takes its input: `posts.store` is what `posts.create` does. */
function asFunction(request: PageRequest): PageRequest {
  const action = actionOfView(request.name);
  const own = action && functionOf(action);
  return own === undefined || own === action
    ? request
    : { ...request, name: request.name.replace(/\w+$/, own) };
}

/** The records that a view is about; undefined for a page without data. */
async function recordsFor(
  application: IndexedApp,
  names: ViewNames,
  { fields = [], ...options }: PageRequest,
  { file }: PagePlace,
  templates: Templates,
): Promise<Records | undefined> {
  const { action, blueprints, model } = names;
  const { model: isMade } = wantsOf(options);
  if (isMade) {
    databaseOf(application);
  }
  const feature = file.split('/').at(-2) ?? blueprints[0].name;
  return model && action && hasDatabase(application)
    ? recordsOf(application, { names, feature, fields, isMade }, templates)
    : undefined;
}

/** The columns that a page shows already. */
function listedIn(page: string, { choices, columns, names }: Records): string[] {
  const isShown = (name: string): boolean =>
    new RegExp(`\\b${names.record}\\.${name}\\b`).test(page);
  return columns
    .map(({ name }) => name)
    .filter((name) => isShown(name) || isShown(choices.get(name)?.relationship ?? name));
}

/** The data of a page. */
export function dataOf(
  application: IndexedApp,
  place: PagePlace,
  records: Records,
  action: PlainAction,
  made: readonly PlainAction[] = [],
): PageData {
  const { layout, project } = application;
  const page = project.text(`${place.templates}/${place.template}`);
  return {
    action,
    records: action === 'index' ? { ...records, listed: listedIn(page, records) } : records,
    links: new Links(application, place, records, [...made, action]),
    fields: [],
    formName: formNameFor(project, String(layout.layout.value), records.names.record),
    formMacro: formMacroOf(project),
  };
}

/** How many pages of a file with views tell that they have a layout of their own. */
const TELLING = 3;

/**
 * The application as a view in this place sees it. Some have a layout for each section, which needs what the views there
 * hand to it: so if most pages that the file shows extend another layout than most of all, a new one does, too.
 */
export function withNeighbours(
  application: IndexedApp,
  { source, templates: folder }: PagePlace,
): IndexedApp {
  const { layout, project } = application;
  const { content_block, layout: usual, title } = layout;
  const isSet = [usual, content_block, title].some(({ from }) => /\.toml:\d+$/.test(from));
  if (source === undefined || isSet) {
    return application;
  }
  const shown = new Set(
    [...source.text.matchAll(/["']([^"'\n]+\.\w+)["']/g)].map(([, name]) => name),
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
    ? { ...application, layout: { ...layout, ...own } }
    : application;
}
