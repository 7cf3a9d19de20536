import { inserted } from '../edit';
import { argumentOf, callOf } from '../python/calls';
import type { Node } from '../python/node';
import { natural, placeIn, isSorted } from '../python/order';
import { itemAt } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { stringValue } from '../python/string-value';
import { LINK, linksIn, type NavigationState } from '../view/navigation-state';
import { edited, info, NOTHING, type Outcome } from './outcome';

/** Adds the link to a list to the navigation, unless a link already leads there. */
export function addLink(navigation: NavigationState | undefined): Outcome {
  if (navigation === undefined) {
    return NOTHING;
  }
  const { endpoint, path, source, text } = navigation;
  if (source === undefined) {
    const link = `<a class="link" href="{{ url_for('${endpoint}') }}">${text}</a>`;
    return {
      edits: [],
      notes: [info(`${path} is missing, so no page links there. To link it:\n  ${link}`)],
    };
  }
  if (source.root.descendants('string').some((node) => stringValue(node) === endpoint)) {
    return NOTHING;
  }
  return linksIn(source)
    ? edited(inserted(source, (each) => withLink(each, navigation)))
    : {
        edits: [],
        notes: [info(`Add this to the links in ${path}:\n  ${linkOf(navigation, '"')}`)],
      };
}

function withLink(source: PythonSource, navigation: NavigationState): PythonSource {
  const links = linksIn(source);
  const texts = links?.items.map(textOf) ?? [];
  const isOrdered = texts.length > 1 && isSorted(texts, natural);
  const index = placeIn(texts, navigation.text, isOrdered ? natural : undefined);
  const link = linkOf(navigation, source.style.quote);
  return links ? source.insert(...itemAt(source, links, index, link)) : source;
}

/** `Link("Posts", "posts.index")` */
function linkOf({ endpoint, text }: NavigationState, quote: string): string {
  return `${LINK}(${quote}${text}${quote}, ${quote}${endpoint}${quote})`;
}

function textOf(link: Node): string {
  const call = callOf(link);
  return (call && stringValue(argumentOf(call, 'text', 0))) ?? '';
}
