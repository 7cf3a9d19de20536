import { format, resolveConfig } from 'prettier';

/** A table without headings: names as code, and what they are. */
export function definitionTable(
  rows: readonly (readonly [name: string, description: string])[],
): string {
  return table(
    ['', ''],
    rows.map(([name, description]) => [`\`${name}\``, description]),
  );
}

/** A table. A `|` in its cells stays one. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A page as Prettier formats it in this repository. */
export async function formatted(path: string, parts: readonly string[]): Promise<string> {
  return format(parts.join('\n\n'), { ...(await resolveConfig(path)), parser: 'markdown' });
}
