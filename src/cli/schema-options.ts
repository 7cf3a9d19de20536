// Specs: spec/reference.spec.ts
import type { Command } from 'commander';

/** The parts of a schematic's `schema.json` that its command is made from. */
export interface Schema {
  description: string;
  properties: Readonly<Record<string, Property>>;
}

interface Property {
  type?: string;
  /** The types of a list: Nx refuses a list if `type` names several types. */
  anyOf?: readonly { readonly type: string }[];
  description: string;
  default?: boolean | string;
  /** The letter of the short flag. */
  alias?: string;
  /** Present for a positional argument. */
  $default?: object;
}

/**
 * Adds the options of a schematic to a command: `skipGit` becomes `--skip-git`. An option that is on by default also gets
 * `--no-…`.
 *
 * @param without Options that the command does not have, or has under another name.
 */
export function addSchemaOptions<C extends Command>(
  command: C,
  { properties }: Schema,
  without: readonly string[] = [],
): C {
  const options = Object.entries(properties).filter(
    ([name, { $default }]) => !$default && !without.includes(name),
  );
  for (const [name, { type, description, default: initial, alias }] of options) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const short = alias === undefined ? '' : `-${alias}, `;
    command.option(`${short}--${flag}${type === 'boolean' ? '' : ` <${name}>`}`, description);
    if (initial === true) {
      command.option(`--no-${flag}`, `Turn --${flag} off; without either, scaffold asks`);
    }
  }
  return command;
}
