import { Command } from 'commander';
import newSchema from '../new/schema.json';
import type { NewCommandOptions } from './commands/new';
import type { SetUpCommandOptions } from './commands/setup';
import { addSchemaOptions } from './schema-options';
import type { Terminal } from './terminal';
import { packageVersion } from './version';

/** The command line. A command is loaded when it runs, with all that it needs. */
export function createProgram(terminal: Terminal): Command {
  return new Command('scaffold')
    .description('Generates Flask applications and grows them page by page.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .addHelpText('after', examples('scaffold new blog', 'scaffold new --help'))
    .addCommand(newCommand(terminal))
    .addCommand(setUpCommand(terminal));
}

function newCommand(terminal: Terminal): Command {
  const { description, properties } = newSchema;
  return addSchemaOptions(new Command('new'), newSchema)
    .description(description)
    .argument('<project_name>', properties.name.description)
    .option(
      '--force',
      'write into a folder that is not empty: replace files of the same names, delete none',
    )
    .option('--dry-run', 'say what would be written, and write nothing')
    .option('--verbose', 'show where in the program an error came from')
    .addHelpText('after', examples('scaffold new blog', 'scaffold new site --no-db'))
    .exitOverride()
    .action(async (name: string, options: Omit<NewCommandOptions, 'name'>) => {
      const { runNew } = await import('./commands/new');
      await runNew({ ...options, name }, terminal);
    });
}

function setUpCommand(terminal: Terminal): Command {
  return new Command('setup')
    .description('Make a project ready to run: what is missing is made, what is there stays')
    .option('--python <python>', newSchema.properties.python.description)
    .option('--verbose', 'show where in the program an error came from')
    .addHelpText('after', examples('git clone … blog && cd blog && scaffold setup'))
    .exitOverride()
    .action(async (options: SetUpCommandOptions) => {
      const { runSetUp } = await import('./commands/setup');
      await runSetUp(options, terminal);
    });
}

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
