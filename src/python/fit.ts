// Specs: spec/python/statement-insertion.spec.ts
import type { Node } from './node';
import type { PythonSource } from './source';

/**
 * Code as the file would have it. It is written with line feeds, four spaces a level and double quotes, and without
 * strings of several lines; it comes back in the style of the file, with every line indented as well.
 *
 * @param indentation What the lines of the place are indented with.
 */
export function fit(source: PythonSource, code: string, indentation: string): string {
  const { newline, indent } = source.style;
  return quotedAs(source, code)
    .split('\n')
    .map((line) => {
      if (line === '') {
        return line;
      }
      const [blanks = ''] = /^ */.exec(line) ?? [];
      return (
        indentation +
        indent.repeat(blanks.length / 4) +
        ' '.repeat(blanks.length % 4) +
        line.trimStart()
      );
    })
    .join(newline);
}

/** With the quotes of the file. */
function quotedAs(source: PythonSource, code: string): string {
  return code.includes('"') && source.style.quote === "'"
    ? source.treeOf(code).descendants('string').reduce(withSingleQuotes, code)
    : code;
}

/** The same quotes would mean something else around a string that holds quotes, escapes or expressions. */
function withSingleQuotes(code: string, { startIndex, endIndex, text }: Node): string {
  const single = text.replace(/^(\w*)"([^"'\\{}\n]*)"$/, "$1'$2'");
  return code.slice(0, startIndex) + single + code.slice(endIndex);
}
