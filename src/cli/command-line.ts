// Specs: spec/reference.spec.ts
import { Command } from 'commander';
import type { Invocation } from './invocation';
import type { Terminal } from './terminal';

/** What somebody can type, and what it means. */
export type Words = readonly [typed: string, description: string];

/** A command: what it takes, what its help says, and what it does. */
export interface CommandText {
  readonly name: string;
  /** Of the schematic that it runs: most of what the command line needs to know. */
  readonly schema?: Schema;
  /** If it has no schema. */
  readonly description?: string;
  /** The arguments: with a schema, properties of it and how they are typed; without one, how they are typed and what they mean. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Properties of the schema that are no options of the command, or have another name there. */
  readonly without?: readonly string[];
  /** Further options. */
  readonly options: readonly Words[];
  /** Stands behind the options in the help. */
  readonly notes?: string;
  readonly examples: readonly [string, ...string[]];
  /** Loads its code when it runs. Arguments are in their order, flags come last. */
  readonly run: (invocation: Invocation, ...typed: never[]) => Promise<void>;
}

/** The parts of a schematic's `schema.json` that its command is made from. */
export interface Schema {
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
}

interface Property {
  readonly type?: string;
  /** The types of a list: Nx refuses a list if `type` names several types. */
  readonly anyOf?: readonly { readonly type: string }[];
  readonly description: string;
  readonly default?: boolean | string;
  /** The letter of the short flag. */
  readonly alias?: string;
  /** Present for a positional argument. */
  readonly $default?: object;
}

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
export function withExamples(command: Command, lines: CommandText['examples']): Command {
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
export function commandOf(text: CommandText, invocation: Invocation): Command {
  const { name, schema, typed = {}, without = [], options, notes, examples, run } = text;
  const description = schema?.description ?? text.description ?? '';
  const command = baseCommand(name, description, invocation.terminal);
  const properties = schema?.properties ?? {};
  for (const [key, value] of Object.entries(typed)) {
    const property = properties[key];
    command.argument(property ? value : key, property?.description ?? value);
  }
  for (const [key, property] of Object.entries(properties)) {
    if (!property.$default && !(key in typed) && !without.includes(key)) {
      addOption(command, key, property);
    }
  }
  for (const option of options) {
    command.option(...option);
  }
  command.option('--json', 'Print one JSON object for scripts, and nothing else');
  command.option('--verbose', 'Show a stack trace with an error');
  if (notes !== undefined) {
    command.addHelpText('after', notes);
  }
  return withExamples(command, examples).action((...given: unknown[]) => {
    // The last ones are the flags and the command itself. The terminal has seen --json.
    const { json: _, ...flags } = command.opts();
    return run(invocation, ...([...given.slice(0, -2), flags] as never[]));
  });
}

/** `skipGit` becomes `--skip-git`. An option that is on by default also gets `--no-…`. A list may be given several times. */
function addOption(command: Command, name: string, property: Property): void {
  const { type, anyOf, description, default: initial, alias } = property;
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const short = alias === undefined ? '' : `-${alias}, `;
  const typed = `${short}--${flag}${type === 'boolean' ? '' : ` <${name}>`}`;
  if (anyOf === undefined) {
    command.option(typed, description);
  } else {
    command.option(typed, description, (word, before?: string[]) => [...(before ?? []), word]);
  }
  if (initial === true) {
    command.option(`--no-${flag}`, `Turn --${flag} off; without either, scaffold asks`);
  }
}
