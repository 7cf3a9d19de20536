// Specs: spec/rules/guard-pairs.spec.ts
import { changedLines, linesAt, type TextChange } from '../manifest/kept-text';
import { type Home, isSameText, isWhole } from '../manifest/format';
import { addedText } from '../merge';
import { actionOf } from '../naming/actions';
import { type Guard, isOwners } from '../naming/guards';
import type { Project } from '../project/project';
import type { GeneratedPiece } from '../python/generated';
import { lineEnd, lineStart } from '../python/lines';
import type { Node } from '../python/node';
import { PythonSource } from '../python/source';
import { mergedFile } from '../difference/merged-file';
import {
  type MergedSource,
  memberOf,
  type PieceVersions,
  textAt,
  withChanged,
  withMember,
} from '../difference/merged-member';
import { marksAround, withOwnTexts } from '../difference/merged-texts';
import { allChanges, type Conflict, NO_CHANGE, type Outcome, type PartsChange } from './outcome';

/** What is generated in a file. */
export interface PartFile {
  /** Its text, or the functions, classes and methods in it by name: `PostController.show`. */
  readonly content: string | ReadonlyMap<string, GeneratedPiece>;
  /** What the file belongs to, if that is not what the run changes. */
  readonly home?: Home | undefined;
  /** What it needs in other files, if it comes from this earlier version. */
  readonly needs?: (before: PartFile) => Outcome;
}

/** What is generated in files, by path. */
export type PartFiles = ReadonlyMap<string, PartFile>;

/** How a difference is carried into files. */
export interface Carrying {
  /** Gives an earlier text the names that its project has by now. */
  readonly renamed?: Renaming | undefined;
  /** How much of the difference a file or a method has already: a person wrote it, or an earlier run. */
  readonly has?: (path: string, now: Node | string) => Share;
  /** Whether a file that nobody changed becomes what would be made now, where the difference does not fit. */
  readonly renews?: boolean;
  /** A guard that limits methods of a resource to owners: these must be as generated. */
  readonly guarded?: { readonly guard: Guard; readonly resource: string } | undefined;
}

/** Gives a text the names that its project has by now. */
export type Renaming = (path: string, text: string) => Promise<string>;

type Share = 'all' | 'nothing' | 'some';

/**
 * Makes the difference between what is generated before a change and after it in the files, which a person may have changed,
 * and in what the manifest keeps of them.
 */
export async function carry(
  project: Project,
  before: PartFiles,
  after: PartFiles,
  carrying: Carrying = {},
): Promise<PartsChange> {
  const changes: PartsChange[] = [];
  for (const [path, file] of after) {
    const earlier = before.get(path);
    if (earlier && project.has(path)) {
      const change = await carryFile(project, path, earlier, file, carrying);
      const needs = change.edits.length > 0 && file.needs ? file.needs(earlier) : NO_CHANGE;
      changes.push({ ...needs, conflicts: [] }, change);
    }
  }
  return allChanges(changes);
}

function carryFile(
  project: Project,
  path: string,
  { content: before }: PartFile,
  { content: after, home }: PartFile,
  carrying: Carrying,
): Promise<PartsChange> | PartsChange {
  if (typeof before === 'string' && typeof after === 'string') {
    return before === after
      ? NO_CHANGE
      : carryText(project, path, { after, before }, home, carrying);
  }
  return typeof before === 'string' || typeof after === 'string'
    ? NO_CHANGE
    : carryMembers(project, path, before, after, carrying);
}

async function carryText(
  project: Project,
  path: string,
  change: TextChange,
  home: Home | undefined,
  { has, renamed, renews = false }: Carrying,
): Promise<PartsChange> {
  const now = project.read(path) ?? Buffer.alloc(0);
  project.changes.wanted(path, change, home);
  const source = has && path.endsWith('.py') ? await project.source(path) : undefined;
  const text = now.toString();
  const known = has?.(path, source?.root ?? text) ?? 'nothing';
  if (known === 'all' || (home && hasList(text, change))) {
    return NO_CHANGE;
  }
  const before = (await renamed?.(path, change.before)) ?? change.before;
  const after = renamed ? await withOwnTexts(text, before, change.after) : change.after;
  // Beside what the file has already, an addition may be a change of the same lines.
  const options = { isStrict: known === 'some', lineLength: project.lineLength };
  const merged = await mergedFile(path, { now, before, after }, options);
  if ('content' in merged) {
    return replaced(project, path, merged.content);
  }
  if (renews && project.changes.isUnchanged(path, text, home)) {
    return { ...NO_CHANGE, edits: [{ kind: 'replace', path, content: after, isGenerated: true }] };
  }
  const kept = await keptChange(project, path, change, home);
  const again = kept && (await mergedFile(path, { now, ...kept }, options));
  if (kept && again && 'content' in again) {
    project.changes.wanted(path, kept, home);
    return replaced(project, path, again.content);
  }
  const added = await addedText(Buffer.from(before), Buffer.from(after));
  const { conflicts, marked } = merged;
  return conflicting(conflicts.map((line) => ({ path, line, added, marked })));
}

/**
 * A difference from what the manifest has of a file: views that came since may have changed what would be made before the run,
 * and not the file. Undefined if it has nothing else.
 */
async function keptChange(
  { changes }: Project,
  path: string,
  change: TextChange,
  home: Home | undefined,
): Promise<TextChange | undefined> {
  const kept = changes.generatedIn(path, home);
  if (!isWhole(kept) || isSameText(kept, change.before)) {
    return undefined;
  }
  const next = await changedLines(kept, change, true);
  return next && { before: kept.join('\n'), after: next.join('\n') };
}

