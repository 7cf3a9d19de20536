/** A package that sign-in needs, with the version that it was tried with. */
interface Package {
  readonly name: string;
  readonly version: string;
}

const DIRECT: readonly Package[] = [
  { name: 'Flask-Limiter', version: '4.1.1' },
  { name: 'Flask-Mail', version: '0.10.0' },
];

/** The packages that those need and a generated application lacks, in versions for Python 3.11. */
const NEEDED: readonly Package[] = [
  { name: 'Deprecated', version: '1.3.1' },
  { name: 'limits', version: '5.8.0' },
  { name: 'ordered-set', version: '4.1.0' },
  { name: 'packaging', version: '26.3' },
  { name: 'wrapt', version: '2.5.2' },
];

/** What follows is pinned because the packages above it need it. */
const REST = '# What those need\n';

/**
 * Adds the packages of sign-in to a `requirements.txt`: exact versions if the file has those, else compatible ones.
 *
 * @param others The text of other files of requirements. A version that they have stays the same.
 */
export function withRequirements(text: string, others: string): string {
  const isPinned = /^[\w.-]+(\[.*\])?==/m.test(text);
  const [direct = '', rest] = text.split(REST);
  const added = DIRECT.map(({ name, version }) =>
    isPinned ? `${name}==${version}` : `${name}~=${version.replace(/\.\d+$/, '')}`,
  );
  const start = withLines(direct, added, text);
  if (rest === undefined) {
    return start;
  }
  const needed = NEEDED.map(({ name, version }) => lineOf(name, others) ?? `${name}==${version}`);
  return start + REST + withLines(rest, needed, text);
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
