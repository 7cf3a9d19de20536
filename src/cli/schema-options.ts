import type { Command } from 'commander';

/** The parts of a schematic's schema.json that a command line is made of. */
export interface Schema {
  description: string;
  properties: Readonly<Record<string, Property>>;
}

interface Property {
  type: string;
  description: string;
  default?: boolean;
  /** Where a positional argument stands. */
  $default?: object;
}

/** Adds the options of a schematic to a command: `skipGit` becomes `--skip-git`, and what is on by default also `--no-…`. */
export function addSchemaOptions(command: Command, { properties }: Schema): Command {
  const options = Object.entries(properties).filter(([, { $default }]) => !$default);
  for (const [name, { type, description, default: initial }] of options) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(`--${flag}${type === 'string' ? ` <${name}>` : ''}`, description);
    if (initial) {
      command.option(`--no-${flag}`, `The opposite of --${flag}, which is the default`);
    }
  }
  return command;
}
