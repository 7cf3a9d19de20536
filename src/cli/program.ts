import { Command } from 'commander';
import newSchema from '../new/schema.json';
import type { NewCommandOptions } from './commands/new';
import type { SetUpCommandOptions } from './commands/setup';
import { addSchemaOptions } from './schema-options';
import type { Terminal } from './terminal';
import { packageVersion } from './version';

/**
 * The command line. A command is loaded when it runs, with all that it needs.
 *
 * @param signal Aborted where the command is to end.
 */
export function createProgram(terminal: Terminal, signal: AbortSignal): Command {
  return baseCommand('scaffold', 'Generates Flask applications and grows them page by page.')
    .version(packageVersion(), '-V, --version', 'Print the version')
    .helpCommand('help [command]', 'Print the help of a command')
    .addHelpText('after', examples('scaffold new blog', 'scaffold new --help'))
    .addCommand(newCommand(terminal, signal))
    .addCommand(setUpCommand(terminal));
}

function newCommand(terminal: Terminal, signal: AbortSignal): Command {
  const { description, properties } = newSchema;
  return addSchemaOptions(baseCommand('new', `${description}.`), newSchema)
    .argument('<project_name>', properties.name.description)
    .option('--force', 'Write into a folder that holds something: replace files of the same names')
    .option('--dry-run', 'Say what would be written, and write nothing')
    .option('--verbose', 'Show where in the program an error comes from')
    .addHelpText('after', examples('scaffold new blog', 'scaffold new site --no-db'))
    .action(async (name: string, options: Omit<NewCommandOptions, 'name'>) => {
      const { runNew } = await import('./commands/new');
      await runNew({ ...options, name }, terminal, signal);
    });
}

function setUpCommand(terminal: Terminal): Command {
  const purpose = 'Make a project ready to run: what is missing is made, what is there stays.';
  return baseCommand('setup', purpose)
    .option('--python <python>', newSchema.properties.python.description)
    .option('--verbose', 'Show where in the program an error comes from')
    .addHelpText('after', examples('scaffold setup'))
    .action(async (options: SetUpCommandOptions) => {
      const { runSetUp } = await import('./commands/setup');
      await runSetUp(options, terminal);
    });
}

/** Commander throws instead of ending the process; what is thrown becomes the exit code in one place. */
function baseCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'Print this help')
    .exitOverride();
}

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
