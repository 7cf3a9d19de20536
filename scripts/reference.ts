import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Schema } from '../src/cli/command-line';
import { schematics } from '../src/collection.json';
import { commands } from './commands';
import { definitionTable, formatted } from './markdown';

/** Where the reference is kept. `npm run spec:update` writes it. */
export const REFERENCE = join(__dirname, '../docs/reference.md');

/** Every command and schematic with all of its options, as Markdown. */
export async function reference(): Promise<string> {
  return formatted(REFERENCE, [
    '# Reference',
    'Made from the command line and the schemas. `npm run spec:update` renews this page.',
    '## Commands',
    ...commands().map(commandSection),
    '## Schematics',
    'For `schematics`, Nx and other collections: see [composing](composing.md).',
    ...Object.entries(schematics)
      .filter(([, schematic]) => !('private' in schematic))
      .map(([name, { schema }]) => schematicSection(name, schemaIn(schema))),
  ]);
}

function commandSection(command: Command): string {
  const help = command.createHelp();
  return [
    `### \`scaffold ${command.name()}\``,
    `${command.description()}.`,
    `\`${help.commandUsage(command)}\``,
    definitionTable([
      ...help
        .visibleArguments(command)
        .map((each) => [each.name(), escaped(each.description)] as const),
      ...help
        .visibleOptions(command)
        .map((each) => [each.flags, escaped(each.description)] as const),
    ]),
  ].join('\n\n');
}

/** @param path From the collection: `./new/schema.json`. */
function schemaIn(path: string): Schema {
  return JSON.parse(readFileSync(join(__dirname, '../src', path), 'utf8')) as Schema;
}

function schematicSection(name: string, { description, properties }: Schema): string {
  const options = Object.entries(properties).map(([option, property]) => {
    const initial = property.default === undefined ? '' : `; \`${property.default}\` by default`;
    const types = property.type ?? property.anyOf?.map(({ type }) => type).join(' or ');
    return [option, escaped(`${property.description} (${types}${initial})`)] as const;
  });
  return [`### \`scaffold-flask:${name}\``, `${description}.`, definitionTable(options)].join(
    '\n\n',
  );
}

/** What Markdown would take for a tag stays text. */
function escaped(text: string): string {
  return text.replaceAll('<', '\\<');
}
