import type { Command } from 'commander';
import { createProgram } from '../src/cli/program';
import { Terminal } from '../src/cli/terminal';

/** The commands, in the order of the help. */
export function commands(): readonly Command[] {
  const { signal } = new AbortController();
  return createProgram({ words: [], terminal: new Terminal(), signal }).commands;
}
