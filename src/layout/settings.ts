import { SchematicsException } from '@angular-devkit/schematics';
import { withLineEnds } from '../line-ends';
import { capitalize, wordMeant } from '../naming/spelling';
import type { Files } from '../project/files';
import { type Finding, type FoundLayout, LAYOUT_KEYS, type LayoutKey, placeIn } from './finding';

/** Keys that follow from the code: nothing else can be set for them. */
const SHOWN: readonly LayoutKey[] = ['views', 'tests'];

/** What a person set of a layout. */
export type Settings = Readonly<Partial<Record<LayoutKey, Finding>>>;

type Table = Record<string, unknown>;

const OWN = 'scaffold.toml';
const SHARED = 'pyproject.toml';
const HEADER = '[tool.scaffold]';

/** The values of keys that take no others. */
const CHOICES: Readonly<Partial<Record<LayoutKey, readonly (string | boolean)[]>>> = {
  decorator: ['route', 'get'],
  typed: [true, false],
  columns: ['mapped', 'column'],
};

/** What is written into code as it is. */
const WORDS: readonly LayoutKey[] = ['blueprint', 'content_block', 'title'];

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

/** A file as it is to be written, and its path. Comments and everything else in it stay. */
export async function writtenSettings(
  files: Files,
  layout: FoundLayout,
): Promise<{ path: string; text: string }> {
  const path = settingsFile(files) ?? (files.has(SHARED) ? SHARED : OWN);
  const before = textOf(files, path);
  const values = Object.fromEntries(
    LAYOUT_KEYS.filter((key) => !SHOWN.includes(key))
      .map((key) => [key, layout[key].value])
      .filter(([, value]) => value !== undefined),
  ) as Table;
  const document = await parsed(path, before);
  const { patch, stringify } = await import('@decimalturn/toml-patch');
  const written = (text: string): string => {
    const tool = document['tool'] as Table | undefined;
    if (path === OWN) {
      return text === '' ? stringify(values) : patch(text, values);
    }
    if (tool?.['scaffold'] !== undefined) {
      return patch(text, { ...document, tool: { ...tool, scaffold: values } });
    }
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return `${text}${gap}${HEADER}\n${stringify(values)}`;
  };
  return { path, text: withLineEnds(before, written) };
}

async function tableIn(path: string, text: string): Promise<Table> {
  const document = await parsed(path, text);
  const tool = document['tool'] as Table | undefined;
  return path === OWN ? document : ((tool?.['scaffold'] ?? {}) as Table);
}

/** @throws SchematicsException naming the file and the line if it is not TOML. */
async function parsed(path: string, text: string): Promise<Table> {
  const { parse } = await import('@decimalturn/toml-patch');
  try {
    return parse(text) as Table;
  } catch (error) {
    const [, line] = /\((\d+), \d+\)/.exec(String(error)) ?? [];
    throw new SchematicsException(
      `${path}${line === undefined ? '' : `:${line}`}: not valid TOML.`,
    );
  }
}

function settingOf(key: string, value: unknown, from: string): [LayoutKey, Finding] {
  const known = LAYOUT_KEYS.find((each) => each === key);
  if (known === undefined) {
    const keys = `the keys are ${LAYOUT_KEYS.join(', ')}.`;
    const advice = capitalize(wordMeant(key, LAYOUT_KEYS, keys));
    throw new SchematicsException(`${from}: unknown key ${key}. ${advice}`);
  }
  if (SHOWN.includes(known)) {
    throw new SchematicsException(
      `${from}: ${key} cannot be set, because it follows from the code. Remove this line.`,
    );
  }
  const choices = CHOICES[known];
  const isRight = choices
    ? choices.some((choice) => choice === value)
    : typeof value === 'string' && (WORDS.includes(known) ? /^[\w{}]+$/ : /^\P{Cc}+$/u).test(value);
  if (!isRight) {
    const expected =
      choices?.map((choice) => JSON.stringify(choice)).join(' or ') ??
      (WORDS.includes(known) ? 'a name, such as bp' : 'a text on one line');
    throw new SchematicsException(`${from}: ${key} must be ${expected}.`);
  }
  if (known === 'scaffold_templates' && /^\/|(^|\/)\.\.(\/|$)/.test(String(value))) {
    throw new SchematicsException(`${from}: ${key} must be a folder of the project.`);
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
  return files.read(path)?.toString() ?? '';
}
