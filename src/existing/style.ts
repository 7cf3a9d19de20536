// Specs: spec/existing/style.spec.ts
import { dirname } from 'node:path';
import { SchematicsException } from '@angular-devkit/schematics';
import { majority, type Sighting } from '../layout/finding';
import type { Sources } from '../layout/sources';
import { registrationsOf } from '../project/registrations';
import { INDENT } from '../python/lines';
import type { PythonSource } from '../python/source';
import { topLevel } from '../python/import-statement';
import type { NamedImport } from '../templates/plain-values';

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
  const own = dirname(path).split('/');
  return code.replace(/^from ([\w.]+) import/gm, (line, module: string) => {
    const parts = module.split('.');
    const shared = own.findIndex((part, index) => part !== parts[index]);
    const common = shared === -1 ? own.length : shared;
    return common === 0
      ? line
      : `from ${'.'.repeat(own.length - common + 1)}${parts.slice(common).join('.')} import`;
  });
}

/** A view that ends with its page: `return render_template("index.html", …)`. */
const SHOWN = /\breturn[ \t]+(\w*render\w*)\(\s*["'][^"'\n]+\.\w+["']/g;

const IMPORT = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\((?:[^)]*)\)|(?:[^\n\\]|\\\n)*)/gm;

/**
 * The function that most views of an application show their pages with, and its module: Flask's, or one of its own that
 * takes any values for the page. The first page of an API is shown by Flask's.
 *
 * @throws SchematicsException if it shows its pages in another way.
 */
export function rendererOf(sources: Sources, layout: string): NamedImport {
  const shown = sources
    .containing('render')
    .flatMap((code) =>
      code.matches(SHOWN).map(({ 1: value = '', index }) => ({ value, place: code.place(index) })),
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
  return sources.containing('.html').some(({ text }) => /["'][^"'\s]+\.html["']/.test(text));
}

/** The module that most files import a function from, if the function takes a template and any values. */
function moduleOfRenderer(sources: Sources, name: string): string | undefined {
  const codes = sources.containing(name);
  const imports = codes.flatMap((code) =>
    code
      .matches(IMPORT)
      .filter(({ 2: names = '' }) => new RegExp(`\\b${name}\\b(?!\\s+as\\b)`).test(names))
      .map(({ 1: module = '', index }) => ({
        value: absoluteModule(code.path, module),
        place: code.place(index),
      })),
  );
  const takesAny = codes.every((code) =>
    code.matches(new RegExp(`^def[ \\t]+${name}\\(`, 'gm')).every(({ 0: head, index }) => {
      const { texts } = code.arguments(index + head.length - 1);
      const needed = texts.filter((each) => !each.startsWith('*') && !each.includes('='));
      return needed.length < 2 && texts.at(-1)?.startsWith('**') === true;
    }),
  );
  return takesAny ? majority(imports)?.value : undefined;
}

/** `app.pages` for `.pages` in `app/views.py`. */
function absoluteModule(path: string, module: string): string {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(module) ?? [];
  const folders = dots === '' ? [] : path.split('/').slice(0, -dots.length);
  return [...folders, ...(rest === '' ? [] : [rest])].join('.');
}

/** Whether an application queries by `Post.query` more often than by `select(Post)`. */
export function queriesByModel(sources: Sources): boolean {
  const count = (pattern: RegExp, ...words: string[]): number =>
    sources.containing(...words).reduce((sum, code) => sum + code.matches(pattern).length, 0);
  return (
    count(/\b[A-Za-z]\w*\.query\b\s*\./g, '.query') >
    count(/\bselect\(|\bdb\.(paginate|get_or_404|one_or_404)\(/g, 'select(', 'db.')
  );
}

/** What follows the message in `flash(…)`: `, "success"` if the application uses one of these categories. */
export function categoryIn(sources: Sources, ...categories: readonly string[]): string {
  const seen = sources.containing('flash(').flatMap((code) =>
    code.matches(/\bflash\(/g).flatMap(({ index, 0: { length } }): Sighting[] => {
      const value = code.arguments(index + length - 1).texts[1] ?? '';
      const [, name = ''] = /^(?:category\s*=\s*)?["'](\w+)["']$/.exec(value) ?? [];
      return categories.includes(name) ? [{ value: name, place: code.place(index) }] : [];
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
  const shown = sources.containing('validate_on_submit(').flatMap((code) =>
    code.matches(/\breturn[ \t]+\w*render\w*\(/g).flatMap(({ index, 0: { length } }) => {
      const { end, texts } = code.arguments(index + length - 1);
      const isForm = texts.some((each) => /=\s*\w*form$/.test(each));
      return isForm ? /^\)\s*,/.test(code.text.slice(end, end + 9)) : [];
    }),
  );
  return shown.filter((hasStatus) => !hasStatus).length * 2 <= shown.length;
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
