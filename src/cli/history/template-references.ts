// Specs: spec/cli/history/references.spec.ts
import type { Gone } from './gone';
import { type Obstacle, reference } from './obstacle';

/** Finds the endpoints and templates in a template that go. */
export function referencesInTemplate(
  path: string,
  text: string,
  { endpoints, templates }: Gone,
): Obstacle[] {
  const wanted = [
    ...[...templates].map((name) => ['template', name] as const),
    ...[...endpoints].map((name) => ['endpoint', name] as const),
  ].filter(([, name]) => text.includes(name) && !isTestedIn(text, name));
  if (wanted.length === 0) {
    return [];
  }
  // Comments and other text become blanks, so that positions stay.
  const code = text
    .replace(/\{#[^]*?#\}/g, blanks)
    .replace(/(^|[%}]\})((?!\{[{%])[^])*/g, blanksBehind);
  return wanted.flatMap(([what, name]) =>
    [...code.matchAll(new RegExp(`(first_url\\([^()]*)?(["'])${escaped(name)}\\2`, 'g'))]
      .filter(([, test]) => test === undefined)
      .map(({ index }) =>
        reference(path, text.slice(0, index).split('\n').length - 1, `uses the ${what} ${name}`),
      ),
  );
}

/** Whether a template asks if the endpoint exists: `{% if "posts.show" is endpoint %}`. */
function isTestedIn(text: string, name: string): boolean {
  return new RegExp(`(["'])${escaped(name)}\\1 is (not )?endpoint`).test(text);
}

function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function blanksBehind(text: string, tag: string): string {
  return tag + blanks(text.slice(tag.length));
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
