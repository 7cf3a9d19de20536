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
  alias?: string;
  /** Where a positional argument stands. */
  $default?: object;
}

/** Adds the options of a schematic to a command: `skipGit` becomes `--skip-git`, and what is on by default also `--no-…`. */
export function addSchemaOptions(command: Command, { properties }: Schema): Command {
  for (const [name, { type, description, default: initial, alias, $default }] of Object.entries(
    properties,
  )) {
    if ($default) {
      continue;
    }
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const short = alias === undefined ? '' : `-${alias}, `;
    command.option(`${short}--${flag}${type === 'string' ? ` <${name}>` : ''}`, description);
    if (initial === true) {
      command.option(`--no-${flag}`, `Not: ${description}`);
    }
  }
  return command;
}
