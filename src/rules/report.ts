// Specs: spec/make-view/index.spec.ts
import type { Edit } from '../edit';
import { ACTION_NAMES } from '../naming/actions';
import { enumeration, nearestWord } from '../naming/spelling';
import { methodOf } from '../project/controllers';
import { keptMethod } from '../view/controller-state';
import { actionLinks } from '../view/page-links';
import type { Pages } from '../view/pages';
import { isMade, ownModel, type View, type Views } from '../view/view';
import { aboutTable, adviseTables } from './migration-advice';
import { info, infoIf, type Note, type Outcome, routeNote, warning } from './outcome';
import type { ResourceNames } from '../naming/resource-names';
import type { GuardOption } from '../naming/guards';
import { adviseGuards } from './guard-advice';
import { adviseMissingKey } from './missing-key';

const NONE: Pages = { own: new Map(), known: undefined, elsewhere: new Map() };

/**
 * What to say about a view: what stays as it is, its URL and the next steps, or that nothing changed.
 *
 * @param made The outcome of the rules for it.
 * @param leftOpen What its guard leaves open.
 * @param guard As typed after `--guard`.
 */
export function reportOnView(
  view: View,
  { edits, notes }: Outcome,
  leftOpen: readonly Note[],
  guard: GuardOption | undefined,
): Note[] {
  const { app, models, names } = view;
  const isChanged = edits.length > 0;
  return [
    ...names.route.warnings.map((each) => warning(each)),
    ...notes,
    ...(isChanged ? adviseLikelySlip(view) : []),
    ...adviseMethodsWithoutModel(view),
    ...adviseMissingKey(view, edits),
    ...adviseGuards([view], guard, edits),
    ...leftOpen,
    ...(isChanged
      ? [
          ...adviseKeptMethod(view, edits),
          ...adviseLink(view),
          ...whereToLook(view),
          ...adviseColumns(view),
          ...adviseTables(app, models),
        ]
      : [info(`Nothing to do: ${names.view} already exists.`)]),
  ];
}

/** Names the page that should link to a new view, if it exists without a link. */
function adviseLink(view: View): Note[] {
  const { app, layout, names, route } = view;
  const { isOurs, project } = app;
  const { action, templateFolder } = names;
  const source = action === 'show' || action === 'create' ? 'index' : 'show';
  const path = `${layout.templates}/${templateFolder}/${source}.html`;
  const endpoint = `${route.endpoints}.${action}`;
  return infoIf(
    !isOurs &&
      isMade(view) &&
      action &&
      action !== 'index' &&
      project.has(path) &&
      !project.text(path).includes(endpoint) &&
      `${path} does not link to ${endpoint} yet.`,
    path,
  );
}

/** Warns about an existing method that differs from the one this run would add, unless the run changes its class. */
function adviseKeptMethod({ controller: state, names }: View, edits: readonly Edit[]): Note[] {
  const { controller, method } = names;
  const isChanged = edits.some(
    ({ kind, path }) => kind === 'replace' && path === state.owner?.source.path,
  );
  const kept = isChanged ? undefined : keptMethod(state, method);
  return kept === undefined
    ? []
    : [warning(`${kept}: ${controller.className} already has ${method}. It stays as it is.`, kept)];
}

function adviseUrl({ names, route, wants }: View): Note[] {
  const shown = route.existing ?? (wants.route ? names.route : undefined);
  const { method } = names.route;
  return shown
    ? [routeNote({ method, path: shown.path, endpoint: `${route.endpoints}.${shown.endpoint}` })]
    : [];
}

function whereToLook(view: View): Note[] {
  const { layout, names } = view;
  const url = adviseUrl(view);
  if (url.length > 0) {
    return [...url, ...adviseParentLink(view)];
  }
  const path = `${layout.templates}/${names.template}`;
  return names.template === undefined
    ? []
    : [info(`${path} has no URL yet. Run again with -r to add one.`, path)];
}

/** The next step for new models, which have only a key and times. */
function adviseColumns({ app, data, models, names }: View): Note[] {
  const made = models.filter(({ isNew }) => isNew).map((model) => model.names);
  const places = made.map(({ className, file }) => `${className} in ${file}`);
  const show = ` Then \`scaffold make:view ${names.view} --force\` shows them.`;
  return infoIf(
    app.isOurs &&
      places.length > 0 &&
      `Next: add columns to ${enumeration(places)} before you make pages with a form, and migrate the database.` +
        (names.template === undefined || !data ? '' : show),
  );
}

