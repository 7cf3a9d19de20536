// Specs: spec/make-view/index.spec.ts
import type { logging } from '@angular-devkit/core';
import type { Edit } from '../edit';
import type { View } from '../view/view';

/** What a rule makes of a view: the changes to files, and what a person should know. */
export interface Outcome {
  readonly edits: readonly Edit[];
  readonly notes: readonly Note[];
}

/** Something to tell a person. */
export interface Note {
  readonly level: 'info' | 'warn';
  readonly message: string;
  /** Tables that need a migration, as a person calls them: `shopping lists`. */
  readonly newTables?: readonly string[];
  /** The file of a model that already exists. */
  readonly existingModel?: string;
}

/** What an entry of the log carries of a note, beside its message. */
export function noteOf(entry: logging.LogEntry): Pick<Note, 'existingModel' | 'newTables'> {
  return entry as Pick<Note, 'existingModel' | 'newTables'>;
}

/**
 * A part of what makes a view. It asks nothing but the view, and changes nothing.
 *
 * @throws SchematicsException or SourceError if the project does not allow it.
 */
export type ViewRule = (view: View) => Outcome;

/** Nothing to do, and nothing to say. */
export const NOTHING: Outcome = { edits: [], notes: [] };

/** An outcome of edits, and of warnings if there are any. */
export function edited(edits: readonly Edit[], ...warnings: readonly string[]): Outcome {
  return { edits, notes: warnings.map(warning) };
}

/** Something that a person should look at. */
export function warning(message: string): Note {
  return { level: 'warn', message };
}

/** Something that a person may want to know. */
export function info(message: string): Note {
  return { level: 'info', message };
}
