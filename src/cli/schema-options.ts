import type { Command } from 'commander';

/** The parts of a schematic's schema.json that a command line is made of. */
export interface Schema {
  description: string;
  properties: Readonly<Record<string, Property>>;
}

interface Property {
  type: string;
  description: string;
  default?: boolean | string;
  /** The letter of its short flag. */
  alias?: string;
  /** Where a positional argument stands. */
  $default?: object;
}

/**
 * Adds the options of a schematic to a command: `skipGit` becomes `--skip-git`, and what is on by default also `--no-…`.
 *
 * @param without Names of options that the command has not, or has under another name.
 */
export function addSchemaOptions(
  command: Command,
  { properties }: Schema,
  without: readonly string[] = [],
): Command {
  const options = Object.entries(properties).filter(
    ([name, { $default }]) => !$default && !without.includes(name),
  );
  for (const [name, { type, description, default: initial, alias }] of options) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const short = alias === undefined ? '' : `-${alias}, `;
    command.option(`${short}--${flag}${type === 'string' ? ` <${name}>` : ''}`, description);
    if (initial === true) {
      command.option(
        `--no-${flag}`,
        `The opposite of --${flag}; without either you are asked, or it is --${flag}`,
      );
    }
  }
  return command;
}
