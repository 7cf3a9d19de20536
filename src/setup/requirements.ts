import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedLines, type TextChange } from '../manifest/kept-text';
import { isWhole, type Lines, manifestPath, parsed, serialized } from '../manifest/format';
import { DEVELOPMENT, NEEDED_HEADING, PRODUCTION } from '../rules/requirements';
import { type ReadyApp, StepError } from './step';
import { runProgram } from './environment';

/** The first line of a generated file, until its versions are pinned. */
const MARKER = '# Compatible ranges: the first installation writes exact versions here.\n';

/** A line of the generated file: a name, perhaps extras, and the oldest version that works. */
const RANGE = /^([A-Za-z0-9][\w.-]*(?:\[[\w.,-]+\])?)~=[\w.]+$/;

/** A line that pip can compare with the installed packages without an index and without a build. */
const COMPARABLE = /^(?!.*:\/\/)(?:(?:-r|-c|--requirement|--constraint)[ =]|[^\s./\\-][^/\\]*$)/;

/** How the second file includes the first. */
export const INCLUDE = `-r ${PRODUCTION}\n`;

/**
 * The packages in a generated `requirements.txt` whose versions are not pinned yet.
 *
 * @returns the names with their extras, in order; undefined if somebody wrote or changed the file.
 */
export function unpinned(requirements: string): string[] | undefined {
  if (!requirements.startsWith(MARKER)) {
    return undefined;
  }
  const names = requirements
    .slice(MARKER.length)
    .replace(INCLUDE, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => RANGE.exec(line)?.[1]);
  return names.length > 0 && names.every((name) => name !== undefined) ? names : undefined;
}

/** The requirements that pip can compare with the installed packages, as its arguments. */
export function comparable(requirements: string): string[] {
  return requirements
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/(^|\s)#.*/, '')
        .replaceAll(/\s--hash[ =]\S+/g, '')
        .trim(),
    )
    .filter((line) => COMPARABLE.test(line))
    .flatMap((line) => (line.startsWith('-') ? line.split(/[ =]+/, 2) : [line]));
}

/**
 * Writes the installed versions into a generated `requirements.txt` and `requirements-dev.txt`: of the packages that a
 * file names, then of the packages that those need. It leaves a file alone that is pinned or that somebody changed.
 *
 * @returns whether it wrote one of them.
 */
export async function pinRequirements(app: ReadyApp): Promise<boolean> {
  const changes = [
    await pinFile(app, PRODUCTION, ''),
    await pinFile(app, DEVELOPMENT, readRequirements(app, PRODUCTION)),
  ];
  return changes.includes(true);
}

/** @param included The requirements that the file includes: what they name is left out. */
async function pinFile(app: ReadyApp, name: string, included: string): Promise<boolean> {
  const text = readRequirements(app, name);
  const names = unpinned(text);
  if (!names) {
    return false;
  }
  try {
    const installed = (await runProgram(app, 'list_requirements.py', names)).split('\n');
    const known = new Set(included.split('\n'));
    const needed = installed.slice(names.length).filter((line) => !known.has(line));
    const include = text.includes(INCLUDE) ? INCLUDE : '';
    const after = include + pinned(installed.slice(0, names.length), needed);
    await rememberPins(app, name, { before: text, after });
    replace(join(app.root, name), after);
  } catch (error) {
    throw new StepError(`Pinning ${name}`, error);
  }
  return true;
}

/**
 * The manifest of the application has what was generated, pins included.
 *
 * @throws SchematicsException if somebody has to do something about it first: a pinned file is not pinned again.
 */
async function rememberPins({ root }: ReadyApp, name: string, change: TextChange): Promise<void> {
  const path = manifestPath('application');
  const file = join(root, path);
  const manifest = existsSync(file) ? parsed(path, readFileSync(file, 'utf8')) : undefined;
  const lines = manifest?.generated[name];
  if (manifest && isWhole(lines)) {
    const generated = {
      ...manifest.generated,
      [name]: (await changedLines(lines, change)) ?? lines,
    };
    replace(file, serialized({ ...manifest, generated }));
  }
}

/**
 * The lines of a generated file as an application has them whose versions are pinned: those that still fit stay pinned.
 *
 * @param before The lines of the application.
 * @param now The lines that are generated now: compatible ranges.
 */
export function withPins(before: Lines, now: Lines): Lines {
  if (`${before[0]}\n` === MARKER) {
    return now;
  }
  const pins = new Map(before.map((line) => [line.replace(/==.*/, ''), line]));
  const direct = now.slice(1, -1).map((line) => {
    const pin = pins.get(line.replace(/~=.*/, ''));
    return pin !== undefined && fits(pin, line) ? pin : line;
  });
  const heading = before.indexOf(NEEDED_HEADING);
  const needed = heading === -1 ? [] : before.slice(heading + 1, -1);
  const left = needed.filter((line) => !direct.includes(line));
  return [...direct, ...(left.length > 0 ? ['', NEEDED_HEADING, ...left] : []), ''];
}

/** Whether an exact version is in a compatible range: `Flask==3.1.2` in `Flask~=3.1.0`. */
function fits(pin: string, range: string): boolean {
  const [has, least] = [pin, range].map((line) =>
    line
      .replace(/^.*[=~]=/, '')
      .split('.')
      .map(Number),
  );
  const [last = 0, ...fixed] = (least ?? []).toReversed();
  return (
    fixed.toReversed().every((part, index) => has?.[index] === part) &&
    (has?.[fixed.length] ?? 0) >= last
  );
}

function pinned(direct: readonly string[], needed: readonly string[]): string {
  const rest = needed.length > 0 ? ['', NEEDED_HEADING, ...needed] : [];
  return `${[...direct, ...rest].join('\n')}\n`;
}

/** The text of a file of requirements; empty if it does not exist. */
export function readRequirements({ root }: ReadyApp, name: string): string {
  const path = join(root, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Replaces a file in one step. */
function replace(path: string, text: string): void {
  const next = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(next, text);
    renameSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
}
