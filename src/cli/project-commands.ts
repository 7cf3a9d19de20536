// Specs: spec/reference.spec.ts
import type { Command } from 'commander';
import newSchema from '../new/schema.json';
import { baseCommand, DRY_RUN, VERBOSE } from './base-command';
import type { EjectFlags } from './commands/eject';
import type { InspectFlags } from './commands/inspect';
import type { NewFlags } from './commands/new';
import type { SetUpFlags } from './commands/setup';
import type { UndoFlags } from './commands/undo';
import type { Invocation } from './invocation';
import { addSchemaOptions } from './schema-options';

const ABOUT_UNDO = `
Notes:
  Your own changes stay. If they are in the way, nothing is written, and the
  message names the lines.
  The last 20 runs are kept, except those of new, setup and undo.`;

const ABOUT_EJECT = `
Notes:
  The copy goes to scaffold_templates/, and every later run uses it. Change it as
  you like; docs/templates.md explains what a template may hold.
  Without a name, the command lists all templates.`;

/** `scaffold new` */
export function newCommand(invocation: Invocation): Command {
  const { description, properties } = newSchema;
  return addSchemaOptions(baseCommand('new', description, invocation.terminal), newSchema)
    .argument('<project_name>', properties.name.description)
    .option(
      '--force',
      'Write into a folder that is not empty: replaces files of the same names, keeps .env, deletes nothing',
    )
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .examples('scaffold new blog', 'scaffold new site --no-db')
    .action(async (name: string, flags: NewFlags) => {
      const { runNew } = await import('./commands/new');
      await runNew(name, flags, invocation);
    });
}

/** `scaffold undo` */
export function undoCommand(invocation: Invocation): Command {
  return baseCommand('undo', 'Take back what a run of scaffold changed', invocation.terminal)
    .argument('[number]', 'The number of the run in --list; without it, the newest one')
    .option('--list', 'List the runs, newest first')
    .option('--force', 'Delete what changed since: files, even if code refers to them, and rows')
    .option('--migrate', 'Also take back the migration of the run: downgrades the database')
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText('after', ABOUT_UNDO)
    .examples('scaffold undo', 'scaffold undo --list', 'scaffold undo 3 --dry-run')
    .action(async (number: string | undefined, flags: UndoFlags) => {
      const { runUndo } = await import('./commands/undo');
      await runUndo(number, flags, invocation);
    });
}

/** `scaffold setup` */
export function setUpCommand(invocation: Invocation): Command {
  const purpose = 'Install and create what an application still lacks';
  return baseCommand('setup', purpose, invocation.terminal)
    .option('--python <python>', newSchema.properties.python.description)
    .option(...VERBOSE)
    .examples('scaffold setup')
    .action(async (flags: SetUpFlags) => {
      const { runSetUp } = await import('./commands/setup');
      await runSetUp(flags, invocation);
    });
}

/** `scaffold inspect` */
export function inspectCommand(invocation: Invocation): Command {
  const purpose = 'Show the layout of an application, and where each part of it was found';
  return baseCommand('inspect', purpose, invocation.terminal)
    .option('--json', 'Print JSON')
    .option('--write', 'Write the layout to [tool.scaffold] in pyproject.toml, or to scaffold.toml')
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .examples('scaffold inspect', 'scaffold inspect --write')
    .action(async (flags: InspectFlags) => {
      const { runInspect } = await import('./commands/inspect');
      await runInspect(flags, invocation);
    });
}

/** `scaffold eject` */
export function ejectCommand(invocation: Invocation): Command {
  return baseCommand(
    'eject',
    'Copy a template into the project, to change what scaffold writes',
    invocation.terminal,
  )
    .argument('[template]', 'The name of the template; without it, all are listed')
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText('after', ABOUT_EJECT)
    .examples('scaffold eject', 'scaffold eject controllers/index.py')
    .action(async (template: string | undefined, flags: EjectFlags) => {
      const { runEject } = await import('./commands/eject');
      await runEject(template, flags, invocation);
    });
}
