// Specs: spec/python/add-import.spec.ts
import type { Node } from './node';
import { isSorted, natural, type Order, placeIn } from './order';
import type { PythonSource } from './source';
import { statementsOf } from './statements';
import { isStdlib, topLevel } from './stdlib';

/** Beside which statement a new import goes, and whether a blank line keeps them apart. */
export interface Place {
  readonly side: 'before' | 'after';
  readonly statement: Node;
  readonly apart: boolean;
}

/** Imports without blank lines between them. */
export type Group = readonly [Node, ...Node[]];

const ORDERS: readonly Order[] = [byStyle, byModule];

/** Where an import goes; undefined in a file without statements. */
export function importPlace(
  source: PythonSource,
  line: string,
  module: string,
  beside: Node | undefined,
): Place | undefined {
  const groups = groupsOf(source);
  const near = groups.find((each) => each.some((node) => beside === node));
  const group = near ?? groupFor(source, groups, module);
  if (group) {
    return placeInGroup(group, line, near && beside);
  }
  const before = groups.findLast(
    (each) => sectionOf(source, moduleOfGroup(each)) < sectionOf(source, module),
  );
  if (before) {
    return { side: 'after', statement: before.at(-1) ?? before[0], apart: true };
  }
  return groups[0] ? { side: 'before', statement: groups[0][0], apart: true } : placeOnTop(source);
}

/** In a file without imports: below its docstring and what it takes from the future. */
function placeOnTop({ root }: PythonSource): Place | undefined {
  const statements = statementsOf(root);
  const isHeading = ({ type, firstNamedChild }: Node): boolean => {
    return type === 'future_import_statement' || firstNamedChild?.type === 'string';
  };
  const body = statements.findIndex((statement) => !isHeading(statement));
  const heading = body === -1 ? statements.at(-1) : statements[body - 1];
  if (heading) {
    return { side: 'after', statement: heading, apart: true };
  }
  return statements[0] && { side: 'before', statement: statements[0], apart: true };
}

/** Where an import goes among others. */
export function placeInGroup(group: Group, line: string, beside?: Node): Place {
  const lines = group.map(({ text }) => text);
  const order = ORDERS.find((each) => isSorted(lines, each));
  const related = group.findLast(
    ({ text }) => topLevel(moduleOf(text)) === topLevel(moduleOf(line)),
  );
  const unsorted = beside ?? related ?? group.at(-1) ?? group[0];
  const index = placeIn(lines, line, order);
  const before = order ? group[index - 1] : unsorted;
  return before
    ? { side: 'after', statement: before, apart: false }
    : { side: 'before', statement: group[0], apart: false };
}

/** The group that imports from the same package, or else one of the same kind. */
function groupFor(
  source: PythonSource,
  groups: readonly Group[],
  module: string,
): Group | undefined {
  const section = sectionOf(source, module);
  return (
    groups.find((each) => each.some(({ text }) => topLevel(moduleOf(text)) === topLevel(module))) ??
    groups.find((each) => sectionOf(source, moduleOfGroup(each)) === section)
  );
}

function groupsOf({ root, text }: PythonSource): Group[] {
  const groups: [Node, ...Node[]][] = [];
  let previous: Node | undefined;
  for (const statement of statementsOf(root)) {
    if (statement.type === 'import_statement' || statement.type === 'import_from_statement') {
      const group = previous && groups.at(-1)?.at(-1) === previous ? groups.at(-1) : undefined;
      if (group && previous && !hasBlankLine(text.slice(previous.endIndex, statement.startIndex))) {
        group.push(statement);
      } else {
        groups.push([statement]);
      }
    }
    previous = statement;
  }
  return groups;
}

function hasBlankLine(text: string): boolean {
  return /\n\s*\n/.test(text);
}

/** What decides where the group is among the others: the import of the last kind. */
function moduleOfGroup(group: Group): string {
  return moduleOf((group.at(-1) ?? group[0]).text);
}

/** Python's own, then what is installed, then the application's, then what is relative to the file. */
function sectionOf({ path }: PythonSource, module: string): number {
  if (module.startsWith('.')) {
    return 3;
  }
  if (topLevel(module) === path.split('/')[0]) {
    return 2;
  }
  return isStdlib(module) ? 0 : 1;
}

/** `import a` before `from a import b`, each by module. */
function byStyle(one: string, other: string): number {
  return Number(one.startsWith('from')) - Number(other.startsWith('from')) || byModule(one, other);
}

/** Of relative modules, the farthest comes first: `..models` before `.posts`. */
function byModule(one: string, other: string): number {
  const [module, counterpart] = [moduleOf(one), moduleOf(other)];
  const [dots = '', otherDots = ''] = [module, counterpart].map((each) => /^\.*/.exec(each)?.[0]);
  return dots && otherDots && dots !== otherDots
    ? otherDots.length - dots.length
    : natural(module, counterpart);
}

/** The module that a statement imports first. */
function moduleOf(statement: string): string {
  const module = /^(?:from|import)\s+([\w.]+)/.exec(statement)?.[1] ?? '';
  return module.toLowerCase();
}
