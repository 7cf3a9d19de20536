// Specs: spec/make-auth/index.spec.ts
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PACKAGE_FOLDER } from '../package';
import { compile } from '../templates/compiled-template';
import { ENDING } from '../templates/our-templates';
import type { ChosenParts } from './parts';

const FOLDER = join(PACKAGE_FOLDER, 'make-auth/files');

/** What is asked for. */
export interface AuthRequest {
  /** Whether anybody may sign up. */
  readonly registration: boolean;
  readonly parts: ChosenParts;
}

/** What the templates of sign-in read. */
export interface AuthValues extends AuthRequest {
  /** The class of users: its module, and its table. */
  readonly user: { readonly module: string; readonly table: string };
}

/** A file of sign-in. */
export interface AuthFile {
  /** Relative to the root of the project. */
  readonly path: string;
  readonly content: string;
}

/** The files that sign-in consists of, in the order of their paths. */
export function authFiles(values: AuthValues): AuthFile[] {
  const folder = join(FOLDER, 'created');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .map((name) => ({
      path: name.replace(ENDING, ''),
      content: rendered(join(folder, name), values),
    }))
    .filter(({ content }) => content !== '');
}

/** What sign-in adds to a file: a module with nothing else in it, or lines. */
export function addition(name: string, values: object = {}): string {
  return rendered(join(FOLDER, 'added', name), values);
}

function rendered(path: string, values: object): string {
  const text = readFileSync(path, 'utf8');
  return path.endsWith(ENDING) ? compile({ path, text })(values) : text;
}
