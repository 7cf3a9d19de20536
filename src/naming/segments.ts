import { UsageError } from '../errors';
import { isKeyword } from './python-words';
import { quoted, snakeCase } from './spelling';
import { pluralOf } from './words';

const LONGEST_SEGMENT = 64;

/** File systems allow 255 bytes for a file name. This leaves room for the endings of every file. */
const LONGEST_NAME = 200;

const TEMPLATES_FOLDER = /^(\.\/)?(\w+\/)?templates\//;

/** What a name is for, and examples of it. */
const KINDS = {
  view: 'a folder and a page, such as posts.index',
  resource: 'a folder, such as posts or recipes.comments',
  model: 'a class or a folder, such as Post or recipes.comments',
} as const;

/**
 * The parts of a name, the folders first: `['shopping_lists', 'index']` for the view `ShoppingLists.index`.
 *
 * @throws UsageError if a part cannot name a folder, a Python module and a URL. The message suggests the nearest
 *   valid name.
 */
export function segmentsOf(name: string, kind: keyof typeof KINDS = 'view'): string[] {
  const reason = refusal(name, kind);
  if (reason !== undefined) {
    const better = nearest(name);
    const route = /^\/[\w-]/.test(name) ? `, or --route ${name}` : '';
    const question = refusal(better, kind) === undefined ? ` Did you mean ${better}${route}?` : '';
    throw new UsageError(`${quoted(name)} cannot name a ${kind}: ${reason}.${question}`);
  }
  return split(name).map(normalized);
}

function refusal(name: string, kind: keyof typeof KINDS): string | undefined {
  if (name.trim() === '') {
    return `it is empty. Give ${KINDS[kind]}`;
  }
  if (name === '/' && kind !== 'model') {
    return 'it is a URL. Use --route / and a name, such as home';
  }
  if (name.length > LONGEST_NAME) {
    return `it has ${name.length} characters, but at most ${LONGEST_NAME} are allowed`;
  }
  if (TEMPLATES_FOLDER.test(name)) {
    return 'leave out the templates folder';
  }
  if (/[./]html$/.test(name)) {
    return 'leave out the ending .html';
  }
  return split(name)
    .map(refusalOfSegment)
    .find((reason) => reason !== undefined);
}

function refusalOfSegment(segment: string): string | undefined {
  const name = normalized(segment);
  if (segment === '') {
    return 'it has an empty part';
  }
  if (!/^[a-z0-9_ -]+$/i.test(segment)) {
    return "only ASCII letters, digits and '_' are allowed, with '.' or '/' between the parts";
  }
  if (!/^[a-z]/i.test(segment)) {
    return `${quoted(segment)} does not start with a letter`;
  }
  if (name.length > LONGEST_SEGMENT) {
    return `${quoted(segment)} has more than ${LONGEST_SEGMENT} characters`;
  }
  return isKeyword(name) ? `${quoted(name)} is a Python keyword` : undefined;
}

/** The name without common mistakes: extra separators, an ending, a keyword, a part that starts with a digit. */
function nearest(name: string): string {
  return split(
    name
      .replace(TEMPLATES_FOLDER, '')
      .replace(/[./]html$/, '')
      .replace(/^[./]+|[./]+$|[./](?=[./])/g, ''),
  )
    .map((segment) => normalized(segment.replace(/^[^a-z]+/i, '')))
    .map((segment) => (isKeyword(segment) ? pluralOf(segment) : segment))
    .join('.');
}

function split(name: string): string[] {
  return name.split(/[./]/);
}

function normalized(segment: string): string {
  return snakeCase(segment).replace(/_+$/, '');
}
