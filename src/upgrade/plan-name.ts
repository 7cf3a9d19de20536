// Specs: spec/upgrade/index.spec.ts
import { placeOf } from '../rules/outcome';
import { mergedFile } from '../difference/merged-file';
import { memberOf } from '../difference/merged-member';
import type { Edit } from '../edit';
import { type Generated, isSameText, isWhole, type Lines, type Manifest } from '../manifest/format';
import type { Members } from '../manifest/kept-text';
import type { Project } from '../project/project';
import { type GeneratedPiece, importsUsed, pieceOf } from '../python/generated';
import { indentationAt } from '../python/lines';
import { carry, type PartFile, type PartFiles } from '../rules/difference';
import type { Conflict } from '../rules/outcome';
import { codeOf } from '../changing/model-uses';

/** What an upgrade does to what was generated under a name. */
export interface NamePlan {
  readonly edits: readonly Edit[];
  /** The files with conflicts, with marks around both versions; undefined if one of them cannot be read. */
  readonly marked: ReadonlyMap<string, string> | undefined;
  /** Where a person changed what changes: `app/routes/posts/routes.py:12: return 1`. */
  readonly conflicts: readonly string[];
  /** Files of which nobody knows what they were made from. */
  readonly others: readonly string[];
  /** What stays although it is no longer made, or stays away although it is. */
  readonly notes: readonly string[];
  /** What the manifest keeps of it afterwards. */
  readonly generated: Manifest['generated'];
}

/** What becomes of a file. */
interface FilePlan {
  readonly edit?: Edit;
  readonly note?: string;
  /** Whether nobody knows what it was made from. */
  readonly isOther?: boolean;
  /** What was made of it, and what is made now, if that is to be carried into it. */
  readonly versions?: Readonly<Record<'after' | 'before', PartFile>> | undefined;
  /** What the manifest keeps of it; undefined for nothing. */
  readonly kept: Generated | undefined;
}

/** Compares what was generated under a name with what would be now, and with its files as they are. */
export async function planName(
  project: Project,
  stored: Manifest['generated'],
  made: Manifest['generated'],
  makes?: Project,
): Promise<NamePlan> {
  const plans = new Map<string, FilePlan>();
  for (const path of new Set([...Object.keys(stored), ...Object.keys(made)])) {
    plans.set(path, await planFile(project, path, [stored[path], made[path]], makes));
  }
  const all = [...plans.values()];
  const filesOf = (when: 'after' | 'before'): PartFiles =>
    new Map(
      [...plans].flatMap(([path, { versions }]) => (versions ? [[path, versions[when]]] : [])),
    );
  const carried = await carry(project, filesOf('before'), filesOf('after'));
  return {
    edits: [...all.flatMap(({ edit }) => edit ?? []), ...carried.edits],
    marked: markedIn(carried.conflicts),
    conflicts: carried.conflicts.map((each) => placeOf(project, each)),
    others: [...plans].flatMap(([path, { isOther }]) => (isOther ? [path] : [])),
    notes: all.flatMap(({ note }) => note ?? []),
    generated: Object.fromEntries(
      [...plans].flatMap(([path, { kept }]) => (kept === undefined ? [] : [[path, kept]])),
    ),
  };
}

function markedIn(conflicts: readonly Conflict[]): NamePlan['marked'] {
  const marked = new Map<string, string>();
  for (const conflict of conflicts) {
    if (conflict.marked === undefined) {
      return undefined;
    }
    marked.set(conflict.path, conflict.marked);
  }
  return marked;
}

