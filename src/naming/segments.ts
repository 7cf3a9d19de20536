import { UsageError } from '../errors';
import { isKeyword } from './python-words';
import { quoted, snakeCase } from './spelling';
import { pluralOf } from './words';

const LONGEST_SEGMENT = 64;

/** Every file made of a name has a name of its own within the 255 bytes that file systems allow. */
const LONGEST_NAME = 200;

/** Where all templates are. */
const FOLDER = /^(\.\/)?(\w+\/)?templates\//;

/**
 * The parts of a view's name, the folders first: `['shopping_lists', 'index']` of `ShoppingLists.index`.
 *
 * @throws UsageError where a part cannot be the name of a folder, a Python module and a URL, with the nearest name
 * that can.
 */
export function segmentsOf(name: string): string[] {
  const reason = refusal(name);
  if (reason !== undefined) {
    const better = nearest(name);
    const route = /^\/[\w-]/.test(name) ? `, or --route ${name}` : '';
    const question = refusal(better) === undefined ? ` Did you mean ${better}${route}?` : '';
    throw new UsageError(`${quoted(name)} cannot be a view's name: ${reason}.${question}`);
  }
  return split(name).map(normalized);
}

function refusal(name: string): string | undefined {
  if (name.trim() === '') {
    return 'it is empty, where a folder and a page are needed, such as posts.index';
  }
  if (name.length > LONGEST_NAME) {
    return `it has ${name.length} characters, and ${LONGEST_NAME} are the most`;
  }
  if (FOLDER.test(name)) {
    return 'it starts below the folder of the templates';
  }
  if (/[./]html$/.test(name)) {
    return 'the ending .html is added to it';
  }
  return split(name)
    .map(refusalOfSegment)
    .find((reason) => reason !== undefined);
}

function refusalOfSegment(segment: string): string | undefined {
  const name = normalized(segment);
  if (segment === '') {
    return 'a part of it is empty';
  }
  if (!/^[a-z0-9_ -]+$/i.test(segment)) {
    return "it may hold ASCII letters, digits and '_' only, with '.' or '/' between its parts";
  }
  if (!/^[a-z]/i.test(segment)) {
    return `${quoted(segment)} does not start with a letter`;
  }
  if (name.length > LONGEST_SEGMENT) {
    return `${quoted(segment)} has more than ${LONGEST_SEGMENT} characters`;
  }
  return isKeyword(name) ? `${quoted(name)} is a keyword of Python` : undefined;
}

/** The name with its likeliest slips mended: a separator too many, an ending, a keyword, what is before a letter. */
function nearest(name: string): string {
  return split(
    name
      .replace(FOLDER, '')
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
