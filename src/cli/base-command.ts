// Specs: spec/reference.spec.ts
import { Command } from 'commander';
import type { Terminal } from './terminal';

export const DRY_RUN = ['--dry-run', 'Show what would be written, but write nothing'] as const;
export const MIGRATE = [
  '--migrate',
  'Write a migration for all changed models and apply it',
] as const;
export const VERBOSE = ['--verbose', 'Show a stack trace with an error'] as const;

/** The width of help without a terminal, in characters. */
const WIDTH = 80;

/** A command that throws instead of ending the process: `main` turns errors into exit codes. */
export function baseCommand(
  name: string,
  description: string,
  { output, errors }: Terminal,
): Command {
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

/** Examples of a command, for the end of its help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