/** The advice for a new list if the page of its parent does not link to it. */
function adviseParentLink({ data, names, parentPage, route }: View): Note[] {
  const parent = names.action === 'index' ? data?.parents.at(-1) : undefined;
  if (!data || !parent || data.record.belongsBy === undefined || parentPage === undefined) {
    return [];
  }
  const { endpoints } = route;
  const handed = new Set([parent.model.record]);
  const { index } = actionLinks({ allowed: {}, data, endpoints, handed, pages: NONE });
  return infoIf(
    index &&
      !parentPage.text.includes(`${endpoints}.index`) &&
      `${parentPage.path} does not link there. To link it:\n` +
        `  <a class="link" href="{{ ${index.url} }}">${names.title}</a>`,
    parentPage.path,
  );
}

/**
 * Asks about a name that is nearly another one: `posts.idnex`, `project.index` beside `projects`, `isues.files.index` beside
 * the model `Issue`. It works all the same.
 */
function adviseLikelySlip({ meantFolders, names }: View): Note[] {
  const { action, view } = names;
  const folders = view.split('.').slice(0, -1);
  const page = view.slice(view.lastIndexOf('.') + 1);
  const near =
    action === undefined && folders.length > 0 && names.model
      ? nearestWord(page, [...ACTION_NAMES, 'delete'])
      : undefined;
  const meant = [...(meantFolders ?? folders), near ?? page].join('.');
  return meant === view ? [] : [askAbout(view, meant)];
}

/** Asks about a name that was made although another one was probably meant. */
function askAbout(name: string, meant: string): Note {
  return warning(`${name} was made as you typed it. Did you mean ${meant}?`);
}

/** Warns about methods of a controller that were made before its model and do not use it. */
function adviseMethodsWithoutModel(view: View): Note[] {
  const { controller, names } = view;
  const { place } = controller;
  const model = ownModel(view);
  if (!place || !model?.isNew) {
    return [];
  }
  const { className, form } = model.names;
  const uses = new RegExp(`\\b(${className}|${form.className})\\b`);
  const without = ACTION_NAMES.filter((action) => {
    const method = methodOf(place, action);
    return method && !uses.test(method.body.text);
  });
  if (without.length === 0) {
    return [];
  }
  const [was, does, them] = without.length > 1 ? ['were', 'do', 'them'] : ['was', 'does', 'it'];
  return [
    warning(
      `${names.controller.className}.${enumeration(without)} ${was} made before the model ${className} ` +
        `and ${does} not use it. Remove ${them} and make ${them} again, with --force for the pages.`,
    ),
  ];
}

/**
 * What to say about a resource: what stays as it is, its URL and the next steps, or that nothing changed.
 *
 * @param made The outcome of the rules for its views.
 * @param others The outcome of the rules for the whole resource.
 * @param guard As typed after `--guard`.
 */
export function reportOnResource(
  { name }: ResourceNames,
  views: Views,
  made: Outcome,
  others: Outcome,
  guard: GuardOption | undefined,
): Note[] {
  const [first] = views;
  const { app } = first;
  const model = app.isOurs ? undefined : ownModel(first);
  const about = model ? aboutTable(model) : {};
  const edits = [...made.edits, ...others.edits];
  const isTold = ({ parentPage }: View): boolean =>
    others.edits.some(({ path }) => path === parentPage?.path) ||
    others.notes.some(({ message }) => message.startsWith(`${parentPage?.path} `));
  const notes = [
    ...made.notes,
    ...views.flatMap((view) => adviseKeptMethod(view, edits)),
    ...adviseMissingKey(first, made.edits),
    ...adviseGuards(views, guard, edits),
    ...others.notes.filter(({ level }) => level === 'warn' || edits.length > 0),
    ...(edits.length === 0
      ? [{ ...info(`Nothing to do: ${name} already exists.`), ...about }]
      : [
          ...views.flatMap((view) => (isTold(view) ? [] : adviseParentLink(view))),
          ...views.flatMap(adviseLink),
          // A singular may stand beside the plural of another resource, and a parent beside a model. The run goes on.
          ...(first.meantFolders ? [askAbout(name, first.meantFolders.join('.'))] : []),
          ...adviseUrl(first).map((note) => ({ ...note, ...about })),
          ...adviseTables(app, first.models),
        ]),
  ].filter(({ existingModel }) => existingModel === undefined);
  return [...new Map(notes.map((note) => [note.message, note])).values()];
}
