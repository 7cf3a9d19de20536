// Specs: spec/manifest/changes.spec.ts
import { withAdded } from '../merge';
import { classesOf, type Definition, functionsOf } from '../python/queries';
import { PythonSource, SourceError } from '../python/source';
import { scopeOf } from '../python/statements';
import { type Generated, type Home, isSameText, isWhole, type Lines, linesOf } from './format';

/** Two versions of a text. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
}

/**
 * What the manifest keeps of a text once a run has changed it; undefined if the change does not fit.
 *
 * @param isYielding Whether what is in its way gives way.
 */
export async function changedLines(
  stored: Lines,
  { after, before }: TextChange,
  isYielding = false,
): Promise<Lines | undefined> {
  if (isSameText(stored, before)) {
    return linesOf(after);
  }
  const [now, from, to] = [stored.join('\n'), before, after].map((text) =>
    Buffer.from(text.replaceAll('\r\n', '\n')),
  );
  const merge = now && from && to && (await withAdded([now, from, to], false, isYielding));
  return merge && 'content' in merge ? linesOf(merge.content.toString()) : undefined;
}

/** The functions, classes and methods that were put into a file: `reports`, `PostController.show`. */
export type Members = Readonly<Record<string, Lines>>;

const DEFINITION = /^[ \t]*(?:async def|def|class) /gm;

/** What the manifest keeps of a file that somebody else made, once a run has changed it. */
async function changedMembers(
  stored: Members | undefined,
  path: string,
  { after, before }: TextChange,
): Promise<Members | undefined> {
  const hasNew = after.match(DEFINITION)?.length !== before.match(DEFINITION)?.length;
  if (!path.endsWith('.py') || !(stored || hasNew)) {
    return stored;
  }
  const [had, has] = [await membersOf(path, before), await membersOf(path, after)];
  const kept = new Map<string, Lines>();
  for (const [name, lines] of Object.entries(stored ?? {})) {
    const [from, to] = [had.get(name), has.get(name)];
    if (to !== undefined || from === undefined) {
      const isKept = from === undefined || to === undefined || from === to;
      kept.set(
        name,
        isKept ? lines : ((await changedLines(lines, { before: from, after: to })) ?? lines),
      );
    }
  }
  for (const [name, text] of has) {
    const [owner] = name.split('.');
    const isOfNewClass = owner !== undefined && owner !== name && !had.has(owner);
    if (!had.has(name) && !isOfNewClass) {
      kept.set(name, linesOf(text));
    }
  }
  return kept.size > 0 ? Object.fromEntries(kept) : undefined;
}

/** The functions and classes of a module, and the methods of its classes, each with its whole lines. */
export async function membersOf(path: string, text: string): Promise<ReadonlyMap<string, string>> {
  const source = await PythonSource.parseOrError(path, text);
  return source instanceof SourceError
    ? new Map()
    : new Map([...definitionsIn(source)].map(([name, each]) => [name, linesAt(source, each)]));
}

/** The functions and classes of a module, and the methods of its classes: `reports`, `PostController.show`. */
export function definitionsIn(source: PythonSource): ReadonlyMap<string, Definition> {
  const named = ({ name, node }: Definition): string | undefined => {
    const scope = scopeOf(node);
    const owner = scope.type === 'class_definition' ? scope.child('name')?.text : undefined;
    return scope === source.root
      ? name
      : owner !== undefined && scopeOf(scope) === source.root
        ? `${owner}.${name}`
        : undefined;
  };
  return new Map(
    [...classesOf(source), ...functionsOf(source)].flatMap((each): [string, Definition][] => {
      const name = named(each);
      return name === undefined ? [] : [[name, each]];
    }),
  );
}

/** The whole lines of a definition, with its decorators. */
export function linesAt(
  { text }: PythonSource,
  { statement }: Pick<Definition, 'statement'>,
): string {
  return text.slice(text.lastIndexOf('\n', statement.startIndex) + 1, statement.endIndex);
}

/** Files that no manifest holds: secrets, data, migrations, lock files and the built stylesheet. */
const LEFT_OUT =
  /(^|\/)(\.env|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$|^instance\/|(^|\/)(migrations|alembic)\/versions\/|(^|\/)static\/css\/app\.css$/;

/** Whether a manifest may hold a file. */
export function isKept(path: string): boolean {
  return !LEFT_OUT.test(path);
}

/** What a run did to a file. */
export interface FileChange {
  /** What the file belongs to: the first of these that knows it, else the first one. */
  readonly homes: readonly Home[];
  /** Undefined if the run made the file. */
  readonly before: string | undefined;
  /** Undefined if it deleted the file. */
  readonly after: string | undefined;
  /** Whether the run made all of the text. */
  readonly isWhole: boolean;
}

/** A difference in what is generated of a file: in all of it, or in one of its members. */
export interface MemberChange extends TextChange {
  readonly member: string | undefined;
}

/** What a run did to a file, and wanted to do. */
interface KeptChange {
  readonly change: FileChange | undefined;
  readonly difference: TextChange | undefined;
  /** What it could not do to functions, classes and methods. */
  readonly members: readonly MemberChange[];
  /** Hears of a difference that does not fit the text that the manifest has. */
  readonly unfit: () => void;
}

/** What a manifest keeps of a file after a run; undefined for nothing. */
export async function keptOf(
  path: string,
  stored: Generated | undefined,
  change: KeptChange,
): Promise<Generated | undefined> {
  let kept = await keptOfFile(path, stored, change);
  for (const { member, ...difference } of change.members) {
    if (isWhole(kept)) {
      kept = (await changedLines(kept, difference)) ?? kept;
    } else if (kept && member !== undefined && kept[member]) {
      kept = { ...kept, [member]: (await changedLines(kept[member], difference)) ?? kept[member] };
    }
  }
  return kept;
}

async function keptOfFile(
  path: string,
  stored: Generated | undefined,
  { change, difference, unfit }: KeptChange,
): Promise<Generated | undefined> {
  const { after, before } = change ?? {};
  if (change && after === undefined) {
    return undefined;
  }
  if (after !== undefined && (before === undefined || change?.isWhole)) {
    return linesOf(after);
  }
  if (!isWhole(stored)) {
    return before === undefined || after === undefined
      ? stored
      : changedMembers(stored, path, { before, after });
  }
  const made = before === undefined || after === undefined ? undefined : { before, after };
  const wanted = difference ?? made;
  const changed = wanted ? await changedLines(stored, wanted) : stored;
  // What another resource added to the file is not in this text, and a line of the difference may be within it.
  const lines = changed && ((await isPython(path, changed)) ? changed : stored);
  if (!lines && difference) {
    unfit();
  }
  return lines ?? stored;
}

async function isPython(path: string, lines: Lines): Promise<boolean> {
  const isOther = !path.endsWith('.py');
  return (
    isOther || (await PythonSource.parseOrError(path, lines.join('\n'))) instanceof PythonSource
  );
}
