import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VENV_PYTHON } from '../setup/venv';

/** The environments that people make beside their code. */
const ENVIRONMENTS = ['venv', '.venv', 'env'];

/** The Python of the environment beside the code of a project, relative to its root; undefined if it has none. */
export function ownPython(root: string): string | undefined {
  return ENVIRONMENTS.map((name) => `${name}/bin/python`).find((path) =>
    existsSync(join(root, path)),
  );
}

/** Advice for a project: with its own Python in the commands, or `python` if it has no environment beside its code. */
export function adviceFor(root: string, advice: string): string {
  return advice.replaceAll(VENV_PYTHON, ownPython(root) ?? 'python');
}
