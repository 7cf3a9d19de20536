import { SchematicsException } from '@angular-devkit/schematics';
import { type Edit, inserted } from '../edit';
import { DEFAULT_LAYOUT } from '../layout';
import type { MakeViewOptions } from '../make-view/options';
import { segmentsOf } from '../naming/segments';
import { type ViewNames, viewNames } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import { variablesOf } from '../project/blueprints';
import { moduleOf } from '../project/class-place';
import { shapeOf } from '../project/existing-routes';
import { addImport, addMissingImports } from '../python/add-import';
import { functionsOf } from '../python/definitions';
import { pieceOf } from '../python/generated';
import { namesAt } from '../python/names';
import type { PythonSource } from '../python/source';
import { statementAtEnd } from '../python/statement-insertion';
import { info, type Note, type Outcome, warning } from '../rules/outcome';
import type { Templates } from '../view/templates';
import { type ExistingApplication, required } from './application';
import { type PagePlace, placeOfPage, refuseTakenFiles } from './page-place';
import { newBlueprint, registration } from './new-blueprint';
import { valuesOf } from './view-values';

/**
 * Plans a page of an application that `new` did not make: a function of a blueprint, and a template that extends the
 * application's own layout.
 *
 * @throws UsageError if the name or the URL is wrong, SchematicsException and SourceError if the application does not
 *   allow it.
 */
export async function makePage(
  application: ExistingApplication,
  options: MakeViewOptions,
  templates: Templates,
): Promise<Outcome> {
  const names = viewNames(options, segmentsOf(options.name), new Set(), DEFAULT_LAYOUT);
  refuseUnknown(names, options);
  const place = await placeOfPage(application, names);
  const url = urlOf(names, place);
  const existing = routeIn(application, names, place);
  if (existing === undefined && wantsOf(options).route) {
    refuseTakenUrl(application, url.full);
    refuseTakenFiles(application, place);
  }
  const page = pageEdits(application, names, place, options, templates);
  const view =
    existing === undefined && wantsOf(options).route
      ? await viewEdits(application, names, place, url.local, templates)
      : [];
  const edits = [...view, ...page.edits];
  const shown = existing?.path ?? (view.length > 0 ? url.full : undefined);
  const endpoint = `${place.blueprint}.${names.route.endpoint}`;
  const where = `${place.templates}/${place.template}`;
  return {
    edits,
    notes: [
      ...names.route.warnings.map(warning),
      ...page.notes,
      info(
        edits.length === 0
          ? `Nothing to do: ${names.view} already exists.`
          : shown === undefined
            ? `${where} has no URL yet. Run again with -r to add one.`
            : `GET ${shown}  →  ${endpoint}`,
      ),
    ],
  };
}

/** Refuses what only works in a project made by `new`. */
function refuseUnknown({ blueprints, template, view }: ViewNames, options: MakeViewOptions): void {
  const refuse = (reason: string): never => {
    throw new SchematicsException(
      `${view}: ${reason} In an application that \`scaffold new\` did not make, make:view makes pages: ` +
        '`scaffold make:view reports.index -r`.',
    );
  };
  if (wantsOf(options).model) {
    refuse('a model is only made in a project of its own.');
  }
  if (template === undefined) {
    refuse('this action has no page.');
  }
  if (options.guard !== undefined) {
    refuse('--guard uses the sign-in of `make:auth`, which this application does not have.');
  }
  if (blueprints.length > 1) {
    refuse('a view has one folder at most.');
  }
}

/** The URL of a view: below the prefix of its blueprint, and in full. */
function urlOf(
  { route: { path } }: ViewNames,
  { found }: PagePlace,
): { local: string; full: string } {
  const prefix = found?.prefix.replace(/\/$/, '') ?? '';
  const isBelow = prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`));
  const local = isBelow ? path.slice(prefix.length) : path;
  return { local, full: prefix + local };
}

function routeIn(
  { routes }: ExistingApplication,
  { route }: ViewNames,
  { found }: PagePlace,
): ExistingApplication['routes'][number] | undefined {
  return routes.find(
    ({ blueprint, endpoint }) => found && blueprint === found && endpoint === route.endpoint,
  );
}

function refuseTakenUrl({ routes }: ExistingApplication, url: string): void {
  const taken = routes.find(
    ({ methods, path }) => methods.includes('GET') && shapeOf(path) === shapeOf(url),
  );
  if (taken) {
    throw new SchematicsException(
      `${taken.source.path}:${taken.line}: ${taken.function} already serves GET ${url}. ` +
        'Choose another URL with --route, or remove that route.',
    );
  }
}

/** The template, which extends what the application's pages extend. */
function pageEdits(
  { layout, project }: ExistingApplication,
  { title }: ViewNames,
  { template, templates: folder }: PagePlace,
  { replaceTemplate = false }: MakeViewOptions,
  templates: Templates,
): { edits: Edit[]; notes: Note[] } {
  const extended = required(layout, 'layout', 'The layout that pages extend');
  const folders = [folder, project.layout.templates, `${project.layout.package}/templates`];
  const isThere = folders.some((each) => project.has(`${each}/${extended}`));
  if (/\.toml:\d+$/.test(layout.layout.from) && !extended.includes('(') && !isThere) {
    throw new SchematicsException(`${layout.layout.from}: no template ${extended} in ${folder}.`);
  }
  const titleBlock = layout.title.value;
  const path = `${folder}/${template}`;
  const content = templates.render('plain/page.html', {
    layout: /["'(]/.test(extended) ? extended : `"${extended}"`,
    block: required(layout, 'content_block', 'The block with the content of pages'),
    titleBlock: typeof titleBlock === 'string' && /^\w+$/.test(titleBlock) ? titleBlock : undefined,
    title,
  });
  const before = project.read(path)?.toString();
  if (before === undefined) {
    return { edits: [{ kind: 'create', path, content }], notes: [] };
  }
  return before === content || !replaceTemplate
    ? {
        edits: [],
        notes: before === content ? [] : [warning(`${path} already exists. It stays as it is.`)],
      }
    : { edits: [{ kind: 'replace', path, content }], notes: [] };
}

/** The view function; with its blueprint, if that is new. */
async function viewEdits(
  application: ExistingApplication,
  names: ViewNames,
  place: PagePlace,
  path: string,
  templates: Templates,
): Promise<Edit[]> {
  const { found, source } = place;
  if (found && source) {
    return inserted(source, (file) => {
      const [known] = variablesOf(file, found);
      const ready =
        known === undefined
          ? addImport(file, { module: moduleOf(found.source), name: found.variable })
          : file;
      const name = freeName(ready, names.route.function);
      const values = valuesOf(application, names, place, { path, name, text: file.text });
      const variable = known ?? found.variable;
      const rendered = templates.module('plain/views.py', place.file, {
        ...values,
        blueprint: { ...values.blueprint, variable },
      });
      const [made] = functionsOf(rendered);
      const piece = pieceOf(rendered, made?.statement ?? rendered.root, 0);
      const imported = addMissingImports(ready, piece.imports);
      return imported.insert(statementAtEnd(imported, imported.root, piece.code));
    });
  }
  return [
    ...newBlueprint(application, names, place, path, templates),
    ...(await registration(application, place)),
  ];
}

function freeName(source: PythonSource, name: string): string {
  const taken = namesAt(source, source.root);
  const free = [name, `${name}_page`, `${name}_page_`].find((each) => !taken.has(each));
  if (free === undefined) {
    throw new SchematicsException(
      `${source.path} already uses the names ${name} and ${name}_page. Rename one of them, and run this command again.`,
    );
  }
  return free;
}
