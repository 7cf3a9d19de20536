import { SchematicsException } from '@angular-devkit/schematics';
import { majority, type Sighting } from '../layout/finding';
import type { Sources } from '../layout/sources';
import { registrationsOf } from '../project/registrations';
import { INDENT } from '../python/lines';
import { argumentOf, type Call, callOf, callsOf } from '../python/queries';
import { relativeModule, topLevel } from '../python/import-statement';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/node';
import type { NamedImport, FormMacro } from '../templates/plain-values';
import { nameIn, templateOf, templatesIn } from '../layout/jinja';
import { functionsNamed, importsNamed } from '../layout/surroundings';
import type { Project } from '../project/project';
import type { Served } from '../project/served';

/** The text of the files with views. */
export function neighboursOf({ blueprints, routes }: Served): string {
  const views = routes.filter(({ blueprint }) => blueprint);
  const sources = new Set((views.length > 0 ? views : blueprints).map(({ source }) => source));
  return [...sources].map(({ text }) => text).join('\n');
}

/** The code of a new file, with the imports and the indentation of its neighbours. */
export function writtenAs(neighbours: string, code: string, path: string): string {
  const [, level = INDENT] = /^(?:class|def)\b[^\n]*:[ \t]*\n([ \t]+)/m.exec(neighbours) ?? [];
  return importedAs(neighbours, code, path).replace(/^ +/gm, (blanks) =>
    level.repeat(blanks.length / INDENT.length),
  );
}

/** The code of a new file with relative imports, if its neighbours have more of those from their own package. */
export function importedAs(neighbours: string, code: string, path: string): string {
  if (!isRelativeIn(neighbours, path)) {
    return code;
  }
  return code.replace(/(?<=^from )[\w.]+(?= import)/gm, (module) => relativeModule(path, module));
}

/**
 * The function that most views of an application show their pages with, and its module: Flask's, or one of its own that
 * takes any values for the page. The first page of an API is shown by Flask's.
 *
 * @throws SchematicsException if it shows its pages in another way.
 */
export function rendererOf(sources: Sources, layout: string): NamedImport {
  const shown = returnedIn(sources.containing('render')).flatMap(({ call, place }) =>
    /\.\w+$/.test(stringValue(call.positional[0]) ?? '') ? { value: call.name, place } : [],
  );
  const found = [majority(shown)?.value, 'render_template']
    .flatMap((name) =>
      name === undefined ? [] : { name, module: moduleOfRenderer(sources, name) },
    )
    // A layout that is computed is one of a theme, which only the application's own function knows.
    .find(({ module }) => module !== undefined && !(layout.includes('(') && module === 'flask'));
  if (found === undefined && !layout.includes('(') && !namesTemplates(sources)) {
    return { name: 'render_template', module: 'flask' };
  }
  if (found?.module === undefined) {
    throw new SchematicsException(
      'This application does not show its pages by render_template, so scaffold cannot write one. ' +
        'Write this page by hand.',
    );
  }
  return { name: found.name, module: found.module };
}

function namesTemplates(sources: Sources): boolean {
  return sources
    .containing('.html')
    .some(({ root }) =>
      root.descendants('string').some((each) => /^[^\s]+\.html$/.test(stringValue(each) ?? '')),
    );
}

/** A call of a function that shows a page, as what a function returns. */
interface Returned {
  readonly call: Call;
  /** Whether the status, or more, is returned beside it. */
  readonly hasStatus: boolean;
  readonly place: () => string;
}

/** `render_template("index.html")` of `return render_template("index.html"), 422` */
function returnedIn(sources: readonly PythonSource[]): Returned[] {
  return sources.flatMap((source) =>
    source.root.descendants('return_statement').flatMap(({ firstNamedChild: value }) => {
      const hasStatus = value?.type === 'expression_list';
      const node = hasStatus ? value.firstNamedChild : value;
      const call = node && callOf(node);
      return call?.receiver === undefined && call?.name.includes('render')
        ? { call, hasStatus, place: () => source.placeOf(call.node) }
        : [];
    }),
  );
}

/** The module that most files import a function from, if the function takes a template and any values. */
function moduleOfRenderer(sources: Sources, name: string): string | undefined {
  const files = sources.containing(name);
  const takesAny = files
    .flatMap((source) => functionsNamed(source, name))
    .every(({ node }) => {
      const parameters = node.child('parameters')?.namedChildren ?? [];
      const texts = parameters.filter(({ isExtra }) => !isExtra).map(({ text }) => text);
      const needed = texts.filter((each) => !each.startsWith('*') && !each.includes('='));
      return needed.length < 2 && texts.at(-1)?.startsWith('**') === true;
    });
  return takesAny ? majority(importsNamed(files, name))?.value : undefined;
}