async function planFile(
  project: Project,
  path: string,
  [before, after]: readonly [before: Generated | undefined, after: Generated | undefined],
  makes: Project | undefined,
): Promise<FilePlan> {
  if (before !== undefined && after === undefined) {
    return isWhole(before) ? planGone(project, path, before) : { kept: undefined };
  }
  if (isWhole(after) && before === undefined) {
    return planNew(project, path, after);
  }
  if (isWhole(after) && isWhole(before)) {
    const versions = {
      before: { content: before.join('\n') },
      after: { content: after.join('\n') },
    };
    const isGone = !project.has(path) && versions.before.content !== versions.after.content;
    const note = `${path} has changed, but you removed it, so it stays away.`;
    return { versions, kept: after, ...(isGone && { note }) };
  }
  return isWhole(before) || isWhole(after) || after === undefined || makes === undefined
    ? { kept: before }
    : { versions: await membersOf(project, path, [before ?? {}, after], makes), kept: after };
}

/** A file that is made now, and was not before. */
function planNew(project: Project, path: string, after: Lines): FilePlan {
  const now = project.read(path)?.toString();
  const content = after.join('\n');
  if (now === undefined || isSameText(after, now)) {
    return now === undefined
      ? { edit: { kind: 'create', path, content }, kept: after }
      : { kept: after };
  }
  return { isOther: true, kept: undefined };
}

/** A file that is no longer made. */
async function planGone(project: Project, path: string, before: Lines): Promise<FilePlan> {
  const now = project.read(path);
  if (now === undefined) {
    return { kept: undefined };
  }
  if (namedElsewhere(project, path) !== undefined) {
    return { kept: before };
  }
  // What a formatter did to it is no change.
  const versions = { now, before: before.join('\n'), after: '' };
  const merged = await mergedFile(path, versions, project);
  return 'content' in merged && merged.content.trim() === ''
    ? { edit: { kind: 'delete', path }, kept: undefined }
    : {
        note: `${path} is no longer made. It stays, because you changed it.`,
        kept: undefined,
      };
}

/** Functions, classes and methods in a file that something else made, in the order in which they are made now. */
async function membersOf(
  project: Project,
  path: string,
  [before, after]: readonly [before: Members, after: Members],
  makes: Project,
): Promise<FilePlan['versions']> {
  const [now, made] = [await project.source(path), await makes.source(path)];
  const [had, has] = [new Map<string, GeneratedPiece>(), new Map<string, GeneratedPiece>()];
  if (!now || !made) {
    return undefined;
  }
  const members = Object.entries(after).flatMap(([name, lines]) => {
    const statement = memberOf(made, name)?.statement;
    return statement ? [{ name, lines, statement }] : [];
  });
  members.sort((one, other) => one.statement.startIndex - other.statement.startIndex);
  for (const { lines, name, statement } of members) {
    const { length } = indentationAt(made.text, statement.startIndex);
    const unindented = (text: Lines): string => text.map((line) => line.slice(length)).join('\n');
    const earlier = before[name] && unindented(before[name]);
    const isSame = earlier === unindented(lines);
    if (earlier !== undefined) {
      had.set(name, {
        code: earlier,
        imports: isSame ? [] : importsUsed(now, now.treeOf(earlier)),
      });
    }
    has.set(name, isSame ? { code: earlier, imports: [] } : pieceOf(made, statement, length));
  }
  return { before: { content: had }, after: { content: has } };
}

/** A file of the application or of its tests that names a module or a template; undefined if none does. */
function namedElsewhere(project: Project, path: string): string | undefined {
  const { templates } = project.layout;
  const isMeant = path.endsWith('.py')
    ? importing(path.replace(/(\/__init__)?\.py$/, ''))
    : (text: string): boolean => text.includes(path.replace(`${templates}/`, ''));
  return codeOf(project).find((each) => each !== path && isMeant(project.text(each)));
}

/** Whether a text imports a module: `from app.records import …`, `from . import records`. */
function importing(module: string): (text: string) => boolean {
  const [name = ''] = module.split('/').slice(-1);
  const line = new RegExp(`^\\s*(from\\s.*\\b${name}\\b|import\\s.*\\b${name}\\b)`, 'm');
  return (text) => text.includes(name) && line.test(text);
}
