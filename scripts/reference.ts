import { join } from 'node:path';
import type { Command } from 'commander';
import { format, resolveConfig } from 'prettier';
import { createProgram } from '../src/cli/program';
import type { Schema } from '../src/cli/schema-options';
import { Terminal } from '../src/cli/terminal';
import makeViewSchema from '../src/make-view/schema.json';
import newSchema from '../src/new/schema.json';

/** Where the reference is kept. `npm run spec:update` writes it. */
export const REFERENCE = join(__dirname, '../docs/reference.md');

/** Every command and schematic with all of its options, as Markdown. */
export async function reference(): Promise<string> {
  const { commands } = createProgram([], new Terminal(), new AbortController().signal);
  const text = [
    '# Reference',
    'Made from the command line and the schemas. `npm run spec:update` renews this page.',
    '## Commands',
    ...commands.map(commandSection),
    '## Schematics',
    'For `schematics`, Nx and other collections: see [composing](composing.md).',
    schematicSection('new', newSchema),
    schematicSection('make-view', makeViewSchema),
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(REFERENCE)), parser: 'markdown' });
}

function commandSection(command: Command): string {
  const help = command.createHelp();
  return [
    `### \`scaffold ${command.name()}\``,
    `${command.description()}.`,
    `\`${help.commandUsage(command)}\``,
    table(
      help.visibleArguments(command).map((argument) => [argument.name(), argument.description]),
      help.visibleOptions(command).map((option) => [option.flags, option.description]),
    ),
  ].join('\n\n');
}

function schematicSection(name: string, { description, properties }: Schema): string {
  const options = Object.entries(properties).map(([option, property]) => {
    const initial = property.default === undefined ? '' : `; \`${property.default}\` by default`;
    return [option, `${property.description} (${property.type}${initial})`] as const;
  });
  return [`### \`scaffold-flask:${name}\``, `${description}.`, table(options)].join('\n\n');
}

function table(...parts: (readonly (readonly [name: string, description: string])[])[]): string {
  const rows = parts
    .flat()
    .map(([name, description]) => `| \`${name}\` | ${escaped(description)} |`);
  return ['| | |', '| --- | --- |', ...rows].join('\n');
}

/** What Markdown would take for a tag or a column. */
function escaped(text: string): string {
  return text.replaceAll('<', '\\<').replaceAll('|', '\\|');
}
