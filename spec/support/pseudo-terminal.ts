import { spawn } from '@lydell/node-pty';
import { SCAFFOLD } from './run';

/** A program on a pseudo-terminal. */
export interface TerminalRun {
  pid: number;
  /** The output so far, with escape codes. */
  screen: () => string;
  /** Waits until the terminal shows this. */
  shows: (text: string | RegExp) => Promise<void>;
  /** Types text; `\r` is Enter, `\x03` Ctrl-C, `\x04` Ctrl-D. */
  type: (text: string) => void;
  /** Waits for the end, and returns the exit code. */
  ended: Promise<number>;
}

/** Starts `scaffold` on a terminal. */
export function scaffoldOnTerminal(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): TerminalRun {
  return onTerminal(process.execPath, [SCAFFOLD, ...args], cwd, env);
}

/** Starts a program on a terminal. */
export function onTerminal(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): TerminalRun {
  const { CI, ...variables } = process.env; // With CI, nothing moves.
  const terminal = spawn(program, [...args], {
    cwd,
    env: { ...variables, TERM: 'xterm-256color', ...env },
    cols: 100,
  });
  let screen = '';
  const watchers = new Set<() => void>();
  terminal.onData((text) => {
    screen += text;
    watchers.forEach((check) => {
      check();
    });
  });
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      resolve(signal ? 128 + signal : exitCode);
    });
  });
  return {
    pid: terminal.pid,
    screen: () => screen,
    shows: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (typeof text === 'string' ? screen.includes(text) : text.test(screen)) {
            watchers.delete(check);
            resolve();
          }
        };
        watchers.add(check);
        check();
        void ended.then(() => {
          reject(new Error(`It ended without showing ${String(text)}:\n${screen}`));
        });
      }),
    type: (text) => {
      terminal.write(text);
    },
    ended,
  };
}
