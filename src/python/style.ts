// Specs: spec/python/statement-insertion.spec.ts
import type { Node } from './node';
import { indentationAt, isFirstOnLine } from './lines';
import { statementsOf } from './statements';

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** Spells code as a file does: with single quotes, if it has more of these. Strings with quotes or escapes stay. */
export function quotedAs(text: string): (code: string) => string {
  const single = text.split("'").length;
  const double = text.replaceAll('"""', '').split('"').length;
  return (code) =>
    single > double
      ? code.replace(STRING, (literal) => literal.replace(/^"([^"'\\]*)"$/, "'$1'"))
      : code;
}

/** The style of a file, for code that is inserted into it. */
export class Style {
  constructor(
    private readonly text: string,
    private readonly root: Node,
    /** The columns that its formatter leaves a line. */
    readonly lineLength: number,
  ) {}

  get newline(): '\n' | '\r\n' {
    return /^[^\n]*\r\n/.test(this.text) ? '\r\n' : '\n';
  }

  /** The indentation of one level: four spaces by default, as in ruff, or that of the first indented block. */
  get indent(): string {
    for (const block of this.root.descendants('block')) {
      const first = statementsOf(block)[0];
      if (first && block.parent && isFirstOnLine(this.text, first.startIndex)) {
        const outer = indentationAt(this.text, block.parent.startIndex);
        return indentationAt(this.text, first.startIndex).slice(outer.length);
      }
    }
    return '    ';
  }

  /** The quote of most strings. */
  get quote(): '"' | "'" {
    if (!this.text.includes("'")) {
      return '"';
    }
    const strings = this.root.descendants('string');
    const single = strings.filter(({ text }) => /^\w*'/.test(text)).length;
    return single > strings.length / 2 ? "'" : '"';
  }
}
