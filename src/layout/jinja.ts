// Specs: spec/layout/read-layout.spec.ts
import type { Files } from '../project/files';
import { pathsBelow } from '../project/walk';
import { placeIn } from './finding';

/**
 * A template, as far as its layout is concerned. Jinja itself allows a plain name only behind `block`, and nothing but one
 * expression behind `extends`, so two patterns find them all once comments and raw text are gone.
 */
export interface Template {
  readonly path: string;
  readonly text: string;
  /** The expression behind `extends`, as written: `"base.html"`, `theme("layout.html")`. */
  readonly layout: { readonly expression: string; readonly place: () => string } | undefined;
  /** The blocks that it defines or fills, and where. */
  readonly blocks: ReadonlyMap<string, () => string>;
  /** The templates that it includes. */
  readonly includes: readonly string[];
}

const ENDING = /\.(html?|jinja2?|j2)$/;

/** The templates in a folder and below. */
export function templatesIn(files: Files, folder: string): Template[] {
  return pathsBelow(files, folder)
    .filter((path) => ENDING.test(path))
    .map((path) => templateOf(path, files.read(path)?.toString()));
}

/** A template of this content; an empty one without. */
export function templateOf(path: string, content = ''): Template {
  const text = content
    .replace(/\{#[^]*?#\}/g, blank)
    .replace(/\{%-?\s*raw\s*-?%\}[^]*?\{%-?\s*endraw\s*-?%\}/g, blank);
  const layout = /\{%[-+]?\s*extends\s+([^]+?)\s*[-+]?%\}/.exec(text);
  const blocks = [...text.matchAll(/\{%[-+]?\s*block\s+(\w+)/g)];
  return {
    path,
    text,
    layout: layout?.[1]
      ? { expression: layout[1], place: () => placeIn(path, text, layout.index) }
      : undefined,
    blocks: new Map(
      blocks.reverse().map(({ 1: name = '', index }) => [name, () => placeIn(path, text, index)]),
    ),
    includes: [...text.matchAll(/\{%[-+]?\s*include\s+["']([^"']+)["']/g)].map(
      ({ 1: name = '' }) => name,
    ),
  };
}

/** The value of an expression that is nothing but a string. */
export function literal(expression: string): string | undefined {
  return /^(["'])([^"'\\{}]*)\1$/.exec(expression)?.[2];
}

/** The template that an expression names: `layout.html` for `theme("layout.html")`. */
export function nameIn(expression: string): string | undefined {
  return /["']([^"']+\.\w+)["']/.exec(expression)?.[1];
}

/** Blanks in place of a text, so that all else keeps its place. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
