// Specs: spec/reference.spec.ts
import { Command } from 'commander';
import { UsageError } from '../errors';
import makeAuthSchema from '../make-auth/schema.json';
import makeModelSchema from '../make-model/schema.json';
import makeResourceSchema from '../make-resource/schema.json';
import makeViewSchema from '../make-view/schema.json';
import { quoted } from '../naming/spelling';
import newSchema from '../new/schema.json';
import type { InspectOptions } from './commands/inspect';
import type { MakeAuthFlags } from './commands/make-auth';
import type { MakeModelFlags } from './commands/make-model';
import type { MakeResourceFlags } from './commands/make-resource';
import type { MakeViewFlags } from './commands/make-view';
import type { NewCommandOptions } from './commands/new';
import type { SetUpCommandOptions } from './commands/setup';
import type { UndoFlags } from './commands/undo';
import { addSchemaOptions } from './schema-options';
import type { Terminal } from './terminal';
import { PACKAGE_VERSION } from './version';

const DRY_RUN = ['--dry-run', 'Show what would be written, but write nothing'] as const;
const MIGRATE = ['--migrate', 'Write a migration for all changed models and apply it'] as const;
const VERBOSE = ['--verbose', 'Show a stack trace with an error'] as const;

/** The width of help without a terminal, in characters. */
const WIDTH = 80;

/** The commands that take fields. */
const TAKE_FIELDS = ['make:model'];

const ABOUT_VIEWS = `
View names:
  about                   The page /about
  posts.archive           The page /posts/archive
  posts.index             An action: index, show, create, store, edit, update or
                          destroy (also called delete)
  recipes.comments.index  An action on the comments of a recipe

Notes:
  -rcm is short for -r -c -m.
  -m also creates missing parent models: Recipe for recipes.comments.index.
  --route, --controller and --model take one view.
  Forms get a field for each column of the model, so add the columns first.`;

const ABOUT_UNDO = `
Notes:
  Your own changes stay. If they are in the way, nothing is written, and the
  message names the lines.
  The last 20 runs are kept, except those of new, setup and undo.`;

/**
 * Creates the command line. Each command loads its code when it runs.
 *
 * @param words All that was typed after `scaffold`.
 * @param signal Aborted when the command has to end.
 */
export function createProgram(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Command {
  const program = baseCommand(
    'scaffold',
    'Generates Flask applications and grows them page by page',
    terminal,
  )
    .version(PACKAGE_VERSION, '-V, --version', 'Show the version')
    .addHelpText(
      'after',
      examples(
        'scaffold new blog',
        'scaffold make:view posts.index -rcm',
        'scaffold make:view --help',
      ),
    )
    .addCommand(newCommand(terminal, signal))
    .addCommand(makeViewCommand(words, terminal, signal))
    .addCommand(makeResourceCommand(words, terminal, signal))
    .addCommand(makeModelCommand(words, terminal, signal))
    .addCommand(makeAuthCommand(words, terminal, signal))
    .addCommand(undoCommand(terminal, signal))
    .addCommand(setUpCommand(terminal, signal))
    .addCommand(inspectCommand(words, terminal, signal));
  const [first = '', second, ...others] = words;
  if (hasCommand(program, `${first}:${second}`)) {
    throw new UsageError(
      `There is no command ${quoted(first)}. Did you mean scaffold ${[`${first}:${second}`, ...others].join(' ')}?`,
    );
  }
  refuseFields(words);
  return program
    .hook('preSubcommand', addFieldHelp)
    .helpCommand(false)
    .addCommand(helpCommand(program, terminal));
}

/**
 * Fields on a command that takes none are the first thing to say of a line.
 *
 * @throws UsageError if there are any.
 */
function refuseFields([command, ...words]: readonly string[]): void {
  const fields = words.filter((word) => /^\w+:\w/.test(word));
  if (command === 'make:view' && fields.length > 0) {
    const [view = 'posts'] = words.filter((word) => /^[a-z]/i.test(word) && !fields.includes(word));
    const resource = view.replace(/[./][^./]*$/, '');
    throw new UsageError(
      `make:view takes no fields. Did you mean scaffold make:resource ${[resource, ...fields].join(' ')}?`,
    );
  }
}

/** Few runs show help, and its table takes time to load. */
async function addFieldHelp(_program: Command, command: Command): Promise<void> {
  if (TAKE_FIELDS.includes(command.name())) {
    const { fieldHelp } = await import('../fields/help');
    command.addHelpText('after', fieldHelp());
  }
}

/** Commander's own help command ignores an unknown name. */
function helpCommand(program: Command, terminal: Terminal): Command {
  return baseCommand('help', 'Show help for a command', terminal)
    .argument('[command]')
    .action(async (name?: string) => {
      const words = name === undefined ? [] : [name];
      const isKnown = words.every((word) => hasCommand(program, word));
      // An unknown name is parsed for its error, which suggests the nearest one.
      await program.parseAsync(isKnown ? [...words, '--help'] : words, { from: 'user' });
    });
}

function hasCommand({ commands }: Command, name: string): boolean {
  return commands.some((command) => command.name() === name);
}

function newCommand(terminal: Terminal, signal: AbortSignal): Command {
  const { description, properties } = newSchema;
  return addSchemaOptions(baseCommand('new', description, terminal), newSchema)
    .argument('<project_name>', properties.name.description)
    .option(
      '--force',
      'Write into a folder that is not empty: replaces files of the same names, keeps .env, deletes nothing',
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
  // The command runs in the folder of the application, and calls the other one --force.
  const without = ['projectPath', 'replaceTemplate'];
  return addSchemaOptions(baseCommand('make:view', description, terminal), makeViewSchema, without)
    .argument('<view_name...>', properties.name.description)
    .option('--force', properties.replaceTemplate.description)
    .option(...MIGRATE)
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
      // It compiles in another thread while the rest loads. Whoever awaits it gets its error.
      const { loadParser } = await import('../python/parser');
      loadParser().catch(() => undefined);
      const { runMakeView } = await import('./commands/make-view');
      await runMakeView(names, flags, words, terminal, signal);
    });
}

