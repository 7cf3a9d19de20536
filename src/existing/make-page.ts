import { type Edit, stageEdits } from '../edit';
import { ACTIONS, isOfRecord } from '../naming/actions';
import { actionOfView, resourceOf, type ViewNames } from '../naming/view-names';
import { serves } from '../project/existing-routes';
import { keptModel } from '../rules/model';
import { info, type Note, NOTHING, type Outcome, routeNote, warning } from '../rules/outcome';
import { refuseTakenUrl } from '../rules/taken-url';
import type { Templates } from '../templates/templates';
import type { App, IndexedApp } from '../app/app';
import { indexed } from '../app/index-app';
import { type AskedPage, lookAtPage, type PageRequest } from './asked-page';
import { type PlannedForm, plannedForm, requireForms } from './form';
import { adviseLink, functionOf, type PlainAction } from './links';
import { addPage } from '../rules/template';
import { type PageData, plainPageState } from './page-edits';
import { refuseTakenFiles } from './page-place';
import { type Records, refuseArguments } from './records';
import { viewEdits } from './view-edits';
import { chain, type Rule } from '@angular-devkit/schematics';
import { type ViewOptions, wantsOf } from '../naming/view-options';
import { segmentsOf } from '../naming/segments';
import { tell } from '../rules/tell';
import { adviseTable } from '../rules/migration-advice';
import type { Project } from '../project/project';
import { namedRequest, ownedBy } from '../rules/request';

/** What a run makes of a view. */
export interface MadePage extends Outcome {
  readonly request: PageRequest;
  readonly records: Records | undefined;
  readonly names: ViewNames;
  /** Its URL in full; undefined for a template without one. */
  readonly path: string | undefined;
  /** Names its URL; undefined for a template without one. */
  readonly url: Note | undefined;
}

/**
 * Plans a view of an application that `new` did not make: a function of a blueprint, and a template that extends the
 * application's own layout. With a model, it lists, shows, makes, changes or deletes its records.
 *
 * @throws UsageError if the name or the URL is wrong, SchematicsException and SourceError if the application does not
 *   allow it.
 */
async function makePage(
  found: IndexedApp,
  request: PageRequest,
  templates: Templates,
): Promise<MadePage> {
  const asked = await lookAtPage(found, request, templates);
  const { application, data, isNew, names, place, records } = asked;
  if (isNew) {
    refuseHarm(asked);
  }
  const form = await formOf(asked, templates);
  const page = { ...asked, data: data && form ? { ...data, fields: form.fields } : data };
  const view = isNew ? await viewEdits(page, form, templates) : NOTHING;
  const template = hasTemplate(asked)
    ? addPage(plainPageState(page, templates), asked.replaces)
    : NOTHING;
  return {
    request,
    records,
    names,
    path: asked.existing?.path ?? (view.edits.length > 0 ? asked.url.full : undefined),
    edits: withContent([
      ...(records?.edits ?? []),
      ...(form?.edits ?? []),
      ...view.edits,
      ...template.edits,
    ]),
    notes: [
      ...names.route.warnings.map(warning),
      ...(form?.notes ?? []),
      ...view.notes,
      ...template.notes,
      ...(isNew && asked.action
        ? adviseLink(application, place, names.templateFolder, asked.action)
        : []),
    ],
    url: asked.existing || view.edits.length > 0 ? shownUrl(asked) : undefined,
  };
}

/** Refuses a new function whose URL or files are taken, or that would not work. */
function refuseHarm({ action, application, data, names, place, records, url }: AskedPage): void {
  const path = url.full;
  const { method, usesForm } = ACTIONS[action ?? 'index'];
  const methods = usesForm ? ['GET', 'POST'] : [method];
  const taken = application.routes.find((route) =>
    methods.some((each) => serves(route, { method: each, path })),
  );
  refuseTakenUrl(taken, path, methods);
  refuseTakenFiles(application, place);
  if (action && ACTIONS[action].makesRecord && records) {
    refuseArguments(records);
  }
  if (data && usesForms(data)) {
    requireForms(application, names.view);
  }
}

