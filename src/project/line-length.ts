import { LONGEST_LINE } from '../python/lines';
import type { Files } from './files';

/** Where formatters keep their settings, and the table with them: the first one that says how long a line may be counts. */
const SETTINGS: readonly (readonly [file: string, table: string])[] = [
  ['.ruff.toml', ''],
  ['ruff.toml', ''],
  ['pyproject.toml', 'tool.ruff'],
  ['pyproject.toml', 'tool.black'],
];

/** The columns that the formatter of a project leaves a line: 88 unless it says otherwise. */
export function lineLengthOf(files: Files): number {
  const found = SETTINGS.flatMap(([file, table]) => {
    const tables = (files.text(file) ?? '').split(/^[ \t]*(?=\[)/m);
    const own = tables.find((each) =>
      table === '' ? !each.startsWith('[') : each.startsWith(`[${table}]`),
    );
    return /^[ \t]*line-length[ \t]*=[ \t]*(\d+)/m.exec(own ?? '')?.[1] ?? [];
  });
  return Number(found[0] ?? LONGEST_LINE);
}
