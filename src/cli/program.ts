// Specs: spec/reference.spec.ts
import type { Command } from 'commander';
import { UsageError } from '../errors';
import { quoted } from '../naming/spelling';
import { PACKAGE_VERSION } from '../package';
import { baseCommand, commandOf, withExamples, JSON_OPTION } from './command-line';
import { COMMANDS } from './commands';
import type { Invocation } from './invocation';
import type { Terminal } from './terminal';

/**
 * Creates the command line. Each command loads its code when it runs.
 *
 * @throws UsageError if the words are nearly another command.
 */
export function createProgram(invocation: Invocation): Command {
  const { terminal, words } = invocation;
  const purpose = 'Generates Flask applications and grows them page by page';
  const program = withExamples(
    baseCommand('scaffold', purpose, terminal).version(
      PACKAGE_VERSION,
      '-V, --version',
      'Show the version',
    ),
    [
      'scaffold new blog',
      'scaffold make:resource posts title:string body:text --migrate',
      'scaffold make:view about -rc',
      'scaffold make:resource --help',
    ],
  );
  COMMANDS.forEach((text) => program.addCommand(commandOf(text, invocation)));
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
    .addCommand(helpCommand(program, terminal))
    .addCommand(completionCommand(program, terminal));
}

/**
 * Refuses fields on a command that takes none, before any other mistake is reported.
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

/** Few runs show help, and its table takes time to load. To remove a field, its name is enough. */
async function addFieldHelp(_program: Command, command: Command): Promise<void> {
  const takesFields = command.registeredArguments.some((argument) => argument.name() === 'field');
  if (takesFields && command.name() !== 'remove:field') {
    const { fieldHelp } = await import('../fields/words');
    command.addHelpText('after', fieldHelp());
  }
}

/** Commander's own help command ignores an unknown name. */
function helpCommand(program: Command, terminal: Terminal): Command {
  return baseCommand('help', 'Show help for a command', terminal)
    .argument('[command]')
    .option(...JSON_OPTION)
    .action(async (name?: string) => {
      const words = name === undefined ? [] : [name];
      const isKnown = words.every((word) => hasCommand(program, word));
      // An unknown name is parsed for its error, which suggests the nearest one.
      await program.parseAsync(isKnown ? [...words, '--help'] : words, { from: 'user' });
    });
}

/** Prints the script of a shell. That asks again, with the words that were typed, for what the last one may become. */
function completionCommand({ commands }: Command, terminal: Terminal): Command {
  return withExamples(
    baseCommand('completion', 'Print the script that makes a shell complete scaffold', terminal)
      .argument('<shell>', 'bash, zsh or fish')
      .argument(
        '[words...]',
        'What was typed so far, behind --: prints what the last word may become',
      ),
    ['source <(scaffold completion bash)', 'scaffold completion fish | source'],
  ).action(async (shell: string, words: string[]) => {
    const { answer } = await import('./completion');
    terminal.help(answer(shell, words, commands));
  });
}

function hasCommand({ commands }: Command, name: string): boolean {
  return commands.some((command) => command.name() === name);
}
