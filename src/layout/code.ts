// Specs: spec/layout/code.spec.ts

/**
 * The code of a Python file, as text: without comments, and without strings of several lines, most of which are
 * documentation. An application has hundreds of files, and few questions are asked of each, so they are searched for
 * patterns; parsing all of them takes ten times as long.
 */
export class Code {
  readonly text: string;

  /** @param path From the root of the project. */
  constructor(
    readonly path: string,
    text: string,
  ) {
    this.text = text.replace(TOKEN, shortened);
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

/** Comments and strings, each as a whole: a comment may have quotes, and a string may have `#`. */
const TOKEN =
  /#[^\n]*|("""|''')(?:\\[^]|(?!\1)[^])*(?:\1|$)|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g;

/** Nothing of a comment, and `""` for a string of several lines. Every line keeps its number. */
function shortened(token: string): string {
  if (token.startsWith('#')) {
    return '';
  }
  const breaks = token.split('\n').length - 1;
  const isLong = /^("""|''')/.test(token);
  return !isLong ? token : breaks === 0 ? '""' : `${'\n'.repeat(breaks)}        ""`;
}
