// Specs: spec/layout/code.spec.ts

/**
 * The code of a Python file, as text. An application has hundreds of files, and few questions are asked of each, so they
 * are searched for patterns; parsing all of them takes ten times as long.
 */
export class Code {
  readonly text: string;

  /** @param path From the root of the project. */
  constructor(
    readonly path: string,
    text: string,
  ) {
    this.text = text.includes('"""') || text.includes("'''") ? withoutBlocks(text) : text;
  }

  /** All matches of a pattern with the flag `g`. */
  matches(pattern: RegExp): RegExpExecArray[] {
    return [...this.text.matchAll(pattern)];
  }

  /** Tells the file and the line of a position: `app/__init__.py:12`. */
  place(index: number): () => string {
    return () => placeIn(this.path, this.text, index);
  }

  /** The arguments of the call, or the definition, whose bracket opens at a position, and where the bracket closes. */
  arguments(open: number): { readonly texts: readonly string[]; readonly end: number } {
    const texts: string[] = [];
    let depth = 0;
    let start = open + 1;
    const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|[()[\]{},]/g;
    token.lastIndex = open;
    for (let match = token.exec(this.text); match; match = token.exec(this.text)) {
      const [sign] = match;
      depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
      if (depth === 0 || (depth === 1 && sign === ',')) {
        texts.push(this.text.slice(start, match.index).trim());
        start = match.index + 1;
      }
      if (depth === 0) {
        return { texts: texts.filter((each) => each !== ''), end: match.index };
      }
    }
    return { texts, end: this.text.length };
  }
}

/** The file and the line of a position in it. */
export function placeIn(path: string, text: string, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`;
}

/** The value of a string literal; undefined for other code. */
export function literal(code: string | undefined): string | undefined {
  return /^[rfu]?(["'])([^"'\\{}]*)\1$/i.exec(code ?? '')?.[2];
}

/** The argument with this name: `"templates"` of `template_folder="templates"`. */
export function keyword(texts: readonly string[], name: string): string | undefined {
  const found = texts.find((each) => new RegExp(`^${name}\\s*=(?!=)`).test(each));
  return found?.slice(found.indexOf('=') + 1).trim();
}

/** Takes out strings of several lines, most of which are documentation. Every line keeps its number. */
function withoutBlocks(text: string): string {
  return text.replace(/("""|''')[^]*?\1/g, (block) => {
    const breaks = block.split('\n').length - 1;
    return breaks === 0 ? '""' : `${'\n'.repeat(breaks)}        ""`;
  });
}
