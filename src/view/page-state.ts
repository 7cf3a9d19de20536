// Specs: spec/make-view/index.spec.ts
import { ACTIONS, pageActionOf } from '../naming/actions';
import { type ChildFolder, childFolders, tellsLost } from './pages';
import { allowedBy } from '../naming/guards';
import { type ControllerState, handedTo, listMadeBy } from './controller-state';
import { pageValues } from './page-values';
import type { PlainBasis } from './plain-code';
import { fieldsOfForm } from './form-state';
import { plainPage } from './plain-page';
import { resourceOf } from '../naming/view-names';
import { ownBlueprint } from './blueprint-state';
import type { ViewBasis } from './basis';
import type { Section } from './view-data';
import { limitsOf } from './view-data';

/** The template of a view, or the form that its action shows again. */
export interface PageState {
  /** From the root of the project: `app/templates/posts/index.html`. */
  readonly path: string;
  /** What this run writes. */
  readonly text: string;
  /** What the file holds; undefined if it is missing. */
  readonly existing: string | undefined;
  /** Whether it is as a run makes it, with or without links to what came later. */
  readonly isAsGenerated: boolean;
  /** Whether it is the view's own template. */
  readonly isOwn: boolean;
}

interface PageBasis extends ViewBasis, PlainBasis {
  readonly controller: ControllerState;
  readonly sections: readonly Section[];
}

/**
 * The template of a view. Undefined for an action that redirects, unless its controller shows a form again that no other view
 * of the run makes.
 */
export async function pageState(known: PageBasis): Promise<PageState | undefined> {
  const { app, controller, layout, names, resource } = known;
  if (!app.isOurs) {
    const own = names.template;
    return own === undefined
      ? undefined
      : pageStateOf(known, {
          path: `${layout.templates}/${own}`,
          text: plainPage(known, app, fieldsShown(known)),
          isOwn: true,
        });
  }
  const again = names.action && ACTIONS[names.action].showsAgain;
  const isMade = again !== undefined && resource?.has(again) === true;
  const name =
    names.template ?? (again && !isMade ? `${names.templateFolder}/${again}.html` : undefined);
  const handed = name === undefined ? undefined : handedTo(controller, name);
  if (name === undefined || (names.template === undefined && handed === undefined)) {
    return undefined;
  }
  const path = `${layout.templates}/${name}`;
  const { folder } = ownBlueprint(known).names;
  const id = known.data?.record.model.id;
  const children = id === undefined ? [] : await childFolders(app.project, folder, id);
  const text = pageText(known, name, handed ?? new Set(), children);
  return pageStateOf(known, { path, text, isOwn: names.template !== undefined });
}

/** A template, and what the project has of it. */
function pageStateOf(
  { app: { project }, names }: PageBasis,
  { isOwn, path, text }: Pick<PageState, 'isOwn' | 'path' | 'text'>,
): PageState {
  const existing = project.read(path)?.toString();
  const home = { resource: resourceOf(names) };
  return {
    path,
    text,
    existing,
    isAsGenerated:
      existing === text ||
      (existing !== undefined && project.changes.isAsGenerated(home, path, existing)),
    isOwn,
  };
}

/** A page shows data if the controller hands it what it needs. */
function pageText(
  known: PageBasis,
  name: string,
  handed: ReadonlySet<string>,
  children: readonly ChildFolder[],
): string {
  const { choices, controller, data, guard, hasReaders, layout, lists, names, pages } = known;
  const { templates } = known.app;
  const action = pageActionOf(/(\w+)\.html$/.exec(name)?.[1] ?? '');
  const isShown = (variable: string): boolean => handed.has(variable);
  if (!action || !data || !ACTIONS[action].needs(data.record.model).every(isShown)) {
    return templates.render('templates/page.html', { title: names.title });
  }
  const list = action === 'index' && lists ? listMadeBy(controller, names) : undefined;
  const values = pageValues({
    ...{ action, children, choices, data, handed, layout, pages },
    sections: known.sections.map(({ values }) => values),
    allowed: guard ? allowedBy(guard.word, limitsOf(data).length > 0) : {},
    hasReaders,
    tellsLost: tellsLost(known.app.project),
    answersCsv: list?.answersCsv ?? false,
    endpoints: known.route.endpoints,
    title: names.title,
  });
  const isPlain = action === 'index' && list === undefined;
  return templates.render(
    isPlain ? 'templates/plain_index.html' : `templates/${action}.html`,
    values,
  );
}

/** The fields on a page. One that exists shows those that its form has. */
function fieldsShown({ form, replaceTemplate, wants }: PageBasis): string[] {
  return form?.place || wants.route || replaceTemplate ? fieldsOfForm(form) : [];
}
