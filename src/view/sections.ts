// Specs: spec/make-resource/sections.spec.ts
import { capitalize, kebabCase, phrase } from '../naming/spelling';
import { allowedBy, type Decorator, decoratorOf, isWeaker } from '../naming/guards';
import { modelOfClass, type ModelNames } from '../naming/class-names';
import type { ViewNames } from '../naming/view-names';
import type { ViewOptions } from '../naming/view-options';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { modelsReferringTo } from '../project/models';
import type { Project } from '../project/project';
import type { ExistingRoute } from '../project/existing-routes';
import { guardedBy, guardOf } from '../project/route-guards';
import type { ActionLinks, PageLink, SectionValues } from '../templates/page-values';
import type { ViewBasis } from './basis';
import { type Blueprints, ownBlueprint } from './blueprint-state';
import { hasSections } from './pages';
import { listedColumns, listValues } from './list-values';
import { ownersOf } from './owner-scope';
import { resourcesOf } from './resources-of';
import { pageValues } from './page-values';
import type { RouteState } from './route-state';
import type { View } from './view';
import { limitsOf, type PathRecord, type Section, type ViewData } from './view-data';

/** The columns beside the label: a section has less room than a list. */
const MOST = 3;

interface RecordPage extends Pick<
  ViewBasis,
  'app' | 'guard' | 'hasReaders' | 'isOpened' | 'layout' | 'names'
> {
  readonly blueprints: Blueprints;
  readonly data: ViewData | undefined;
  readonly route: Pick<RouteState, 'existing' | 'made'>;
}

/** A model whose records belong to those of another one. */
interface ReferringModel {
  readonly names: ModelNames;
  readonly columns: readonly Column[];
}

/** The list of records that belong to another one, by a column. */
interface SectionList {
  readonly column: Column;
  readonly list: View & { readonly data: ViewData };
  /** Whether the URL of the list names what they belong to. */
  readonly isNested: boolean;
  /** Whether the column says who owns them, and so may change them. */
  readonly isOwners: boolean;
}

/** A resource with a list, which is looked at when it is needed. */
interface Candidate {
  readonly folder: string;
  readonly look: ViewOptions;
}

/**
 * What belongs to the record of a page: the records of each resource that refers to it, nested or not.
 *
 * @param look Looks at the list of a resource.
 */
export async function sectionsOf(
  page: RecordPage,
  look: (candidate: Candidate) => Promise<View>,
): Promise<Section[]> {
  const { app, data, names } = page;
  const { project } = app;
  if (names.action !== 'show' || !data || !hasSections(project)) {
    return [];
  }
  const sections: Section[] = [];
  for (const model of await referringModels(project, data.record)) {
    for (const column of model.columns) {
      const belonging = await belongingBy(page, data.record, { column, model, look });
      if (belonging) {
        const values = sectionOf(page, data.record, model, belonging);
        sections.push({ values, column, record: belonging.list.data.record });
      }
    }
  }
  const text = project.formerly(`${page.layout.templates}/${names.template ?? ''}`);
  const formerly = inOrder(sections, isMessage);
  // What ends with the record is a part of it, and comes first.
  const parts = inOrder(sections, ({ column }) => column.onDelete !== 'CASCADE');
  const now = inOrder(parts, isMessage);
  // A page that an earlier version made keeps its order: people may have changed lines that would move.
  return stand(formerly, text) && !stand(now, text) ? formerly : now;
}

/** What people write to each other, which comes last. */
function isMessage({ values }: Section): boolean {
  return values.message !== undefined;
}

/** The sections, those last that a test finds. */
function inOrder(sections: readonly Section[], isLast: (section: Section) => boolean): Section[] {
  return sections.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)));
}

/** Whether a page has the sections in this order, as far as it has them. */
function stand(sections: readonly Section[], page: string): boolean {
  const found = sections.map(({ values }) => page.indexOf(`id="${values.id}"`));
  const places = found.filter((place) => place >= 0);
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
}

/** The models with columns that lead to the records of a model, which may be new. */
async function referringModels(
  project: Project,
  { columns: own, model }: PathRecord,
): Promise<ReferringModel[]> {
  const { className, table } = model;
  const leadsThere = ({ references = '' }: Column): boolean =>
    [table, className].includes(references.replace(/\.\w+$/, ''));
  const found = [{ names: model, columns: own.filter(leadsThere) }];
  for (const place of await modelsReferringTo(project, [table, className])) {
    const { name } = place.definition;
    if (name !== className) {
      const columns = await columnsIn(project, place);
      const names = modelOfClass(name, project.layout);
      found.push({ names, columns: columns.filter(leadsThere) });
    }
  }
  return found.toSorted((one, other) => one.names.table.localeCompare(other.names.table, 'en'));
}

interface Sought {
  readonly model: ReferringModel;
  readonly column: Column;
  readonly look: (candidate: Candidate) => Promise<View>;
}

