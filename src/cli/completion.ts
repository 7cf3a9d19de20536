import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command, Option } from 'commander';
import { UsageError } from '../errors';
import { FIELD_TYPES, MODIFIERS } from '../fields/words';
import { ACTION_NAMES } from '../naming/actions';
import { PART_NAMES } from '../naming/auth-parts';
import { GUARDS } from '../naming/guards';
import { capitalize, pascalCase, quoted, wordMeant } from '../naming/spelling';
import { SCRIPTS, type Shell, SHELLS } from './completion-scripts';
import { applicationRoot } from './project-root';

/** What a word may become. Without a description, it explains itself. */
interface Suggestion {
  readonly value: string;
  readonly description?: string;
}

/** What completion knows of a project: names of its files. */
interface KnownNames {
  /** As a command takes them: `posts`, `admin.users`. */
  readonly resources: readonly string[];
  /** `Post`. */
  readonly models: readonly string[];
}

/** Where applications that `new` made, and many others, keep their models. */
const MODELS = 'app/models';

/** What stands for an argument, by its name in the help. An argument of another name gets no suggestions. */
export const ARGUMENTS: Readonly<
  Record<string, (names: KnownNames, word: string) => readonly Suggestion[]>
> = {
  resource: ({ resources }) => valuesOf(resources),
  name: ({ resources }) => valuesOf(['app', 'auth', ...resources]),
  view_name: ({ resources }) =>
    valuesOf(resources.flatMap((name) => ACTION_NAMES.map((action) => `${name}.${action}`))),
  model: ({ models }) => valuesOf(models),
  field: ({ resources }, word) => fieldsFrom(word, resources),
  shell: () => valuesOf(SHELLS),
};

/** What stands for the value of an option. An option of another name gets no suggestions. */
export const OPTIONS: Readonly<Record<string, (names: KnownNames) => readonly string[]>> = {
  guard: () => [...Object.keys(GUARDS), 'none'],
  model: ({ models }) => models,
  only: () => ACTION_NAMES,
  without: () => PART_NAMES,
};

/**
 * The script of a shell; with words, a line for each suggestion for the last one.
 *
 * @throws UsageError for another shell.
 */
export function answer(
  shell: string,
  words: readonly string[],
  commands: readonly Command[],
): string {
  if (!isShell(shell)) {
    const advice = capitalize(wordMeant(shell, SHELLS));
    throw new UsageError(`scaffold does not complete words in ${quoted(shell)}. ${advice}`);
  }
  if (words.length === 0) {
    return SCRIPTS[shell];
  }
  return suggestions(commands, words, () => namesIn(applicationRoot(process.cwd())))
    .map(({ description, value }) =>
      description === undefined ? `${value}\n` : `${value}\t${description}\n`,
    )
    .join('');
}

function isShell(word: string): word is Shell {
  return (SHELLS as readonly string[]).includes(word);
}

/**
 * What the last word may become.
 *
 * @param words What was typed after `scaffold`; the last one is not complete, and may be empty.
 * @param names Reads the project, if a suggestion needs it.
 */
export function suggestions(
  commands: readonly Command[],
  words: readonly string[],
  names: () => KnownNames,
): readonly Suggestion[] {
  const [word = '', ...before] = [...words].reverse();
  const typed = before.reverse();
  const command = commands.find((each) => typed.includes(each.name()));
  return (command ? suggestionsOf(command, typed, word, names) : described(commands)).filter(
    ({ value }) => value.startsWith(word),
  );
}

function suggestionsOf(
  command: Command,
  typed: readonly string[],
  word: string,
  names: () => KnownNames,
): readonly Suggestion[] {
  const [, flag] = /^(--[\w-]+)=/.exec(word) ?? [];
  const last = typed.at(-1) ?? '';
  const option = optionCalled(command, flag ?? last);
  if (option?.required) {
    const values = OPTIONS[option.attributeName()]?.(names()) ?? [];
    return valuesOf(flag === undefined ? values : values.map((value) => `${flag}=${value}`));
  }
  if (word.startsWith('-')) {
    return command.options
      .filter(({ long }) => long !== undefined && !typed.includes(long))
      .map(({ description, long = '' }) => ({ value: long, description }));
  }
  const { registeredArguments } = command;
  const place = positionalsOf(command, typed).length;
  const argument = registeredArguments[place] ?? registeredArguments.at(-1);
  return argument && (argument.variadic || place < registeredArguments.length)
    ? (ARGUMENTS[argument.name().replace(/:.*/, '')]?.(names(), word) ?? [])
    : [];
}

/** The words after a command that are neither options nor their values. */
function positionalsOf(command: Command, typed: readonly string[]): readonly string[] {
  return typed
    .slice(typed.indexOf(command.name()) + 1)
    .filter(
      (word, index, words) =>
        !word.startsWith('-') && !optionCalled(command, words[index - 1] ?? '')?.required,
    );
}

function optionCalled({ options }: Command, word: string): Option | undefined {
  return options.find(({ long, short }) => word === long || word === short);
}

/** `title:` may become `title:string`, and `title:string:` `title:string:unique`. */
function fieldsFrom(word: string, resources: readonly string[]): readonly Suggestion[] {
  const [, name = '', rest] = /^(\w+:)(\w+:)?/.exec(word) ?? [];
  if (name === '') {
    return [];
  }
  if (rest === undefined) {
    return FIELD_TYPES.map(({ input, word: type }) => ({
      value: `${name}${type}`,
      description: input,
    }));
  }
  const start = word.replace(/[^:]*$/, '');
  const modifiers = Object.entries(MODIFIERS).map(([modifier, { about }]) => ({
    value: `${start}${modifier}`,
    description: about,
  }));
  const isReference = start === `${name}references:`;
  return isReference ? valuesOf(resources.map((resource) => `${start}${resource}`)) : modifiers;
}

function described(commands: readonly Command[]): Suggestion[] {
  return commands.map((command) => ({ value: command.name(), description: command.description() }));
}

function valuesOf(words: readonly string[]): Suggestion[] {
  return words.map((value) => ({ value }));
}

/**
 * The names of resources and models, from names of files alone: nothing is read.
 *
 * @param root The folder of the application.
 */
export function namesIn(root: string): KnownNames {
  const filesIn = (folder: string): string[] =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return {
    resources: filesIn('.scaffold/resources')
      .filter((file) => /^\w[\w.]*\.json$/.test(file)) // bash would run what git brought along
      .map((file) => basename(file, '.json')),
    models: filesIn(MODELS)
      .filter((file) => /^[a-z]\w*\.py$/.test(file))
      .map((file) => pascalCase(basename(file, '.py'))),
  };
}
