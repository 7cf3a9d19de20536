// Specs: spec/reference.spec.ts
import addFieldSchema from '../add-field/schema.json';
import changeFieldSchema from '../change-field/schema.json';
import makeApiSchema from '../make-api/schema.json';
import makeAuthSchema from '../make-auth/schema.json';
import makeModelSchema from '../make-model/schema.json';
import makeResourceSchema from '../make-resource/schema.json';
import makeViewSchema from '../make-view/schema.json';
import newSchema from '../new/schema.json';
import upgradeSchema from '../upgrade/schema.json';
import removeFieldSchema from '../remove-field/schema.json';
import removeResourceSchema from '../remove-resource/schema.json';
import renameFieldSchema from '../rename-field/schema.json';
import type { CommandText, Schema } from './command-line';
import type { EjectFlags } from './commands/eject';
import type { GrowthOptions } from './commands/grow';
import type { InspectFlags } from './commands/inspect';
import type { MakeViewFlags } from './commands/make-view';
import type { NewFlags, SetUpFlags } from './commands/new';
import type { UndoFlags } from './commands/undo';

const DRY_RUN = { dryRun: flag('Show what would be written, but write nothing') };

const MIGRATING = {
  migrate: flag('Write a migration for all changed models and apply it'),
  ...DRY_RUN,
};

/** The options of a command that writes a migration itself. */
const APPLYING = { migrate: flag('Apply the migration that the command writes'), ...DRY_RUN };

/** The commands, in the order of the help. */
export const COMMANDS: readonly CommandText[] = [
  {
    name: 'new',
    schema: newSchema,
    options: {
      skipCi: flag('Write no workflow for GitHub Actions'),
      force: flag(
        'Write into a folder that is not empty: replaces files of the same names, keeps .env and AGENTS.md, deletes nothing',
      ),
      ...DRY_RUN,
    },
    run: async (invocation, options: NewFlags) =>
      (await import('./commands/new')).runNew(options, invocation),
  },
  growing('make-resource', makeResourceSchema, MIGRATING),
  {
    ...growing('make-view', makeViewSchema, MIGRATING),
    run: async (invocation, options: MakeViewFlags) => {
      await compileParser();
      const { runMakeView } = await import('./commands/make-view');
      await runMakeView(options, invocation);
    },
  },
  growing('make-model', makeModelSchema, MIGRATING),
  growing('add-field', addFieldSchema, MIGRATING),
  growing('rename-field', renameFieldSchema, APPLYING),
  growing('change-field', changeFieldSchema, APPLYING),
  growing('remove-field', removeFieldSchema, APPLYING),
  growing('make-api', makeApiSchema, MIGRATING),
  growing('remove-resource', removeResourceSchema, APPLYING),
  growing('make-auth', makeAuthSchema, {
    registration: {
      ...flag('Leave out sign-up: create users with `flask users create`'),
      'x-flag': 'no-registration',
    },
    ...MIGRATING,
  }),
  growing('upgrade', upgradeSchema, {
    check: flag('Write nothing, and fail if there is anything to do'),
    ...APPLYING,
  }),
  {
    name: 'undo',
    schema: {
      description: 'Take back what a run of scaffold changed',
      properties: {
        number: { description: 'The number of the run in --list; without it, the newest one' },
        list: flag('List the runs, newest first'),
        force: flag('Delete what changed since: files, even if code refers to them, and rows'),
        migrate: flag('Also take back the migration of the run: downgrades the database'),
        ...DRY_RUN,
      },
      'x-command': {
        arguments: { number: '[number]' },
        notes: [
          'Notes:',
          '  Your own changes stay. If they are in the way, nothing is written, and the',
          '  message names the lines.',
          '  The last 20 runs are kept, except those of new, setup and undo.',
        ],
        examples: ['scaffold undo', 'scaffold undo --list', 'scaffold undo 3 --dry-run'],
      },
    },
    run: async (invocation, options: UndoFlags) =>
      (await import('./commands/undo')).runUndo(options, invocation),
  },
  {
    name: 'setup',
    schema: {
      description: 'Install and create what an application still lacks',
      properties: { python: newSchema.properties.python },
      'x-command': { examples: ['scaffold setup'] },
    },
    run: async (invocation, options: SetUpFlags) =>
      (await import('./commands/new')).runSetUp(options, invocation),
  },
  {
    name: 'inspect',
    schema: {
      description: 'Show the layout of an application, and where each part of it was found',
      properties: {
        write: flag('Write the layout to [tool.scaffold] in pyproject.toml, or to scaffold.toml'),
        ...DRY_RUN,
      },
      'x-command': { examples: ['scaffold inspect', 'scaffold inspect --write'] },
    },
    run: async (invocation, options: InspectFlags) =>
      (await import('./commands/inspect')).runInspect(options, invocation),
  },
  {
    name: 'eject',
    schema: {
      description: 'Copy a template into the project, to change what scaffold writes',
      properties: {
        template: { description: 'The name of the template; without it, all are listed' },
        ...DRY_RUN,
      },
      'x-command': {
        arguments: { template: '[template]' },
        notes: [
          'Notes:',
          '  The copy goes to scaffold_templates/, and every later run uses it. Change it as',
          '  you like; docs/templates.md explains what a template may hold.',
          '  Without a name, the command lists all templates.',
        ],
        examples: ['scaffold eject', 'scaffold eject controllers/index.py'],
      },
    },
    run: async (invocation, options: EjectFlags) =>
      (await import('./commands/eject')).runEject(options, invocation),
  },
];

function flag(description: string): Schema['properties'][string] {
  return { type: 'boolean', description };
}

/** The command that runs a schematic in an application. */
function growing(schematic: string, schema: Schema, options: Schema['properties']): CommandText {
  return {
    name: schematic.replace('-', ':'),
    schema,
    options,
    run: async (invocation, given: GrowthOptions) => {
      await compileParser();
      const { grow } = await import('./commands/grow');
      await grow(schematic, given, invocation);
    },
  };
}

/** The parser compiles in another thread while the rest loads. Its error reaches whoever awaits it. */
async function compileParser(): Promise<void> {
  const { loadParser } = await import('../python/parser');
  loadParser().catch(() => undefined);
}
