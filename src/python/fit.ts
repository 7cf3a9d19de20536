// Specs: spec/python/statement-insertion.spec.ts
import type { Node } from './node';
import type { PythonSource } from './source';

/**
 * Converts code to the style of a file, and indents every line.
 *
 * @param code Code with line feeds, four spaces per level, double quotes, and no multi-line strings.
 * @param indentation The indentation of the place in the file.
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

/** The code with the quotes of the file. */
function quotedAs(source: PythonSource, code: string): string {
  return code.includes('"') && source.style.quote === "'"
    ? source.treeOf(code).descendants('string').reduce(withSingleQuotes, code)
    : code;
}

/** Changing the quotes of a string with quotes, escapes or expressions would change its meaning. */
function withSingleQuotes(code: string, { startIndex, endIndex, text }: Node): string {
  const single = text.replace(/^(\w*)"([^"'\\{}\n]*)"$/, "$1'$2'");
  return code.slice(0, startIndex) + single + code.slice(endIndex);
}
