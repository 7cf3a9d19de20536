// Specs: spec/python/add-import.spec.ts
import type { Node } from './node';
import { byKind, isSorted, natural, type Order, placeIn } from './order';
import type { Insertion, PythonSource } from './source';
import { statementAfter, statementAtEnd, statementDirectlyBefore } from './statement-insertion';
import { statementsOf } from './statements';
import { sectionOf, topLevel } from './import-statement';

/** The statement next to which an import goes. `apart` asks for a blank line between the two. */
interface ImportPlace {
  readonly side: 'before' | 'after';
  readonly statement: Node;
  readonly apart: boolean;
}

/** Imports without blank lines between them. */
type ImportGroup = readonly [Node, ...Node[]];

const ORDERS: readonly Order[] = [withNames(byStyle), withNames(byModule), byStyle, byModule];

/** The place of an import; undefined in a file without statements. */
export function importPlace(
  source: PythonSource,
  line: string,
  module: string,
  beside: Node | undefined,
): ImportPlace | undefined {
  const own = [topLevel(source.path)];
  const groups = groupsOf(source, source.root);
  const near = groups.find((each) => each.some((node) => beside === node));
  const group = near ?? groupFor(groups, module, own);
  if (group) {
    return placeInGroup(group, line, near && beside);
  }
  const mixed = groups.flatMap((each) => {
    const alike = each.findLast(({ text }) => isAlike(moduleOf(text), module, own));
    return alike ? [{ each, alike }] : [];
  });
  if (mixed[0]) {
    return placeInGroup(mixed[0].each, line, mixed[0].alike);
  }
  const before = groups.findLast(
    (each) => sectionOf(moduleOfGroup(each), own) < sectionOf(module, own),
  );
  if (before) {
    return { side: 'after', statement: before.at(-1) ?? before[0], apart: true };
  }
  return groups[0] ? { side: 'before', statement: groups[0][0], apart: true } : placeOnTop(source);
}

/** The place in a file without imports: below its docstring and `from __future__` imports. */
function placeOnTop({ root }: PythonSource): ImportPlace | undefined {
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

/** The place of an import in a group. */
export function placeInGroup(group: ImportGroup, line: string, beside?: Node): ImportPlace {
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

/** Inserts an import at its place, or else at the end of a block. */
export function importAt(
  source: PythonSource,
  place: ImportPlace | undefined,
  block: Node,
  line: string,
): Insertion {
  if (place === undefined) {
    return statementAtEnd(source, block, line);
  }
  const { apart, side, statement } = place;
  return side === 'after'
    ? statementAfter(source, statement, apart ? `\n${line}` : line)
    : statementDirectlyBefore(source, statement, apart ? `${line}\n` : line);
}

/** The group that imports from the same package, or else a group of the same section. */
function groupFor(
  groups: readonly ImportGroup[],
  module: string,
  own: readonly string[],
): ImportGroup | undefined {
  return (
    groups.find((each) => each.some(({ text }) => topLevel(moduleOf(text)) === topLevel(module))) ??
    groups.find((each) => isAlike(moduleOfGroup(each), module, own))
  );
}

/** Whether two modules belong to the same section of imports. */
function isAlike(one: string, other: string, own: readonly string[]): boolean {
  return sectionOf(one, own) === sectionOf(other, own);
}

/** The imports around an import, in its block. */
export function groupOf(source: PythonSource, node: Node): ImportGroup | undefined {
  return groupsOf(source, node.parent ?? source.root).find((each) => each.includes(node));
}

function groupsOf({ text }: PythonSource, block: Node): ImportGroup[] {
  const groups: [Node, ...Node[]][] = [];
  let previous: Node | undefined;
  for (const statement of statementsOf(block)) {
    if (statement.type === 'import_statement' || statement.type === 'import_from_statement') {
      const group = previous && groups.at(-1)?.at(-1) === previous ? groups.at(-1) : undefined;
      const between = text.slice(previous?.endIndex, statement.startIndex);
      if (group && !/\n\s*\n/.test(between)) {
        group.push(statement);
      } else {
        groups.push([statement]);
      }
    }
    previous = statement;
  }
  return groups;
}

/** The module that decides the section of a group: the one of its last import. */
function moduleOfGroup(group: ImportGroup): string {
  return moduleOf((group.at(-1) ?? group[0]).text);
}

/** Sorts `import a` before `from a import b`, and both by module. */
function byStyle(one: string, other: string): number {
  return Number(one.startsWith('from')) - Number(other.startsWith('from')) || byModule(one, other);
}

/** Sorts by module. Of relative modules, the farthest comes first: `..models` before `.posts`. */
function byModule(one: string, other: string): number {
  const [module, counterpart] = [moduleOf(one), moduleOf(other)];
  const [dots = '', otherDots = ''] = [module, counterpart].map((each) => /^\.*/.exec(each)?.[0]);
  return dots && otherDots && dots !== otherDots
    ? otherDots.length - dots.length
    : natural(module, counterpart);
}

/** Sorts imports from the same module by their first names; `*` has none. */
function withNames(order: Order): Order {
  const nameOf = (statement: string): string | undefined =>
    /\bimport\s+\(?\s*(\w+)/.exec(statement)?.[1];
  return (one, other) => {
    const [name, counterpart] = [nameOf(one), nameOf(other)];
    const areNamed = name !== undefined && counterpart !== undefined;
    return order(one, other) || (areNamed ? byKind(name, counterpart) : 0);
  };
}

function moduleOf(statement: string): string {
  const module = /^(?:from|import)\s+([\w.]+)/.exec(statement)?.[1] ?? '';
  return module.toLowerCase();
}
