import { SchematicsException } from '@angular-devkit/schematics';
import { nearestWord } from '../naming/nearest';
import type { Files } from '../project/files';
import { placeIn } from './code';
import { type Finding, type FoundLayout, LAYOUT_KEYS, type LayoutKey } from './finding';

/** What a person set of a layout. */
export type Settings = Readonly<Partial<Record<LayoutKey, Finding>>>;

type Table = Record<string, unknown>;

const OWN = 'scaffold.toml';
const SHARED = 'pyproject.toml';
const HEADER = '[tool.scaffold]';

/** The values of keys that take no others. */
const CHOICES: Readonly<Partial<Record<LayoutKey, readonly (string | boolean)[]>>> = {
  views: ['class', 'function'],
  decorator: ['route', 'get'],
  typed: [true, false],
  columns: ['mapped', 'column'],
};

/** The file that sets a layout; undefined if a person set nothing. Most projects need no TOML to be read. */
function settingsFile(files: Files): string | undefined {
  const isShared = textOf(files, SHARED).includes('tool.scaffold');
  if (isShared && files.has(OWN)) {
    throw new SchematicsException(
      `Both ${OWN} and ${HEADER} in ${SHARED} set the layout. Remove one of them.`,
    );
  }
  return isShared ? SHARED : files.has(OWN) ? OWN : undefined;
}

/**
 * What a person set in `[tool.scaffold]` of pyproject.toml, or in scaffold.toml.
 *
 * @throws SchematicsException if both set something, or if a key or a value is wrong.
 */
export async function readSettings(files: Files): Promise<Settings> {
  const path = settingsFile(files);
  if (path === undefined) {
    return {};
  }
  const text = textOf(files, path);
  const entries = Object.entries(await tableIn(path, text)).map(([key, value]) =>
    settingOf(key, value, placeOf(path, text, key)),
  );
  return Object.fromEntries(entries);
}

/** The layout with a person's settings in place of what was found. */
export function withSettings(layout: FoundLayout, settings: Settings): FoundLayout {
  return { ...layout, ...settings };
}

/** A file as it is to be written, and its path. Comments and everything else in it stay. */
export async function writtenSettings(
  files: Files,
  layout: FoundLayout,
): Promise<{ path: string; text: string }> {
  const path = settingsFile(files) ?? (files.has(SHARED) ? SHARED : OWN);
  const before = textOf(files, path);
  const values = Object.fromEntries(
    LAYOUT_KEYS.map((key) => [key, layout[key].value]).filter(([, value]) => value !== undefined),
  ) as Table;
  const { parse, patch, stringify } = await import('@decimalturn/toml-patch');
  const document = parse(before) as Table;
  if (path === OWN) {
    return { path, text: before === '' ? stringify(values) : patch(before, values) };
  }
  const tool = document['tool'] as Table | undefined;
  if (tool?.['scaffold'] !== undefined) {
    return { path, text: patch(before, { ...document, tool: { ...tool, scaffold: values } }) };
  }
  const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  return { path, text: `${before}${gap}${HEADER}\n${stringify(values)}` };
}

async function tableIn(path: string, text: string): Promise<Table> {
  const { parse } = await import('@decimalturn/toml-patch');
  let document: Table;
  try {
    document = parse(text) as Table;
  } catch (error) {
    const [, line] = /\((\d+), \d+\)/.exec(String(error)) ?? [];
    throw new SchematicsException(
      `${path}${line === undefined ? '' : `:${line}`}: not valid TOML.`,
    );
  }
  const tool = document['tool'] as Table | undefined;
  return path === OWN ? document : ((tool?.['scaffold'] ?? {}) as Table);
}

function settingOf(key: string, value: unknown, from: string): [LayoutKey, Finding] {
  const known = LAYOUT_KEYS.find((each) => each === key);
  if (known === undefined) {
    const near = nearestWord(key, LAYOUT_KEYS);
    throw new SchematicsException(
      `${from}: unknown key ${key}. ` +
        (near === undefined ? `The keys are ${LAYOUT_KEYS.join(', ')}.` : `Did you mean ${near}?`),
    );
  }
  const choices = CHOICES[known];
  const isRight = choices
    ? choices.some((choice) => choice === value)
    : typeof value === 'string' && value !== '';
  if (!isRight) {
    const expected = choices?.map((choice) => JSON.stringify(choice)).join(' or ') ?? 'a text';
    throw new SchematicsException(`${from}: ${key} must be ${expected}.`);
  }
  return [known, { value: value as string | boolean, from }];
}

function placeOf(path: string, text: string, key: string): string {
  const start = path === OWN ? 0 : Math.max(text.indexOf(HEADER), 0);
  const match = new RegExp(`^[ \\t]*(tool\\.scaffold\\.)?["']?${key}\\b`, 'm').exec(
    text.slice(start),
  );
  return placeIn(path, text, start + (match?.index ?? 0));
}

function textOf(files: Files, path: string): string {
  return files.has(path) ? (files.read(path)?.toString() ?? '') : '';
}
