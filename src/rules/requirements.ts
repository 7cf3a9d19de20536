import type { Edit } from '../edit';
import { VENV_PYTHON } from '../layout';
import { withLineEnds } from '../line-ends';
import type { Project } from '../project/project';
import { nextStep, type Note } from './outcome';

/** What a server installs. */
export const PRODUCTION = 'requirements.txt';

/** What a developer installs besides. */
export const DEVELOPMENT = 'requirements-dev.txt';

/** What comes below this line is pinned because the packages above it need it. */
export const NEEDED_HEADING = '# What those need';

/** Adds packages to the text of the `requirements.txt` of a project, if it has one. */
export function requirementEdits(
  project: Project,
  text: string | undefined,
  wanted: string,
): Edit[] {
  if (text === undefined) {
    return [];
  }
  const others = project.text(DEVELOPMENT).replaceAll('\r\n', '\n');
  const content = withLineEnds(text, (lines) => withRequirements(lines, wanted, others));
  return content === text ? [] : [{ kind: 'replace', path: PRODUCTION, content }];
}

/** To install the packages that a run has added, by default in the environment that `scaffold setup` makes. */
export function installStep(python = VENV_PYTHON): Note {
  return {
    ...nextStep(
      python === VENV_PYTHON
        ? 'Install the new packages:\n  scaffold setup'
        : `Install the new packages of ${PRODUCTION} in ${python.split('/')[0]}/.`,
    ),
    doneBy: 'install',
  };
}

/**
 * Adds packages to a `requirements.txt`: exact versions if the file has those, else compatible ones.
 *
 * @param wanted The packages, as such a file would have them.
 * @param others The text of other files of requirements. A version that they have stays the same.
 */
export function withRequirements(text: string, wanted: string, others: string): string {
  const isPinned = /^[\w.-]+(\[.*\])?==/m.test(text);
  const heading = `${NEEDED_HEADING}\n`;
  const [direct = '', rest] = text.split(heading);
  const [named = '', needed = ''] = wanted.split(heading);
  const added = isPinned ? named : named.replace(/==(\d+\.\d+).*$/gm, '~=$1');
  const start = withLines(direct, linesOf(added), text);
  if (rest === undefined) {
    return start;
  }
  const known = linesOf(needed).map((line) => lineOf(nameOf(line), others) ?? line);
  return start + heading + withLines(rest, known, text);
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Adds the lines whose packages no line names, each before the first line that comes after it in the alphabet. */
function withLines(text: string, added: readonly string[], whole: string): string {
  return added
    .filter((line) => lineOf(nameOf(line), whole) === undefined)
    .reduce((before, line) => {
      const lines = before.split(/(?<=\n)/);
      const index = lines.findIndex((other) => /^\w/.test(other) && sortKey(other) > sortKey(line));
      const last = lines.findLastIndex((other) => other.trim() !== '');
      const place = index === -1 ? last + 1 : index;
      const isOpen = place > 0 && !lines[place - 1]?.endsWith('\n');
      return lines.toSpliced(place, 0, `${isOpen ? '\n' : ''}${line}\n`).join('');
    }, text);
}

function lineOf(name: string, text: string): string | undefined {
  return text.split('\n').find((line) => sortKey(nameOf(line)) === sortKey(name));
}

/** `Flask-Mail` of `Flask-Mail==0.10.0`. */
function nameOf(line: string): string {
  return /^[\w.-]*/.exec(line)?.[0] ?? '';
}

function sortKey(text: string): string {
  return nameOf(text)
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-');
}
