// Specs: spec/existing/make-page.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { majority } from '../layout/finding';
import type { Sources } from '../layout/sources';
import { registrationsOf } from '../rules/registration/registration';
import type { PythonSource } from '../python/source';

/** A string with the quotes that most of a file has. */
export function literalIn(text: string, value: string): string {
  const single = text.split("'").length;
  const double = text.replaceAll('"""', '').split('"').length;
  return single > double ? `'${value}'` : `"${value}"`;
}

/**
 * The module that most of an application imports `render_template` from.
 *
 * @throws SchematicsException if it shows its pages in another way.
 */
export function rendererOf(sources: Sources, layout: string): string {
  const imports = sources.containing('render_template').flatMap((code) =>
    code
      .matches(/^from[ \t]+([\w.]+)[ \t]+import[ \t]+(\((?:[^)]*)\)|(?:[^\n\\]|\\\n)*)/gm)
      .filter(({ 2: names = '' }) => /\brender_template\b/.test(names))
      .map(({ 1: value = '', index }) => ({ value, place: code.place(index) })),
  );
  const found = majority(imports);
  // A layout that is computed is one of a theme, which only the application's own function knows.
  if (found === undefined || (layout.includes('(') && found.value === 'flask')) {
    throw new SchematicsException(
      `Pages are shown by a function of the application's own here, not by render_template. ` +
        'Write this page by hand.',
    );
  }
  return found.value;
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

/** Whether a file imports from its own package by relative imports: `from . import views`. */
export function isRelativeIn(text: string): boolean {
  return /^from[ \t]+\./m.test(text);
}
