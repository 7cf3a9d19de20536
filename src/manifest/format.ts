import { SchematicsException } from '@angular-devkit/schematics';
import { PACKAGE_VERSION } from '../package';

/** The folder of a project that keeps the manifest, the lock, the journal and the history. */
export const STATE_FOLDER = '.scaffold';

/** Raise it with each change that an older version cannot read. */
const FORMAT = 1;

/** How deep a manifest is: itself, `generated`, a file, a function, its lines. */
const DEPTH = 5;

/** The files of a project, as far as the manifest needs them. */
export interface ReadableFiles {
  has(path: string): boolean;
  read(path: string): Buffer | undefined;
  filesIn(folder: string): readonly string[];
}

/** A project that does not exist yet. */
export const NO_FILES: ReadableFiles = {
  has: () => false,
  read: () => undefined,
  filesIn: () => [],
};

/** What a manifest is about: the application, or the resource of this name. */
export type Home = 'application' | { readonly resource: string };

/** What `scaffold` remembers of the application or of a resource. */
export interface Manifest {
  /** The version that wrote it, for information. */
  readonly version: string;
  readonly request: ManifestRequest;
  /** A digest of the templates that it was made with. */
  readonly templates: string;
  readonly generated: Readonly<Record<string, Generated>>;
}

/** What was asked for: names and options, how each action is reached, and the columns that the parts show. */
export interface ManifestRequest {
  readonly names?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string | boolean>>;
  /** The attribute of the model with the owner of a record. */
  readonly owner?: string;
  readonly actions?: Readonly<Record<string, ManifestAction>>;
  readonly fields?: readonly string[];
}

/** How a view is reached, by the name of its route. What it lacks is undefined. */
export interface ManifestAction {
  readonly route?: string;
  readonly controller?: string;
  /** `none` for a page that everybody may open. */
  readonly guard?: string;
  /** `alone` if it was made without the others of its resource: its code tests for each page that it leads to. */
  readonly made?: string;
}

/** The lines of a file that was created, or those of each function, class and method that was put into another file. */
export type Generated = Lines | Readonly<Record<string, Lines>>;

/** A text, without its line ends: the last one is empty if the text ends with a line break. */
export type Lines = readonly string[];

/** The file that tells git to keep the manifest, and nothing else of its folder. */
export const IGNORES = `${STATE_FOLDER}/.gitignore`;

/** The files beside the manifest, which tell git what to keep and what is generated. */
export const BESIDE: Readonly<Record<string, string>> = {
  [IGNORES]: '/*\n!/.gitignore\n!/.gitattributes\n!/application.json\n!/resources/\n',
  [`${STATE_FOLDER}/.gitattributes`]: '*.json linguist-generated\n',
};

/** A request with another one on top. */
export function withRequest(request: ManifestRequest, next: ManifestRequest): ManifestRequest {
  const merged = Object.entries(next).filter(([, value]) => value !== undefined);
  return Object.fromEntries([
    ...Object.entries(request),
    ...merged.map(([key, value]: [string, unknown]) => {
      const known: unknown = (request as Readonly<Record<string, unknown>>)[key];
      const both = isRecord(known) && isRecord(value);
      return [key, both ? withRequest(known, value) : value] as const;
    }),
  ]);
}

/** The file of a manifest. */
export function manifestPath(home: Home): string {
  return home === 'application'
    ? `${STATE_FOLDER}/application.json`
    : `${STATE_FOLDER}/resources/${home.resource}.json`;
}

/** Whether a path is that of a manifest. */
export function isManifestPath(path: string): boolean {
  return /^\.scaffold\/(application|resources\/[^/]+)\.json$/.test(path);
}

/** A text as the manifest keeps it. */
export function linesOf(text: string): Lines {
  return text.replaceAll('\r\n', '\n').split('\n');
}

/** Whether the lines are those of a created file. */
export function isWhole(generated: Generated | undefined): generated is Lines {
  return Array.isArray(generated);
}

/** Whether a text is what the manifest has of it, line ends apart. */
export function isSameText(lines: Lines | undefined, text: string): boolean {
  return lines?.join('\n') === text.replaceAll('\r\n', '\n');
}

/** A manifest as text: each line of code on a line, so that git merges it as it merges the code. */
export function serialized(manifest: Omit<Manifest, 'version'>): string {
  const stored = { ...manifest, format: FORMAT, version: PACKAGE_VERSION };
  return `${JSON.stringify(sorted(stored), null, 2)}\n`;
}

/**
 * The inverse of `serialized`.
 *
 * @returns undefined if the text is no manifest.
 * @throws SchematicsException if it has the marks of a conflict, or a newer format.
 */
export function parsed(path: string, text: string): Manifest | undefined {
  const stored = parsedJson(text);
  if (stored === undefined && /^(<{7} |={7}$|>{7} )/m.test(text)) {
    throw new SchematicsException(
      `${path} has the marks of a merge conflict. Take either side of it, then run this again.`,
    );
  }
  if (!isRecord(stored) || typeof stored['format'] !== 'number') {
    return undefined;
  }
  if (stored['format'] > FORMAT) {
    throw new SchematicsException(
      `A newer version of scaffold wrote ${path}. Update scaffold, then run this again.`,
    );
  }
  return isFlat(stored, DEPTH) && isManifest(stored) ? stored : undefined;
}

/** Whether nothing in a value is so deep that going through it fails: what is unknown in a manifest is kept. */
function isFlat(value: unknown, depth: number): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (depth > 0 && Object.values(value).every((each) => isFlat(each, depth - 1)))
  );
}

/** @returns undefined if the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isManifest(value: object): value is Manifest {
  const { generated, request, templates } = value as Partial<Record<keyof Manifest, unknown>>;
  return (
    typeof templates === 'string' &&
    isRequest(request) &&
    isRecord(generated) &&
    Object.values(generated).every(
      (each) => isLines(each) || (isRecord(each) && Object.values(each).every(isLines)),
    )
  );
}

function isRequest(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  const { actions = {}, fields = [], names = {}, options = {}, owner = '' } = value;
  return (
    isRecord(actions) &&
    Object.values(actions).every(hasOnly('string')) &&
    isLines(fields) &&
    hasOnly('string')(names) &&
    hasOnly('string', 'boolean')(options) &&
    typeof owner === 'string'
  );
}

function hasOnly(...types: readonly string[]): (value: unknown) => boolean {
  return (value) =>
    isRecord(value) && Object.values(value).every((each) => types.includes(typeof each));
}

/** Whether a value is a list of texts. */
export function isLines(value: unknown): value is Lines {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : value;
}
