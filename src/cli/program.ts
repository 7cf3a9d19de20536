import { Command } from 'commander';
import { UsageError } from '../errors';
import makeViewSchema from '../make-view/schema.json';
import { quoted } from '../naming/spelling';
import newSchema from '../new/schema.json';
import type { MakeViewFlags } from './commands/make-view';
import type { NewCommandOptions } from './commands/new';
import type { SetUpCommandOptions } from './commands/setup';
import { addSchemaOptions } from './schema-options';
import type { Terminal } from './terminal';
import { PACKAGE_VERSION } from './version';

const DRY_RUN = ['--dry-run', 'Say what would be written, and write nothing'] as const;
const VERBOSE = ['--verbose', 'Show where in the program an error comes from'] as const;

/** The width of what is printed where there is no terminal, in characters. */
const WIDTH = 80;

const ABOUT_VIEWS = `
The actions of a folder: index, show, create, store, edit, update, destroy; delete is destroy. Any other name is a page.
-rcm is -r, -c and -m together. -m makes the models that it belongs to, too, where they are missing: Recipe for
recipes.comments.index. Add columns to a model before its pages create and edit are made: their form is made of them.
--route, --controller and --model allow one view only.`;

/**
 * The command line. A command is loaded when it runs, with all that it needs.
 *
 * @param words What was typed after `scaffold`.
 * @param signal Aborted where the command is to end.
 */
export function createProgram(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Command {
  const program = baseCommand(
    'scaffold',
    'Generates Flask applications and grows them page by page.',
    terminal,
  )
    .version(PACKAGE_VERSION, '-V, --version', 'Print the version')
    .addHelpText('after', examples('scaffold new blog', 'scaffold make:view --help'))
    .addCommand(newCommand(terminal, signal))
    .addCommand(makeViewCommand(words, terminal, signal))
    .addCommand(setUpCommand(terminal, signal));
  const [first = '', second, ...others] = words;
  if (hasCommand(program, `${first}:${second}`)) {
    throw new UsageError(
      `There is no command ${quoted(first)}. Did you mean scaffold ${[`${first}:${second}`, ...others].join(' ')}?`,
    );
  }
  return program.helpCommand(false).addCommand(helpCommand(program, terminal));
}

/** Commander's own prints the help of all for a command that there is not, and does not say so. */
function helpCommand(program: Command, terminal: Terminal): Command {
  return baseCommand('help', 'Print the help of a command', terminal)
    .argument('[command]')
    .action(async (name?: string) => {
      const isThere = name === undefined || hasCommand(program, name);
      const words = [...(name === undefined ? [] : [name]), ...(isThere ? ['--help'] : [])];
      await program.parseAsync(words, { from: 'user' });
    });
}

function hasCommand({ commands }: Command, name: string): boolean {
  return commands.some((command) => command.name() === name);
}

function newCommand(terminal: Terminal, signal: AbortSignal): Command {
  const { description, properties } = newSchema;
  return addSchemaOptions(baseCommand('new', `${description}.`, terminal), newSchema)
    .argument('<project_name>', properties.name.description)
    .option(
      '--force',
      'Write into a folder that holds something: files of the same names are replaced, none is deleted, .env stays',
    )
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText('after', examples('scaffold new blog', 'scaffold new site --no-db'))
    .action(async (name: string, options: Omit<NewCommandOptions, 'name'>) => {
      const { runNew } = await import('./commands/new');
      await runNew({ ...options, name }, terminal, signal);
    });
}

function makeViewCommand(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Command {
  const { description, properties } = makeViewSchema;
  // The command runs in the application's folder.
  const without = ['projectPath', 'replaceTemplate'];
  return addSchemaOptions(
    baseCommand('make:view', `${description}.`, terminal),
    makeViewSchema,
    without,
  )
    .argument('<view_name...>', properties.name.description)
    .option('--force', properties.replaceTemplate.description)
    .option(
      '--migrate',
      'Then write a migration for what the models have and the database has not, and apply it',
    )
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText('after', ABOUT_VIEWS)
    .addHelpText(
      'after',
      examples(
        'scaffold make:view about -rc',
        'scaffold make:view posts.index -rcm --migrate',
        'scaffold make:view posts.show posts.create posts.store -rc',
        "scaffold make:view posts.show --route '/posts/<string:slug>' --controller PostController",
        'scaffold make:view recipes.comments.index -rcm --dry-run',
      ),
    )
    .action(async (names: string[], flags: MakeViewFlags) => {
      // It is compiled beside this thread, while the rest is loaded. Who waits for it is told what failed.
      const { loadParser } = await import('../python/parser');
      loadParser().catch(() => undefined);
      const { runMakeView } = await import('./commands/make-view');
      await runMakeView(names, flags, words, terminal, signal);
    });
}

function setUpCommand(terminal: Terminal, signal: AbortSignal): Command {
  const purpose = 'Make a project ready to run: what is missing is made, what is there stays.';
  return baseCommand('setup', purpose, terminal)
    .option('--python <python>', newSchema.properties.python.description)
    .option(...VERBOSE)
    .addHelpText('after', examples('scaffold setup'))
    .action(async (options: SetUpCommandOptions) => {
      const { runSetUp } = await import('./commands/setup');
      await runSetUp(options, terminal, signal);
    });
}

/** Commander throws instead of ending the process; what is thrown becomes the exit code in one place. */
function baseCommand(name: string, description: string, { output, errors }: Terminal): Command {
  return new Command(name)
    .description(description)
    .configureOutput({
      writeOut: output.write.bind(output),
      writeErr: errors.write.bind(errors),
      getOutHelpWidth: () => output.columns ?? WIDTH,
      getErrHelpWidth: () => errors.columns ?? WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .helpOption('-h, --help', 'Print this help')
    .exitOverride();
}

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
