import { VENV_PYTHON } from '../layout';
import type { Files } from './files';

/** The environments that people make beside their code. */
const ENVIRONMENTS = ['venv', '.venv', 'env'];

/** The Python of the environment beside the code of a project, relative to its root; undefined if it has none. */
export function ownPython(files: Pick<Files, 'has'>): string | undefined {
  return ENVIRONMENTS.map((name) => `${name}/bin/python`).find((path) => files.has(path));
}

/** Advice for a project: with its own Python in the commands, or `python` if it has no environment beside its code. */
export function adviceFor(files: Pick<Files, 'has'>, advice: string): string {
  return advice.replaceAll(VENV_PYTHON, ownPython(files) ?? 'python');
}
