import type { Node } from './node';
import { indentationAt, isFirstOnLine } from './lines';
import { statementsOf } from './statements';

/** How a person writes a file, so that what comes into it looks like the rest. */
export interface Style {
  readonly newline: '\n' | '\r\n';
  /** One level: four spaces, a tab. */
  readonly indent: string;
  readonly quote: '"' | "'";
}

/** As far as the file shows it; otherwise as ruff would format it. */
export function styleOf(text: string, root: Node): Style {
  return {
    newline: /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n',
    indent: indentOf(text, root) ?? '    ',
    quote: quoteOf(root),
  };
}

function indentOf(text: string, root: Node): string | undefined {
  for (const block of root.descendants('block')) {
    const first = statementsOf(block)[0];
    if (first && block.parent && isFirstOnLine(text, first.startIndex)) {
      const outer = indentationAt(text, block.parent.startIndex);
      return indentationAt(text, first.startIndex).slice(outer.length);
    }
  }
  return undefined;
}

function quoteOf(root: Node): Style['quote'] {
  const quotes = root.descendants('string_start').map((start) => start.text.slice(-1));
  const single = quotes.filter((quote) => quote === "'").length;
  return single > quotes.length / 2 ? "'" : '"';
}