/** The form that a view shows, if this run makes a part of it. */
async function formOf(
  { application, data, isNew, place, replaces }: AskedPage,
  templates: Templates,
): Promise<PlannedForm | undefined> {
  return data && (isNew || replaces) && ACTIONS[data.action].usesForm
    ? plannedForm(application, data.records, place, data.formMacro !== undefined, templates)
    : undefined;
}

/** Whether a run may write the template of a view: with data, only along with its function. */
function hasTemplate({ data, isNew, names, replaces }: AskedPage): boolean {
  return names.template !== undefined && (data === undefined || isNew || replaces);
}

function shownUrl({ action, existing, names, place, url }: AskedPage): Note {
  const { method } = ACTIONS[action ?? 'index'];
  const endpoint = `${place.blueprint}.${names.route.endpoint}`;
  return routeNote({ method, path: existing?.path ?? url.full, endpoint });
}

/** What to say about a view that is made alone. */
function notesOn({ edits, notes, records, request, url }: MadePage): Note[] {
  const name = segmentsOf(request.name).join('.');
  const kept =
    wantsOf(request).model && records && !records.isNew
      ? [keptModel(records.names, records.place)]
      : [];
  const template = edits.find(({ kind, path }) => kind === 'create' && path.endsWith('.html'));
  return [
    ...kept,
    ...notes,
    edits.length === 0
      ? info(`Nothing to do: ${name} already exists.`)
      : (url ?? info(`${template?.path ?? name} has no URL yet. Run again with -r to add one.`)),
  ];
}

/** A button that deletes a record is a form, too. */
function usesForms({ action, links }: PageData): boolean {
  const { method, usesForm } = ACTIONS[action];
  const isDeletable = isOfRecord(action) && links.on(action).destroy !== undefined;
  return usesForm || method === 'POST' || isDeletable;
}

/** Of several edits that make a file, the one with content. */
function withContent(edits: readonly Edit[]): Edit[] {
  const isTwin = (edit: Edit): boolean =>
    edit.kind === 'create' &&
    edit.content === '' &&
    edits.some((each) => each !== edit && each.path === edit.path);
  return edits.filter((edit) => !isTwin(edit));
}

/**
 * Makes pages in an application that `new` did not make, each on top of those before it.
 *
 * @param report What to say about them.
 */
export function makePages(
  app: App,
  requests: readonly PageRequest[],
  templates: Templates,
  report: (made: readonly MadePage[]) => readonly Note[],
): Rule {
  const made: MadePage[] = [];
  return chain([
    ...requests.map((request): Rule => async () => {
      const page = await makePage(await indexed(app), request, templates);
      made.push(page);
      rememberPage(app.project, page);
      return stageEdits(page.edits, app.project);
    }),
    () => tell(report(made)),
  ]);
}

/** Makes the views that were asked for one by one. */
export function makeViewsIn(app: App, views: readonly ViewOptions[], templates: Templates): Rule {
  const requests = views.map((view) => ({ ...view, made: madeWith(view, views) }));
  return makePages(app, requests, templates, (made) =>
    made.flatMap((page) => [...notesOn(page), ...adviseTable(app, page.records)]),
  );
}

/** The actions that a run makes in the folder of a view: its page links to them. */
function madeWith({ name }: ViewOptions, views: readonly ViewOptions[]): PlainAction[] {
  const folderOf = (view: string): string => segmentsOf(view).slice(0, -1).join('.');
  return views
    .filter((view) => wantsOf(view).route && folderOf(view.name) === folderOf(name))
    .flatMap((view) => {
      const action = actionOfView(view.name);
      return action === undefined ? [] : functionOf(action);
    });
}

/** Has the manifest of its resource keep what a page is. */
function rememberPage(project: Project, { names, path, records }: MadePage): void {
  const { action, model, route, view } = names;
  project.changes.ask(
    { resource: resourceOf(names) },
    {
      ...namedRequest({ view, model: records && model }, {}),
      ...(records && { fields: records.columns.map(({ name }) => name) }),
      ...(path !== undefined && {
        actions: { [action ?? route.endpoint]: { route: path, guard: 'none' } },
      }),
    },
    ownedBy(records?.names),
  );
}