/** The list that shows the records of a model: below the page, in the same namespace, or else for the public. */
async function belongingBy(
  page: RecordPage,
  record: PathRecord,
  { column, look, model }: Sought,
): Promise<SectionList | undefined> {
  const { project } = page.app;
  const { folder } = ownBlueprint(page).names;
  const namespace = namespaceOf(page.names);
  const isKey = column.name === record.model.id;
  const isOwn = model.names.className === record.model.className;
  const name = page.names.view.replace(/\w+$/, 'index');
  const all = [
    ...(isOwn ? [{ folder, look: { name } }] : []),
    ...(await resourcesOf(project, model.names)),
  ];
  const isBeside = ({ folder: at }: Candidate): boolean =>
    at.split('/').slice(0, -1).join('/') === [project.layout.routes, ...namespace].join('/');
  const isPublic = ({ folder: at }: Candidate): boolean =>
    at.split('/').slice(0, -1).join('/') === project.layout.routes;
  const isBelow = ({ folder: at }: Candidate): boolean => isKey && at.startsWith(`${folder}/`);
  const rank = (each: Candidate): number =>
    [isBelow, isBeside, isPublic, () => true].findIndex((is) => is(each));
  for (const candidate of all.toSorted((one, other) => rank(one) - rank(other))) {
    const list = await look(candidate);
    const { data, names, pages } = list;
    const at = namespaceOf(names).join('.');
    const isMeant = at === '' || at === namespace.join('.');
    if (data && isMeant && (pages.own.has('index') || pages.own.has('show'))) {
      const isNested = data.record.belongsBy === column.name;
      const owners = list.guard?.takenOver
        ? await ownersOf(project, model.names)
        : [data.record.owner];
      return { column, list: { ...list, data }, isNested, isOwners: owners.includes(column.name) };
    }
  }
  return undefined;
}

/** The leading parts of a view's name that are no parents. */
function namespaceOf({ parents, view }: ViewNames): string[] {
  const folders = view.split('.').slice(0, -1);
  return folders.slice(0, folders.length - 1 - parents.length);
}

function sectionOf(
  page: RecordPage,
  owner: PathRecord,
  { columns, names }: ReferringModel,
  belonging: SectionList,
): SectionValues {
  const { column, isNested, list } = belonging;
  const { choices, data, route, pages } = list;
  const { record } = data;
  const isSelf = names.className === owner.model.className;
  const values = pageValues({
    ...{ action: 'index', allowed: {}, answersCsv: false, children: [], choices, data, pages },
    ...{ hasReaders: page.hasReaders, layout: page.layout, sections: [], tellsLost: false },
    endpoints: route.endpoints,
    handed: new Set(isNested || isSelf ? [owner.model.record] : []),
    title: list.names.title,
  });
  const told = values.message?.told ?? [];
  const listed = listedColumns(
    { ...record, belongsBy: column.name, listed: [] },
    choices,
    MOST,
  ).filter(({ name }) => !told.includes(name));
  const shown = [...told, ...listed.map(({ name }) => name)].filter((name) => choices.has(name));
  const loaded = shown.map((name) => `, "${name}"`).join('');
  const field = column.name.replace(/_id$/, '');
  const title = capitalize(names.pluralPhrase);
  const isOther = columns.length > 1 && column.name !== owner.model.id;
  const links = linksTo(owner, values.links, belonging);
  const create = links.create && createLink(page, owner, belonging, links.create);
  return {
    ...values,
    ...{ listed, create, index: links.index },
    title: isOther ? `${title} as ${phrase(field)}` : isSelf ? 'Children' : title,
    id: kebabCase(isOther ? `${names.table}_${field}` : names.table),
    found: `${owner.model.record} | newest("${names.className}.${column.name}"${loaded})`,
    isShown:
      create?.exists === 'true'
        ? 'true'
        : [record.model.records, ...(create ? [create.exists] : [])].join(' or '),
  };
}

/** What a list calls a filter by one of these columns: its URL has other values of these names. */
const TAKEN = ['format', 'page', 'q', 'sort'];

/** The links to the list of the records and to the form for another one, both with what they belong to. */
function linksTo(
  owner: PathRecord,
  { create, index }: ActionLinks,
  { column: { name }, isNested, list }: SectionList,
): Pick<ActionLinks, 'create' | 'index'> {
  const [form, all] = [create, index].map((link) =>
    link?.isMissing === undefined ? link : undefined,
  );
  if (isNested) {
    return { create: form, index: all };
  }
  const { choices, data, lists } = list;
  const value = `${owner.model.record}.${choices.get(name)?.key ?? owner.key}`;
  const filter = `${data.record.model.className}.${name}`;
  const isFilter = listValues(data.record, choices, '').filters.split(', ').includes(filter);
  return {
    create: form && withValue(form, name, value),
    index:
      all && data.parents.length === 0 && lists !== undefined && isFilter
        ? withValue(all, TAKEN.includes(name) ? `${name}_` : name, value)
        : undefined,
  };
}

function withValue(link: PageLink, name: string, value: string): PageLink {
  return { ...link, url: link.url.replace(/\)$/, `, ${name}=${value})`) };
}

/** The link to the form, for those who may open that. */
function createLink(
  page: RecordPage,
  owner: PathRecord,
  { isOwners, list }: SectionList,
  link: PageLink,
): PageLink {
  const { data, guard, route } = list;
  const own = page.guard
    ? decoratorOf(page.guard.word, page.names.route)
    : page.route.existing && guardLeft(page, page.route.existing);
  const form = route.own.find(({ endpoint }) => endpoint === 'create');
  const needed = form ? guardOf(form) : decoratorOf(guard?.word, { endpoint: 'create' });
  const limit = guard && allowedBy(guard.word, limitsOf(data).length > 0).create;
  // The form makes the visitor the owner, whoever's page leads there.
  const visitor = isOwners ? `current_user == ${owner.model.record}` : conditionOf(own, needed);
  const condition = limit === 'may_change' ? limit : visitor;
  return { ...link, exists: condition ?? link.exists };
}

/** What guards a route once the run has opened it, if it does. */
function guardLeft({ isOpened, route: { made } }: RecordPage, route: ExistingRoute) {
  return isOpened ? guardedBy(route, undefined, made[route.endpoint]).after : guardOf(route);
}

/** Who may open a form, of those who see the page, as Jinja; undefined if all may. */
function conditionOf(page: Decorator | undefined, form: Decorator | undefined): string | undefined {
  if (!isWeaker(page, form)) {
    return undefined;
  }
  return form === 'admin_required' ? 'current_user and current_user.is_admin' : 'current_user';
}
