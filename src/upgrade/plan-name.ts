// Specs: spec/upgrade/index.spec.ts
import type { Edit } from '../edit';
import { type Generated, isSameText, isWhole, type Lines, type Manifest } from '../manifest/format';
import { definitionsIn, type Members } from '../manifest/members';
import type { Project } from '../project/project';
import { addMissingImports } from '../python/add-import';
import { namesUsed, partsOf, pieceOf } from '../python/generated';
import type { NewImport } from '../python/import-statement';
import { importsOf } from '../python/imports';
import { indentationAt } from '../python/lines';
import type { Definition } from '../python/queries';
import { PythonSource } from '../python/source';
import { statementAtEnd } from '../python/statement-insertion';
import { withChanged } from '../rules/with-difference';
import { namedElsewhere } from './named-elsewhere';
import { upgradedText } from './upgraded-text';

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
  const upgraded = await upgradedText(path, { now, before, after: [] }, project.lineLength);
  return 'content' in upgraded && upgraded.content.trim() === ''
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
  const upgraded = await upgradedText(path, { now, before, after }, project.lineLength);
  const content = 'content' in upgraded ? upgraded.content : upgraded.marked;
  const edit: Edit = { kind: 'replace', path, content };
  if ('conflicts' in upgraded) {
    return { conflicts: upgraded.conflicts, marked: edit, kept: after };
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
    const wanted = made && definitionsIn(made).get(name);
    if (source && wanted && had?.join('\n') !== lines.join('\n')) {
      const changed = await withMember(source, name, had, { source: made, ...wanted });
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

/** A definition of what is made now, in its file. */
interface MadeMember extends Definition {
  readonly source: PythonSource;
}

/** A file with what a definition is now; or the lines that are in the way. What a person removed stays away. */
async function withMember(
  source: PythonSource,
  name: string,
  before: Lines | undefined,
  { source: makes, statement }: MadeMember,
): Promise<PythonSource | readonly number[]> {
  const definitions = definitionsIn(source);
  const own = definitions.get(name)?.statement;
  const { length } = indentationAt(makes.text, statement.startIndex);
  const after = pieceOf(makes, statement, length);
  if (own === undefined) {
    const owner = definitions.get(name.replace(/\.[^.]*$/, ''));
    const block = name.includes('.') ? owner?.body : source.root;
    const isNew = before === undefined && block !== undefined;
    return isNew
      ? addMissingImports(source.insert(statementAtEnd(source, block, after.code)), after.imports)
      : source;
  }
  const code = (before ?? []).map((line) => line.slice(length)).join('\n');
  return withChanged(source, own, {
    before: { code, imports: importsUsedBy(source, code) },
    after,
  });
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
