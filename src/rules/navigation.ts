// Specs: spec/rules/navigation.spec.ts
import { inserted } from '../edit';
import { type Guard, GUARDS, isGuard } from '../naming/guards';
import { capitalize, phrase } from '../naming/spelling';
import { indentationAt, lineEnd, lineStart } from '../python/lines';
import { type Node, stringValue } from '../python/node';
import { isSorted, natural, placeIn } from '../python/order';
import {
  argumentOf,
  assignmentsIn,
  callOf,
  findClass,
  hasMember,
  isNamed,
} from '../python/queries';
import { withoutItem } from '../python/removal';
import { itemAt, itemsOnLines, type Sequence, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { fit } from '../python/statement-insertion';
import { wrapped } from '../python/wrap';
import type { View } from '../view/view';
import { edited, info, noted, NOTHING, type Outcome } from './outcome';

/** The class of a link, and the list of links, in the file of the navigation. */
const LINK = 'Link';
const LINKS = 'LINKS';

/** The link of the navigation to a list, and the file that it belongs to. */
export interface NavigationState {
  readonly path: string;
  /** Undefined if it is missing. */
  readonly source: PythonSource | undefined;
  /** The text of the link: `Posts`. */
  readonly text: string;
  /** Where it leads: `posts.index`. */
  readonly endpoint: string;
  /** Who sees it: `admin`, `users`; undefined if everybody does, or if the links of the project say nothing of that. */
  readonly guard: SeenBy | undefined;
  /** Who saw it before this run, as the manifest has it. */
  readonly former: SeenBy | undefined;
}

/** The users who see a link, as its guard. */
type SeenBy = 'admin' | 'users';

/** The link to the list of a resource; undefined for one whose URL names a record that it belongs to. */
export async function navigationState(
  views: readonly View[],
): Promise<NavigationState | undefined> {
  const list = views.find(({ names }) => names.action === 'index');
  if (list === undefined) {
    return undefined;
  }
  const shown = list.route.existing ?? list.names.route;
  if (shown.path.includes('<')) {
    return undefined;
  }
  const { app, names, route } = list;
  const { project } = app;
  const outer = names.view.split('.').slice(0, -2).map(phrase);
  const path = project.layout.navigation;
  const source = await project.source(path);
  const link = source && findClass(source, LINK);
  const hasGuards = link !== undefined && hasMember(link, 'guard');
  const made = route.made[shown.endpoint]?.guard;
  return {
    path,
    source,
    guard: hasGuards ? seenBy(list.guard?.word) : undefined,
    former: isGuard(made) ? seenBy(made) : undefined,
    text: capitalize([...outer, names.title.toLowerCase()].join(' ')),
    endpoint: `${route.endpoints}.${shown.endpoint}`,
  };
}

function seenBy(word: Guard | undefined): SeenBy | undefined {
  const reads = word && GUARDS[word].reads;
  return reads && (reads === 'admin_required' ? 'admin' : 'users');
}

/** The list of links in a file; undefined if it has none, or one that is no literal. */
export function linksIn(source: PythonSource): Sequence | undefined {
  const [assigned, ...others] = assignmentsIn(source.root).filter(({ target }) => target === LINKS);
  const value = assigned?.value;
  const isLiteral = value !== undefined && /^(list|tuple)$/.test(value.type) && others.length === 0;
  const sequence = isLiteral ? sequenceOf(value) : undefined;
  return sequence?.items.every(callOf) && isNamed(source, source.root, LINK) ? sequence : undefined;
}

/** Adds the link to a list to the navigation, unless a link already leads there: then it gets the guard of the list. */
export function addLink(navigation: NavigationState | undefined): Outcome {
  if (navigation === undefined) {
    return NOTHING;
  }
  const { endpoint, path, source, text } = navigation;
  if (source === undefined) {
    const link = `<a class="link" href="{{ url_for('${endpoint}') }}">${text}</a>`;
    return noted(info(`${path} is missing, so no page links there. To link it:\n  ${link}`, path));
  }
  if (source.root.descendants('string').some((node) => stringValue(node) === endpoint)) {
    return edited(
      inserted(source, (each) => withGuard(each, navigation)),
      ...adviseWeaker(source, navigation),
    );
  }
  return linksIn(source)
    ? edited(inserted(source, (each) => withLink(each, navigation)))
    : noted(info(`Add this to the links in ${path}:\n  ${linkOf(navigation, '"')}`));
}

function withLink(source: PythonSource, navigation: NavigationState): PythonSource {
  const links = linksIn(source);
  const texts = links?.items.map(textOf) ?? [];
  const isOrdered = texts.length > 1 && isSorted(texts, natural);
  const index = placeIn(texts, navigation.text, isOrdered ? natural : undefined);
  return links
    ? source.insert(...itemAt(source, links, index, linkIn(source, links, navigation)))
    : source;
}

/** The link, broken if a line of its own is too short for it. */
function linkIn(source: PythonSource, links: Sequence, navigation: NavigationState): string {
  const { indent, quote } = source.style;
  const [first] = links.items;
  const place = (first ?? links.open)?.startIndex ?? 0;
  const isOnOwnLine = first !== undefined && first.row !== links.open?.row;
  const indentation = indentationAt(source.text, place) + (isOnOwnLine ? '' : indent);
  const link = wrapped(source, linkOf(navigation, quote), indentation.length + 1);
  return fit(source, link, indentation).trimStart();
}

function withGuard(source: PythonSource, navigation: NavigationState): PythonSource {
  const links = linksIn(source);
  const link = linkTo(source, navigation);
  const list = link?.child('arguments');
  const text = guardOf(navigation, source.style.quote);
  const known = link ? argumentIn(link, 'guard', 2) : undefined;
  const isStale = known && stringValue(known) !== (navigation.guard ?? '');
  if (isStale && list && stringValue(known) === navigation.former) {
    const argument = known.parent?.type === 'keyword_argument' ? known.parent : known;
    return text === ''
      ? withoutItem(source, argument, sequenceOf(list).items)
      : source.replace({ start: argument.startIndex, end: argument.endIndex }, text);
  }
  if (!links || !link || !list || text === '' || known) {
    return source;
  }
  const position = lineEnd(source.text, link.endIndex) - lineStart(source.text, link.startIndex);
  const isTooLong =
    links.open?.row === links.close?.endRow && position + text.length + 2 > source.style.lineLength;
  const values = sequenceOf(list);
  return source.insert(
    ...itemAt(source, values, values.items.length, text),
    ...(isTooLong ? itemsOnLines(source, links) : []),
  );
}

/** Warns about a link that users see, and only admins can follow. */
function adviseWeaker(source: PythonSource, navigation: NavigationState): string[] {
  const link = linkTo(source, navigation);
  const guard = link && argumentIn(link, 'guard', 2);
  const known = guard && stringValue(guard);
  return guard && known === 'users' && known !== navigation.former && navigation.guard === 'admin'
    ? [`${source.placeOf(guard)} shows the link to all users. Make it guard="admin".`]
    : [];
}

function linkTo(source: PythonSource, { endpoint }: NavigationState): Node | undefined {
  return linksIn(source)?.items.find((node) => {
    const value = argumentIn(node, 'endpoint', 1);
    return value && stringValue(value) === endpoint;
  });
}

/** `Link("Posts", "posts.index")`, with its guard */
function linkOf(navigation: NavigationState, quote: string): string {
  const { endpoint, text } = navigation;
  const values = [quote + text + quote, quote + endpoint + quote, guardOf(navigation, quote)];
  return `${LINK}(${values.filter((value) => value !== '').join(', ')})`;
}

/** `guard="users"`, or empty */
function guardOf({ guard }: NavigationState, quote: string): string {
  return guard === undefined ? '' : `guard=${quote}${guard}${quote}`;
}

function textOf(link: Node): string {
  const text = argumentIn(link, 'text', 0);
  return (text && stringValue(text)) ?? '';
}

function argumentIn(link: Node, name: string, index: number): Node | undefined {
  const call = callOf(link);
  return call && argumentOf(call, name, index);
}