/** Whether an application queries by `Post.query` more often than by `select(Post)`. */
export function queriesByModel(sources: Sources): boolean {
  const old = sources
    .containing('.query')
    .flatMap(({ root }) => root.descendants('attribute'))
    .filter(
      (each) => each.parent?.type === 'attribute' && /(^|\.)[A-Za-z]\w*\.query$/.test(each.text),
    );
  const names = ['select', 'paginate', 'get_or_404', 'one_or_404'];
  const calls = sources
    .containing(...names.map((name) => `${name}(`))
    .flatMap(({ root }) => names.flatMap((name) => callsOf(root, name)))
    .filter(({ name, receiver }) => name === 'select' || receiver === 'db');
  return old.length > calls.length;
}

/** What follows the message in `flash(…)`: `, "success"` if the application uses one of these categories. */
export function categoryIn(sources: Sources, ...categories: readonly string[]): string {
  const seen = sources.containing('flash(').flatMap((source) =>
    callsOf(source.root, 'flash').flatMap((call): Sighting[] => {
      const value = stringValue(argumentOf(call, 'category', 1)) ?? '';
      return categories.includes(value) ? [{ value, place: () => source.path }] : [];
    }),
  );
  const best = majority(seen);
  return best ? `, "${best.value}"` : '';
}

/**
 * Whether a form with errors comes back with 422, which says so to programs: unless most of the application's own forms
 * come back with 200.
 */
export function answersErrors(sources: Sources): boolean {
  const shown = returnedIn(sources.containing('validate_on_submit(')).filter(({ call }) =>
    [...call.keywords.values()].some(({ text }) => /^\w*form$/.test(text)),
  );
  return shown.filter(({ hasStatus }) => !hasStatus).length * 2 <= shown.length;
}

const ENDING = /(_bp|_blueprint|_views|_routes)$/;

/** What a file calls a blueprint that it registers: as its neighbours are called. */
export function aliasIn(source: PythonSource, name: string, variable: string): string {
  const endings = registrationsOf(source)
    .flatMap(({ blueprints }) => blueprints)
    .map((each) => ({ value: ENDING.exec(each)?.[0] ?? '', place: () => source.path }));
  const ending = majority(endings)?.value ?? '';
  const isShared = /^(bp|blueprint|mod|views)$/.test(variable);
  return ending !== '' ? name + ending : isShared ? `${name}_bp` : variable;
}

/** Whether most imports in a text from the package of a path are relative: `from . import views`. */
export function isRelativeIn(text: string, path: string): boolean {
  const count = (module: string): number =>
    [...text.matchAll(new RegExp(`^[ \\t]*from[ \\t]+${module}`, 'gm'))].length;
  return count('\\.') > count(`${topLevel(path)}\\b`);
}

/** The macro by which most pages of an application show a whole form: `wtf.quick_form(form)`; undefined if they do not. */
export function formMacroOf(project: Project): FormMacro | undefined {
  const templates = templatesIn(project, project.layout.templates);
  const forms = templates.filter(({ text }) =>
    /hidden_tag|csrf_token|quick_form|render_form/.test(text),
  );
  const calls = forms.flatMap(({ path, text }) => {
    const [, call, alias] =
      /\{\{-?\s*((\w+)\.(?:quick_form|render_form))\(\s*form\s*\)/.exec(text) ?? [];
    const pattern = new RegExp(`\\{%-?\\s*import\\s+["']([^"']+)["']\\s+as\\s+${alias}\\b`);
    const file = pattern.exec(text)?.[1];
    return file === undefined ? [] : { value: `${file} ${alias} ${call}`, place: () => path };
  });
  const best = majority(calls);
  const [file, alias, call] = best?.value.split(' ') ?? [];
  const pages = forms.filter(({ layout: extended }) => extended !== undefined);
  return best && best.count * 2 >= pages.length && file && alias && call
    ? { file, alias, call }
    : undefined;
}

/** What a page calls its form. A layout that has a form of its own takes the name `form`. */
export function formNameFor(project: Project, layout: string, record: string): string {
  const seen = new Set<string>();
  const usesForm = (name: string | undefined): boolean => {
    if (name === undefined || seen.has(name)) {
      return false;
    }
    seen.add(name);
    const path = `${project.layout.templates}/${name}`;
    const { includes, layout: above, text } = templateOf(path, project.read(path)?.toString());
    return (
      /\{[{%][^}]*(?<![\w.])form\b/.test(text.replace(/"[^"\n]*"|'[^'\n]*'/g, '""')) ||
      [...includes, nameIn(above?.expression ?? '')].some(usesForm)
    );
  };
  return usesForm(nameIn(layout) ?? layout) ? `${record}_form` : 'form';
}
