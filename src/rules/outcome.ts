// Specs: spec/make-view/index.spec.ts
import { enumeration, listed } from '../naming/spelling';
import type { JsonObject, logging } from '@angular-devkit/core';
import type { Edit } from '../edit';
import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import { adviceFor } from '../project/environment';
import type { Files } from '../project/files';
import type { Project } from '../project/project';

/** The result of a rule for a view: edits, and notes for the user. */
export interface Outcome {
  readonly edits: readonly Edit[];
  readonly notes: readonly Note[];
}

/** A message for the user. */
export interface Note {
  readonly level: 'info' | 'warn';
  readonly message: string;
  /** The file that the message is about, and its line, if it names one: `app/routes/posts.py:12`. */
  readonly place?: string | undefined;
  /** Tables that need a migration, as phrases: `shopping lists`. */
  readonly newTables?: readonly string[];
  /** Columns that need a migration: `posts.price`. */
  readonly newColumns?: readonly string[];
  /** The tables that a migration is about, if it is to leave what else differs. */
  readonly ofTables?: readonly string[];
  /** The file of a model that already exists. */
  readonly existingModel?: string;
  /** What a host may do itself, which makes the message unnecessary. */
  readonly doneBy?: 'install' | 'migration';
  /** The URL of a view, which the message names. */
  readonly route?: Route;
  /** The migration that the run writes: its file. */
  readonly migration?: string;
  /** Whether the run leaves this to its user, and so fails, whatever it writes. */
  readonly isLeft?: true;
  /** Whether the application does not run until that is done. */
  readonly isBroken?: boolean;
  /** Whether the indented lines of the message are commands to run now. */
  readonly hasCommands?: true;
}

/** What a view answers. */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly endpoint: string;
}

/** The data of a note in an entry of the log. */
export function noteOf(entry: logging.LogEntry): Omit<Note, 'level' | 'message'> {
  return entry as Omit<Note, 'level' | 'message'>;
}

export const NOTHING: Outcome = { edits: [], notes: [] };

/** An outcome with edits and warnings. */
export function edited(edits: readonly Edit[], ...warnings: readonly (Note | string)[]): Outcome {
  return {
    edits,
    notes: warnings.map((each) => (typeof each === 'string' ? warning(each) : each)),
  };
}

/** An outcome without edits. */
export function noted(...notes: readonly Note[]): Outcome {
  return { edits: [], notes };
}

/** A note that needs the user's attention. */
export function warning(message: string, place?: string): Note {
  return { level: 'warn', message, ...(place !== undefined && { place }) };
}

/** A note for information. */
export function info(message: string, place?: string): Note {
  return { level: 'info', message, ...(place !== undefined && { place }) };
}

/** A warning, if there is anything to say. */
export function warningIf(message: string | false | undefined, place?: string): Note[] {
  return message ? [warning(message, place)] : [];
}

/** A note for information, if there is anything to say. */
export function infoIf(message: string | false | undefined, place?: string): Note[] {
  return message ? [info(message, place)] : [];
}

/** A note with commands to run now, which are its indented lines. */
export function nextStep(message: string, place?: string): Note {
  return { ...info(message, place), hasCommands: true };
}

/** A note of the URL of a view: `GET /posts  →  posts.index`. */
export function routeNote(route: Route): Note {
  return { ...info(`${route.method} ${route.path}  →  ${route.endpoint}`), route };
}

/**
 * Logs notes for a person. Their other properties become data of the log entry.
 *
 * @param project Whose environment the commands in the notes need, if there are any.
 */
export function tell(notes: readonly Note[], project?: Pick<Files, 'has'>): Rule {
  return (_tree, { logger }) => {
    notes.forEach(({ level, message, ...rest }) => {
      const advice = project ? adviceFor(project, message) : message;
      logger.log(level, advice, rest as JsonObject);
    });
  };
}

/** The outcome of several rules. */
export function allOf(outcomes: readonly Outcome[]): Outcome {
  return {
    edits: outcomes.flatMap(({ edits }) => edits),
    notes: outcomes.flatMap(({ notes }) => notes),
  };
}

/** What a change of a request does to parts that exist. */
export interface PartsChange extends Outcome {
  /** Where a person changed what it changes. */
  readonly conflicts: readonly Conflict[];
}

/** A place where a person changed what a run changes. */
export interface Conflict {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** The function, class or method that the line is in, if only that was to change. */
  readonly member?: string;
  /** What the run would add. */
  readonly added: string;
  /** The whole file with marks around both versions. */
  readonly marked?: string;
}

export const NO_CHANGE: PartsChange = { ...NOTHING, conflicts: [] };

/** Several changes as one. */
export function allChanges(changes: readonly PartsChange[]): PartsChange {
  return { ...allOf(changes), conflicts: changes.flatMap(({ conflicts }) => conflicts) };
}

/** `app/forms/post_form.py:12: title = StringField()` */
export function placeOf(project: Project, { line, path }: Conflict): string {
  const text = project.text(path).split('\n')[line - 1]?.trim() ?? '';
  return text === '' ? `${path}:${line}` : `${path}:${line}: ${text}`;
}

/**
 * Refuses a change that would break lines of code.
 *
 * @param phrase The change: `Renaming title`.
 * @param force Whether to leave the lines to a person, as the notes say.
 * @throws SchematicsException if there are such lines, unless they are left.
 */
export function refuseBroken(phrase: string, lines: readonly string[], force: boolean): Note[] {
  if (lines.length > 0 && !force) {
    throw new SchematicsException(
      `${phrase} would break these lines, so nothing was written:\n${listed(lines)}\n` +
        'Change them first, or add --force to write the rest.',
    );
  }
  return warningIf(lines.length > 0 && `These lines are left to you:\n${listed(lines)}`);
}

/**
 * A change, with a note of what a person has to add to each file where it did not fit.
 *
 * @param remedy What to do if the lines are too many.
 */
export function withLeft(change: PartsChange, what: string, remedy?: string): PartsChange {
  const { conflicts, notes } = change;
  const left = [...new Set(conflicts.map(({ path }) => path))].map((path) => {
    const own = conflicts.filter((each) => each.path === path);
    const places = [...new Set(own.map(({ line }) => `${path}:${line}`))];
    const all = enumeration(places);
    const lines = [...new Set(own.map(({ added }) => added.trimEnd()))].join('\n');
    return lines === ''
      ? info(`${all} stays as it is, because it was changed there.`, places[0])
      : warning(
          `${all} was changed where ${what} would go, so that stays. ${remedy ?? `Add by hand:\n${lines}`}`,
          places[0],
        );
  });
  return { ...change, notes: [...notes, ...left] };
}
