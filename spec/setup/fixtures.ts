import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { logging } from '@angular-devkit/core';
import which from 'which';
import { type ReadyApp, isStep } from '../../src/setup/step';
import { temporaryFolder } from '../support/temporary-folder';

/** An application to set up, and what its log was told: `level message`, and `[step state]` where it tells of one. */
export interface TestApp extends ReadyApp {
  readonly lines: string[];
}

/** An application of these files; those that start with `#!` are made executable. */
export function testApp(files: Record<string, string> = {}, root = temporaryFolder()): TestApp {
  writeFiles(root, files);
  const lines: string[] = [];
  const logger = new logging.Logger('spec');
  logger.subscribe((entry) => {
    const step = isStep(entry) ? ` [${entry.step} ${entry.state}]` : '';
    lines.push(`${entry.level} ${entry.message}${step}`);
  });
  return { root, logger, signal: new AbortController().signal, lines };
}

export function writeFiles(root: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, content.startsWith('#!') ? 0o755 : 0o644);
  }
}

/**
 * A folder to be the whole PATH: a shell and what scripts need, these tools of the machine, and these scripts.
 */
export function searchPath(tools: readonly string[], scripts: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  for (const tool of ['sh', 'cat', 'env', ...tools]) {
    symlinkSync(which.sync(tool), join(folder, tool));
  }
  writeFiles(folder, scripts);
  return folder;
}

/** A shell script that notes its name, its arguments and these variables in the file `calls` of its folder, then goes on. */
export function noting(name: string, variables: readonly string[] = [], then = ''): string {
  const values = variables.map((variable) => ` ${variable}=$${variable}`).join('');
  return `#!/bin/sh\necho "${name} $*${values}" >> calls\n${then}\n`;
}

/** A Python that notes what it is told, with a pip of this version, or without one. */
export function notingPython(pip?: string, then = ''): string {
  return `#!/bin/sh
case "$*" in
  *"import sys"*) echo "Python 3.12.1 $0" ;;
  *'version("pip")'*) ${pip === undefined ? 'exit 1' : `echo ${pip}`} ;;
  *) echo "python $*" >> calls
  ${then} ;;
esac
`;
}

/** How pip is told to install. */
export const PIP_INSTALL =
  'install --quiet --no-input --no-compile --disable-pip-version-check --timeout=12 --retries=1';

/** What such scripts noted. */
export function calls({ root }: ReadyApp): string[] {
  return readFileSync(join(root, 'calls'), 'utf8').trimEnd().split('\n');
}

/** Gives each spec of a suite the environment variables of this process to change. */
export function keepEnvironment(): void {
  let before: NodeJS.ProcessEnv;
  beforeEach(() => {
    before = { ...process.env };
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) {
      if (!(name in before)) {
        Reflect.deleteProperty(process.env, name);
      }
    }
    Object.assign(process.env, before);
  });
}
