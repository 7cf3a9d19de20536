// Specs: spec/reference.spec.ts
import { Command, Option } from 'commander';
import type { Invocation } from './invocation';
import type { Terminal } from './terminal';

/** A command: what it takes, what its help says, and what it does. */
export interface CommandText {
  readonly name: string;
  /** Of the schematic that it runs: most of what the command line needs to know. */
  readonly schema: Schema;
  /** Further options, or other words for those of the schema. */
  readonly options?: Schema['properties'];
  /** Loads its code when it runs. The options have the names of their properties. */
  readonly run: (invocation: Invocation, options: never) => Promise<void>;
}

/** The parts of a schematic's `schema.json` that its command is made from. */
export interface Schema {
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly 'x-command'?: CommandHelp;
}

/** What a schema says of its command alone. */
interface CommandHelp {
  /** The properties that are arguments, in their order, and how they are typed. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** The properties that are no options of the command. */
  readonly without?: readonly string[];
  /** Lines behind the options in the help. */
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
}

interface Property {
  readonly type?: string;
  /** The types of a list: Nx refuses a list if `type` names several types. */
  readonly anyOf?: readonly { readonly type: string }[];
  readonly description: string;
  readonly default?: boolean | string;
  /** The letter of the short flag. */
  readonly alias?: string;
  /** What the command calls it: `force`. */
  readonly 'x-flag'?: string;
  /** Present for a positional argument. */
  readonly $default?: object;
}

/** Its flag and its help. `main` sees it before any command does. */
export const JSON_OPTION = [
  '--json',
  'Print one JSON object for scripts, and nothing else',
] as const;

/** The width of help without a terminal, in characters. */
const WIDTH = 80;

/** A command that throws instead of ending the process: `main` turns errors into exit codes. */
export function baseCommand(name: string, description: string, terminal: Terminal): Command {
  return new Command(name)
    .description(description)
    .configureOutput({
      writeOut: terminal.help.bind(terminal),
      writeErr: terminal.usage.bind(terminal),
      getOutHelpWidth: () => terminal.output.columns ?? WIDTH,
      getErrHelpWidth: () => terminal.errors.columns ?? WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .helpOption('-h, --help', 'Show this help')
    .exitOverride();
}

/** Adds examples to the help, and the first one to the error of a missing argument. */
export function withExamples(command: Command, lines: CommandHelp['examples']): Command {
  return command
    .addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`)
    .configureOutput({
      outputError: (text, write) => {
        const isMissing = text.startsWith('error: missing required argument');
        write(isMissing ? `${text.trimEnd()}. For example: ${lines[0]}\n` : text);
      },
    });
}

/** A command as Commander takes it. */
export function commandOf(
  { name, options, run, schema }: CommandText,
  invocation: Invocation,
): Command {
  const { arguments: typed = {}, examples = [], notes, without = [] } = schema['x-command'] ?? {};
  const properties = { ...schema.properties, ...options };
  const command = baseCommand(name, schema.description, invocation.terminal);
  for (const [key, words] of Object.entries(typed)) {
    command.argument(words, properties[key]?.description);
  }
  const keys = new Map<string, string>();
  for (const [key, property] of Object.entries(properties)) {
    if (!property.$default && !(key in typed) && !without.includes(key)) {
      keys.set(addOption(command, key, property), key);
    }
  }
  command.option(...JSON_OPTION);
  command.option('--verbose', 'Show a stack trace with an error');
  if (notes !== undefined) {
    command.addHelpText('after', ['', ...notes].join('\n'));
  }
  return withExamples(command, examples).action((...given: unknown[]) => {
    // The terminal has seen --json, and `main` sees --verbose.
    const { json: _json, verbose: _verbose, ...flags } = command.opts<Record<string, unknown>>();
    const values = [
      ...Object.keys(typed).map((key, index) => [key, given[index]]),
      ...Object.entries(flags).map(([flag, value]) => [keys.get(flag), value]),
    ];
    return run(invocation, Object.fromEntries(values) as never);
  });
}

/**
 * Adds an option: `skipGit` becomes `--skip-git`. One that is on by default also gets `--no-…`. A list may be given several
 * times.
 *
 * @returns What Commander calls it.
 */
function addOption(command: Command, name: string, property: Property): string {
  const { type, anyOf, description, default: initial, alias, 'x-flag': given } = property;
  const flag = given ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const short = alias === undefined ? '' : `-${alias}, `;
  const option = new Option(
    `${short}--${flag}${type === 'boolean' ? '' : ` <${name}>`}`,
    description,
  );
  if (anyOf !== undefined) {
    option.argParser((word, before?: string[]) => [...(before ?? []), word]);
  }
  command.addOption(option);
  if (initial === true && given === undefined) {
    command.option(`--no-${flag}`, `Turn --${flag} off; without either, scaffold asks`);
  }
  return option.attributeName();
}
