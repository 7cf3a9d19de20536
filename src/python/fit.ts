import type { Node } from './node';
import type { PythonSource } from './source';

/**
 * Code as the file would have it. It is written with line feeds, four spaces a level and double quotes; it comes back
 * in the style of the file, with every line but those inside of a string indented as well.
 *
 * @param indentation What the lines of the place are indented with.
 */
export function fit(source: PythonSource, code: string, indentation: string): string {
  const { newline, indent } = source.style;
  const isSingle = code.includes('"') && source.style.quote === "'";
  const isOverLines = code.includes('"""');
  const strings = isSingle || isOverLines ? source.treeOf(code).descendants('string') : [];
  const quoted = isSingle ? strings.reduce(withSingleQuotes, code) : code;
  const inside = new Set(strings.flatMap(rowsInside));
  return quoted
    .split('\n')
    .map((line, row) => {
      if (line === '' || inside.has(row)) {
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

/** The same quotes would mean something else around a string that holds quotes, escapes or expressions. */
function withSingleQuotes(code: string, { startIndex, endIndex, text }: Node): string {
  const single = text.replace(/^(\w*)"([^"'\\{}\n]*)"$/, "$1'$2'");
  return code.slice(0, startIndex) + single + code.slice(endIndex);
}

/** The rows that start inside of the node. */
function rowsInside({ row, endRow }: Node): number[] {
  return Array.from({ length: endRow - row }, (_, index) => row + 1 + index);
}