function makeResourceCommand(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Command {
  const { description, properties } = makeResourceSchema;
  // The command runs in the folder of the application, and takes the fields without an option.
  const without = ['fields', 'projectPath'];
  return addSchemaOptions(
    baseCommand('make:resource', description, terminal),
    makeResourceSchema,
    without,
  )
    .argument('<name>', properties.name.description)
    .argument('[field...]', properties.fields.description)
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText(
      'after',
      examples(
        'scaffold make:resource posts title:string:120 body:text:optional --migrate',
        'scaffold make:resource posts --only=index,show',
        'scaffold make:resource recipes.comments text:string author:references:users',
        'scaffold make:resource admin.users --namespace --dry-run',
      ),
    )
    .action(async (name: string, fields: string[], flags: MakeResourceFlags) => {
      // It compiles in another thread while the rest loads. Whoever awaits it gets its error.
      const { loadParser } = await import('../python/parser');
      loadParser().catch(() => undefined);
      const { runMakeResource } = await import('./commands/make-resource');
      await runMakeResource(name, fields, flags, words, terminal, signal);
    });
}

function makeModelCommand(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Command {
  const { description, properties } = makeModelSchema;
  const without = ['fields', 'projectPath'];
  return addSchemaOptions(
    baseCommand('make:model', description, terminal),
    makeModelSchema,
    without,
  )
    .argument('<name>', properties.name.description)
    .argument('[field...]', properties.fields.description)
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText(
      'after',
      examples(
        'scaffold make:model Post title:string:120 body:text:optional',
        'scaffold make:model Post author:references:users --migrate',
      ),
    )
    .action(async (name: string, fields: string[], flags: MakeModelFlags) => {
      // It compiles in another thread while the rest loads. Whoever awaits it gets its error.
      const { loadParser } = await import('../python/parser');
      loadParser().catch(() => undefined);
      const { runMakeModel } = await import('./commands/make-model');
      await runMakeModel(name, fields, flags, words, terminal, signal);
    });
}

function undoCommand(terminal: Terminal, signal: AbortSignal): Command {
  return baseCommand('undo', 'Take back what a run of scaffold changed', terminal)
    .argument('[number]', 'The number of the run in --list; without it, the newest one')
    .option('--list', 'List the runs, newest first')
    .option('--force', 'Delete files that changed since, and leave references to you')
    .option('--migrate', 'Take back the migration of the run, too: downgrades the database')
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText('after', ABOUT_UNDO)
    .addHelpText(
      'after',
      examples('scaffold undo', 'scaffold undo --list', 'scaffold undo 3 --dry-run'),
    )
    .action(async (number: string | undefined, flags: UndoFlags) => {
      const { runUndo } = await import('./commands/undo');
      await runUndo(number, flags, terminal, signal);
    });
}

function makeAuthCommand(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Command {
  return baseCommand('make:auth', makeAuthSchema.description, terminal)
    .option('--no-registration', 'Let nobody sign up: users come from `flask users create`')
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText(
      'after',
      examples('scaffold make:auth --migrate', 'scaffold make:auth --no-registration --dry-run'),
    )
    .action(async (flags: MakeAuthFlags) => {
      const { runMakeAuth } = await import('./commands/make-auth');
      await runMakeAuth(flags, words, terminal, signal);
    });
}

function setUpCommand(terminal: Terminal, signal: AbortSignal): Command {
  const purpose = 'Install and create what an application still needs to run';
  return baseCommand('setup', purpose, terminal)
    .option('--python <python>', newSchema.properties.python.description)
    .option(...VERBOSE)
    .addHelpText('after', examples('scaffold setup'))
    .action(async (options: SetUpCommandOptions) => {
      const { runSetUp } = await import('./commands/setup');
      await runSetUp(options, terminal, signal);
    });
}

function inspectCommand(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Command {
  const purpose = 'Show the layout of an application, and where each part of it was found';
  return baseCommand('inspect', purpose, terminal)
    .option('--json', 'Print JSON')
    .option('--write', 'Write the layout to [tool.scaffold] in pyproject.toml, or to scaffold.toml')
    .option(...VERBOSE)
    .addHelpText('after', examples('scaffold inspect', 'scaffold inspect --write'))
    .action(async (options: InspectOptions) => {
      const { runInspect } = await import('./commands/inspect');
      await runInspect(options, words, terminal, signal);
    });
}

/** A command that throws instead of ending the process: `main` turns errors into exit codes. */
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
    .helpOption('-h, --help', 'Show this help')
    .exitOverride();
}

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
