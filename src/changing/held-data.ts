import { SchematicsException } from '@angular-devkit/schematics';
import { enumeration } from '../naming/spelling';

/** Asks the database which of some tables have rows, and which columns hold more than their default: `posts`, `posts.title`. */
export type FindData = (places: readonly string[]) => Promise<HeldData>;

/** What a database holds, or why it cannot be asked. */
export type HeldData =
  { readonly database: string; readonly data: readonly string[] } | { readonly reason: string };

/** What a removal may do to data. */
export interface DataWish {
  readonly deleteData?: boolean | undefined;
  /** Only hosts that run on the machine of the application can ask. */
  readonly findData?: FindData | undefined;
}

const AFTERWARDS = '`scaffold undo` brings back files and schema, not values.';

/**
 * Refuses to delete data that nobody wants deleted.
 *
 * @param places Tables and columns that go: `posts`, `posts.title`.
 * @throws SchematicsException if one holds data, or if that is unknown.
 */
export async function refuseLoss(
  places: readonly string[],
  { deleteData = false, findData }: DataWish,
): Promise<void> {
  if (deleteData) {
    return;
  }
  const held = (await findData?.(places)) ?? { reason: 'only the scaffold command can ask it.' };
  const all = enumeration(places);
  if ('reason' in held) {
    throw new SchematicsException(
      `The database cannot be asked whether ${all} ${places.length === 1 ? 'holds' : 'hold'} data: ${held.reason}\n` +
        `Add --delete-data if that may go. ${AFTERWARDS}`,
    );
  }
  if (held.data.length > 0) {
    throw new SchematicsException(
      `${held.database} has data in ${enumeration(held.data)}. Add --delete-data to delete it. ${AFTERWARDS}`,
    );
  }
}
