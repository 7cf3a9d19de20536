import { inserted } from '../edit';
import { argumentOf, callOf } from '../python/calls';
import type { Node } from '../python/node';
import { natural, placeIn, isSorted } from '../python/order';
import { LONGEST_LINE, lineEnd, lineStart } from '../python/lines';
import { itemAt, itemsOnLines } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/string-value';
import { LINK, linksIn, type NavigationState } from '../view/navigation-state';
import { edited, info, noted, NOTHING, type Outcome } from './outcome';

/** Adds the link to a list to the navigation, unless a link already leads there: then it gets the guard that it lacks. */
export function addLink(navigation: NavigationState | undefined): Outcome {
  if (navigation === undefined) {
    return NOTHING;
  }
  const { endpoint, path, source, text } = navigation;
  if (source === undefined) {
    const link = `<a class="link" href="{{ url_for('${endpoint}') }}">${text}</a>`;
    return noted(info(`${path} is missing, so no page links there. To link it:\n  ${link}`));
  }
  if (source.root.descendants('string').some((node) => stringValue(node) === endpoint)) {
    return edited(inserted(source, (each) => withGuard(each, navigation)));
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
  const link = linkOf(navigation, source.style.quote);
  return links ? source.insert(...itemAt(source, links, index, link)) : source;
}

function withGuard(source: PythonSource, navigation: NavigationState): PythonSource {
  const links = linksIn(source);
  const link = links?.items.find((node) => {
    const call = callOf(node);
    const endpoint = call && argumentOf(call, 'endpoint', 1);
    return endpoint && stringValue(endpoint) === navigation.endpoint;
  });
  const last = link?.child('arguments')?.namedChildren.findLast(({ isExtra }) => !isExtra);
  const text = guardOf(navigation, source.style.quote);
  if (!links || !link || !last || text === '' || /\bguard=|,[^,]*,/.test(link.text)) {
    return source;
  }
  const position = lineEnd(source.text, link.endIndex) - lineStart(source.text, link.startIndex);
  const isTooLong =
    links.open?.row === links.close?.endRow && position + text.length > LONGEST_LINE;
  return source.insert(
    { position: last.endIndex, text },
    ...(isTooLong ? itemsOnLines(source, links) : []),
  );
}

/** `Link("Posts", "posts.index")`, with its guard */
function linkOf(navigation: NavigationState, quote: string): string {
  const { endpoint, text } = navigation;
  return `${LINK}(${quote}${text}${quote}, ${quote}${endpoint}${quote}${guardOf(navigation, quote)})`;
}

/** `, guard="users"`, or empty */
function guardOf({ guard }: NavigationState, quote: string): string {
  return guard === undefined ? '' : `, guard=${quote}${guard}${quote}`;
}

function textOf(link: Node): string {
  const call = callOf(link);
  return (call && stringValue(argumentOf(call, 'text', 0))) ?? '';
}
