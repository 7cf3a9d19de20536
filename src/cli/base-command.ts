// Specs: spec/reference.spec.ts
import { Command } from 'commander';
import type { Terminal } from './terminal';

/** The options that several commands have, as Commander takes them. */
export const DRY_RUN = ['--dry-run', 'Show what would be written, but write nothing'] as const;
export const MIGRATE = [
  '--migrate',
  'Write a migration for all changed models and apply it',
] as const;
export const VERBOSE = ['--verbose', 'Show a stack trace with an error'] as const;

/** The width of help without a terminal, in characters. */
const WIDTH = 80;

/** A command with examples of its use. */
export class ExampleCommand extends Command {
  /** Adds examples to the help, and the first one to the error of a missing argument. */
  examples(...lines: readonly [string, ...string[]]): this {
    return this.addHelpText(
      'after',
      `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`,
    ).configureOutput({
      outputError: (text, write) => {
        const isMissing = text.startsWith('error: missing required argument');
        write(isMissing ? `${text.trimEnd()}. For example: ${lines[0]}\n` : text);
      },
    });
  }
}

/** A command that throws instead of ending the process: `main` turns errors into exit codes. */
export function baseCommand(
  name: string,
  description: string,
  { output, errors }: Terminal,
): ExampleCommand {
  return new ExampleCommand(name)
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