/** What leads to a list, or shows a part of it. */
const LISTING = /newest\("[\w.]+"|url_for\('[\w.]+\.index'/g;

/** Whether the page of a record has a link already to one of the lists that come to it. */
function hasList(now: string, { after, before }: TextChange): boolean {
  const lists = after.match(LISTING) ?? [];
  return lists.some((each) => !before.includes(each) && now.includes(each));
}

async function carryMembers(
  project: Project,
  path: string,
  before: ReadonlyMap<string, GeneratedPiece>,
  after: ReadonlyMap<string, GeneratedPiece>,
  carrying: Carrying,
): Promise<PartsChange> {
  const first = await project.source(path);
  if (first === undefined) {
    return NO_CHANGE;
  }
  const order = [...after.keys()];
  const conflicts: Conflict[] = [];
  const unfit = new Map<string, PieceVersions>();
  let source = first;
  for (const name of new Set([...order, ...before.keys()])) {
    const versions = { before: before.get(name), after: after.get(name) };
    if (versions.before?.code === versions.after?.code) {
      continue;
    }
    const changed = await carryMember(project, source, name, versions, order, carrying);
    if (changed instanceof PythonSource) {
      source = changed;
    } else {
      const rows = (each: PythonSource): number => memberOf(each, name)?.statement.row ?? 0;
      const moved = rows(first) - rows(source);
      const member = name.replace(/^.*\./, '');
      const [from, to] = [versions.before, versions.after].map((piece) => piece?.code ?? '');
      const added = await addedText(Buffer.from(from ?? ''), Buffer.from(to ?? ''));
      unfit.set(name, versions);
      conflicts.push(...changed.map((line) => ({ path, line: line + moved, member, added })));
    }
  }
  await rememberUnfit(project, path, unfit, order);
  const marked = withMarks(source, unfit);
  return allChanges([
    replaced(project, path, source.toString()),
    conflicting(conflicts.map((conflict) => ({ ...conflict, marked }))),
  ]);
}

/** A file with marks around the versions of these members of it. */
function withMarks(source: PythonSource, members: ReadonlyMap<string, PieceVersions>): string {
  const marked = [...members].flatMap(([name, versions]) => {
    const statement = memberOf(source, name)?.statement;
    return statement ? [{ statement, versions }] : [];
  });
  marked.sort((one, other) => other.statement.startIndex - one.statement.startIndex);
  return marked.reduce((text, { statement, versions }) => {
    const start = lineStart(text, statement.startIndex);
    const end = lineEnd(text, statement.endIndex);
    const [before, after] = [versions.before, versions.after].map((piece) =>
      piece ? text.slice(start, statement.startIndex) + textAt(source, statement, piece) : '',
    );
    const marks = marksAround([text.slice(start, end), before ?? '', after ?? '']);
    return text.slice(0, start) + marks.trimEnd() + text.slice(end);
  }, source.text);
}

/** Has the manifest keep members as they are to be, though the file could not take that. */
async function rememberUnfit(
  project: Project,
  path: string,
  members: ReadonlyMap<string, PieceVersions>,
  order: readonly string[],
): Promise<void> {
  const stored = project.changes.generatedIn(path);
  for (const [name, versions] of stored ? members : []) {
    const owner = name.includes('.') ? `class ${name.replace(/\..*$/, '')}:\n` : '';
    const lines = isWhole(stored) ? stored : stored?.[name];
    const before = lines?.join('\n') ?? '';
    const text = isWhole(stored) ? before : owner + before;
    const source = await PythonSource.parse(path, text, project.lineLength);
    const changed = await withMember(source, name, versions, order);
    const own = changed instanceof PythonSource ? memberOf(changed, name) : undefined;
    if (changed instanceof PythonSource && own) {
      const after = isWhole(stored) ? changed.toString() : linesAt(changed, own);
      const member = isWhole(stored) ? undefined : name;
      project.changes.wantedMember(path, { member, before, after });
    }
  }
}

async function carryMember(
  project: Project,
  source: PythonSource,
  name: string,
  versions: PieceVersions,
  order: readonly string[],
  { guarded, has, renamed }: Carrying,
): Promise<MergedSource> {
  const own = memberOf(source, name);
  const { after, before } = versions;
  const known = (own && has?.(source.path, own.node)) ?? 'nothing';
  if (known === 'all') {
    return source;
  }
  if (own && guarded && !(await isFit(project, source, name, versions, guarded))) {
    return [own.statement.row + 1];
  }
  if (renamed === undefined) {
    return withMember(source, name, versions, order, known === 'some');
  }
  // Methods differ in names alone where these change, and have the new ones by now.
  return own && before && after && !name.includes('.')
    ? withChanged(source, own.statement, before, after, {
        renamed: (file) => renamed(source.path, file),
      })
    : source;
}

/** Whether a method is as generated, or as it is to be, if a guard limits it to owners. */
async function isFit(
  project: Project,
  source: PythonSource,
  name: string,
  { after, before }: PieceVersions,
  { guard, resource }: NonNullable<Carrying['guarded']>,
): Promise<boolean> {
  const own = memberOf(source, name);
  const action = actionOf(name.replace(/^.*\./, ''));
  if (!own || action === undefined || !isOwners(guard, action)) {
    return true;
  }
  const { statement } = own;
  const texts = [before, after].map((piece) => piece && textAt(source, statement, piece));
  return (
    texts.includes(statement.text) ||
    project.changes.isMemberAsGenerated({ resource }, source.path, name, linesAt(source, own))
  );
}

function replaced(project: Project, path: string, content: string): PartsChange {
  const isSame = content === project.text(path);
  return isSame ? NO_CHANGE : { ...NO_CHANGE, edits: [{ kind: 'replace', path, content }] };
}

function conflicting(conflicts: readonly Conflict[]): PartsChange {
  return { ...NO_CHANGE, conflicts };
}
