import { SchematicsException } from '@angular-devkit/schematics';
import { info, type Note } from './outcome';

/** Rows of a table that would not fit once a column is changed. */
export interface RowCheck {
  readonly table: string;
  readonly column: string;
  /** SQL that holds for these rows. */
  readonly where: string;
  /** What they have: `more than 80 characters in title`. */
  readonly phrase: string;
  /** What to do about them. */
  readonly advice: string;
}

/** How many rows a check finds, and the value of one of them. */
export interface FoundRows {
  readonly count: number;
  readonly example: string | null;
}

export type FindRows = (
  checks: readonly Pick<RowCheck, 'column' | 'table' | 'where'>[],
) => Promise<{ readonly database: string; readonly rows: readonly FoundRows[] } | Unasked>;

/** How a host asks the database. */
export interface RowWish {
  /** Only hosts that run on the machine of the application can ask. */
  readonly findRows?: FindRows | undefined;
}

/** Why a database cannot be asked. */
interface Unasked {
  readonly reason: string;
}

/**
 * Looks for rows that a change leaves no place for.
 *
 * @returns what a person has to know if the database cannot be asked.
 * @throws SchematicsException if there are any.
 */
export async function refuseUnfit(
  checks: readonly RowCheck[],
  findRows: FindRows | undefined,
): Promise<Note[]> {
  if (checks.length === 0) {
    return [];
  }
  const found = (await findRows?.(checks)) ?? { reason: 'only the scaffold command can ask it.' };
  if ('reason' in found) {
    const phrases = checks.map(({ phrase, table }) => `${table} with ${phrase}`);
    return [
      info(
        `The database cannot be asked for rows that do not fit: ${found.reason}\n` +
          `The migration fails if there are any: ${phrases.join('; ')}.`,
      ),
    ];
  }
  const unfit = checks.flatMap((check, index) => {
    const { count = 0, example = null } = found.rows[index] ?? {};
    return count === 0 ? [] : [lineFor(found.database, check, { count, example })];
  });
  if (unfit.length > 0) {
    throw new SchematicsException(`${unfit.join('\n')}\nNothing was written.`);
  }
  return [];
}

function lineFor(
  database: string,
  { advice, phrase, table }: RowCheck,
  { count, example }: FoundRows,
): string {
  const rows = count === 1 ? 'a row' : `${count} rows`;
  const such = example === null ? '' : `, such as ${example}`;
  return `${database} has ${rows} of ${table} with ${phrase}${such}. ${advice}`;
}
