// Specs: spec/upgrade/index.spec.ts
import { mergedFile } from '../difference/merged-file';
import { memberOf, withMember } from '../difference/merged-member';
import type { Edit } from '../edit';
import { type Generated, isSameText, isWhole, type Lines, type Manifest } from '../manifest/format';
import type { Members } from '../manifest/members';
import type { Project } from '../project/project';
import { namesUsed, partsOf, pieceOf } from '../python/generated';
import type { NewImport } from '../python/import-statement';
import { importsOf } from '../python/imports';
import { indentationAt } from '../python/lines';
import { PythonSource } from '../python/source';
import { namedElsewhere } from './named-elsewhere';

/** What an upgrade does to what was generated under a name. */
export interface NamePlan {
  readonly edits: readonly Edit[];
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
  /** What is written in its place if conflicts are marked. */
  readonly marked?: Edit;
  readonly conflicts?: readonly number[];
  readonly note?: string;
  /** Whether nobody knows what it was made from. */
  readonly isOther?: boolean;
  /** What the manifest keeps of it; undefined for nothing. */
  readonly kept: Generated | undefined;
}

/** Compares what was generated under a name with what would be now, and with its files as they are. */
export async function planName(
  project: Project,
  stored: Manifest['generated'],
  made: Manifest['generated'],
  markers: boolean,
  makes?: Project,
): Promise<NamePlan> {
  const edits: Edit[] = [];
  const conflicts: string[] = [];
  const notes: string[] = [];
  const others: string[] = [];
  const generated: Record<string, Generated> = {};
  for (const path of new Set([...Object.keys(stored), ...Object.keys(made)])) {
    const plan = await planFile(project, path, [stored[path], made[path]], makes);
    const places = plan.conflicts ?? [];
    const edit = places.length > 0 && markers ? plan.marked : plan.edit;
    edits.push(...(edit ? [edit] : []));
    conflicts.push(...places.map((line) => placeAt(project, path, line)));
    others.push(...(plan.isOther ? [path] : []));
    notes.push(...(plan.note === undefined ? [] : [plan.note]));
    if (plan.kept !== undefined) {
      generated[path] = plan.kept;
    }
  }
  return { edits, conflicts, others, notes, generated };
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
  if (isWhole(after) && (before === undefined || isWhole(before))) {
    return before === undefined
      ? planNew(project, path, after)
      : planChanged(project, path, before, after);
  }
  return isWhole(before) || isWhole(after) || after === undefined || makes === undefined
    ? { kept: before }
    : planMembers(project, path, [before ?? {}, after], makes);
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

async function planChanged(
  project: Project,
  path: string,
  before: Lines,
  after: Lines,
): Promise<FilePlan> {
  const now = project.read(path);
  const isSame = isSameText(before, after.join('\n'));
  if (isSame || now === undefined) {
    const note = `${path} has changed, but you removed it, so it stays away.`;
    return isSame ? { kept: after } : { note, kept: after };
  }
  const versions = { now, before: before.join('\n'), after: after.join('\n') };
  const merged = await mergedFile(path, versions, project);
  const content = 'content' in merged ? merged.content : merged.marked;
  const edit: Edit = { kind: 'replace', path, content };
  if ('conflicts' in merged) {
    return { conflicts: merged.conflicts, marked: edit, kept: after };
  }
  return content === now.toString() ? { kept: after } : { edit, kept: after };
}

/** Functions, classes and methods in a file that something else made. */
async function planMembers(
  project: Project,
  path: string,
  [before, kept]: readonly [before: Members, after: Members],
  makes: Project,
): Promise<FilePlan> {
  const [first, made] = [await project.source(path), await makes.source(path)];
  const conflicts: number[] = [];
  let source = first;
  for (const [name, lines] of Object.entries(kept)) {
    const had = before[name];
    const wanted = made && memberOf(made, name)?.statement;
    if (source && wanted && had?.join('\n') !== lines.join('\n')) {
      const { length } = indentationAt(made.text, wanted.startIndex);
      const code = had?.map((line) => line.slice(length)).join('\n');
      const versions = {
        before: code === undefined ? undefined : { code, imports: importsUsedBy(source, code) },
        after: pieceOf(made, wanted, length),
      };
      const changed = await withMember(source, name, versions, Object.keys(kept));
      source = changed instanceof PythonSource ? changed : source;
      conflicts.push(...(changed instanceof PythonSource ? [] : changed));
    }
  }
  const content = source?.toString() ?? '';
  const isChanged = content !== (first?.toString() ?? '');
  return {
    ...(isChanged && { edit: { kind: 'replace', path, content } }),
    conflicts,
    kept,
  };
}

/** What a file imports and a piece of code uses. */
function importsUsedBy(source: PythonSource, code: string): NewImport[] {
  const used = namesUsed(source.treeOf(code));
  return importsOf(source)
    .filter(({ module, node }) => node.parent === source.root && module !== '__future__')
    .flatMap(partsOf)
    .filter(({ name }) => used.has(name))
    .map(({ wanted }) => wanted);
}

/** `app/forms/post_form.py:12: title = StringField()` */
function placeAt(project: Project, path: string, line: number): string {
  const text = project.text(path).split('\n')[line - 1]?.trim() ?? '';
  return text === '' ? `${path}:${line}` : `${path}:${line}: ${text}`;
}
