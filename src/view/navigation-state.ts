// Specs: spec/rules/navigation.spec.ts
import { GUARDS, type Guard, isGuard } from '../naming/guards';
import { capitalize, phrase } from '../naming/spelling';
import { assignmentsIn, callOf, findClass, hasMember, isNamed } from '../python/queries';
import { type Sequence, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import type { View } from './view';

/** The class of a link, and the list of links, in the file of the navigation. */
export const LINK = 'Link';
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
