import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findPython } from '../../src/project/python';
import { skip } from './need';
import { runs } from './programs';
import { type Ended, run, succeed } from './run';

/** Their versions are fixed, so that a new release fails no spec. */
const REQUIREMENTS = join(__dirname, 'python-tools.txt');

type PythonTool = 'bandit' | 'mypy' | 'openapi-spec-validator' | 'ruff' | 'schemathesis';

let environment: Promise<string> | undefined;

/** Runs a tool that checks Python code. */
export async function runPythonTool(
  name: PythonTool,
  args: readonly string[],
  cwd?: string,
): Promise<Ended> {
  return run(await pythonTool(name), args, { cwd });
}

/**
 * The path of a tool that checks Python code. The tools have a virtual environment of their own in the user's cache,
 * which the first spec makes and later runs keep. Without a package index, the spec is skipped.
 */
export async function pythonTool(name: PythonTool): Promise<string> {
  environment ??= keptEnvironment();
  return join(await environment, 'bin', name);
}

async function keptEnvironment(): Promise<string> {
  const python = findPython();
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'scaffold-spec');
  const key = createHash('sha256').update(python).update(readFileSync(REQUIREMENTS));
  const kept = join(cache, `python-tools-${key.digest('hex').slice(0, 16)}`);
  if (!isComplete(kept)) {
    mkdirSync(cache, { recursive: true });
    const made = mkdtempSync(join(cache, 'environment-'));
    await install(python, made);
    keep(made, kept);
  }
  return kept;
}

/** The scripts of an environment hold its path, so a link gives it the other name. */
function keep(made: string, kept: string): void {
  if (isComplete(kept)) {
    rmSync(made, { recursive: true }); // Another process was faster.
  } else {
    symlinkSync(made, `${made}.link`);
    renameSync(`${made}.link`, kept);
  }
}

async function install(python: string, folder: string): Promise<void> {
  try {
    await succeed(python, ['-m', 'venv', folder]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await succeed(join(folder, 'bin/python'), [...pip, '-r', REQUIREMENTS]);
  } catch (error) {
    rmSync(folder, { recursive: true });
    skip(`needs ruff and mypy, and cannot install them: ${String(error)}`);
  }
}

function isComplete(folder: string): boolean {
  return ['bandit', 'mypy', 'ruff'].every((name) => runs(join(folder, 'bin', name), ['--version']));
}
