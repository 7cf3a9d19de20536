// Specs: spec/python/statement-insertion.spec.ts
import type { Node } from './node';
import { indentationAt, isFirstOnLine } from './lines';
import { statementsOf } from './statements';

/** How a person writes a file, so that what comes into it looks like the rest. */
export class Style {
  constructor(
    private readonly text: string,
    private readonly root: Node,
  ) {}

  get newline(): '\n' | '\r\n' {
    return /^[^\n]*\r\n/.test(this.text) ? '\r\n' : '\n';
  }

  /** One level: four spaces, a tab. As far as the file shows it; otherwise as ruff would format it. */
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

  /** That of most strings. */
  get quote(): '"' | "'" {
    if (!this.text.includes("'")) {
      return '"';
    }
    const strings = this.root.descendants('string');
    const single = strings.filter(({ text }) => /^\w*'/.test(text)).length;
    return single > strings.length / 2 ? "'" : '"';
  }
}
