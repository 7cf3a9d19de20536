// Specs: spec/add-field/index.spec.ts
import { isCrlf } from '../line-ends';
import type { TextChange } from '../manifest/changed-text';
import type { Home } from '../manifest/format';
import { addMissingImports } from '../python/add-import';
import { type GeneratedPiece, usesName } from '../python/generated';
import { localName, type NewImport } from '../python/import-statement';
import { indentationAt } from '../python/lines';
import { withoutImport } from '../python/removal';
import { fit } from '../python/statement-insertion';
import { PythonSource, SourceError } from '../python/source';
import { addedText, type Merge, withAdded } from '../merge';
import type { Field } from '../fields/words';
import { attributesOf } from '../fields/field-list';
import { enumeration } from '../naming/spelling';
import { templateOf } from '../layout/jinja';
import type { Project } from '../project/project';
import { type Node, stringValue } from '../python/node';
import { edited, info, noted, NOTHING, type Outcome, warning } from './outcome';

/** A file of a person with the difference between two generated texts. */
export interface WithDifference {
  readonly merge: Merge;
  /** The text that only the later version has. */
  readonly added: () => Promise<string>;
}

/**
 * Makes the difference between two generated texts in the file that one of them became, and that a person may have changed.
 *
 * @param isStrict Whether two additions in one place are a conflict: they may be the same.
 * @param home What the file belongs to, if that is not what the run makes.
 */
export async function withDifference(
  project: Project,
  path: string,
  { after, before }: TextChange,
  { home, isStrict = false }: { readonly home?: Home; readonly isStrict?: boolean } = {},
): Promise<WithDifference> {
  const now = project.read(path) ?? Buffer.alloc(0);
  const versions = await Promise.all([before, after].map((each) => fitted(project, path, each)));
  const [from = now, to = now] = versions.map((each) => Buffer.from(each));
  project.changes.wanted(path, { before: from.toString(), after: to.toString() }, home);
  return {
    merge: await checked(path, await withAdded([now, from, to], isStrict)),
    added: () => addedText(from, to),
  };
}

/** The generated text in the style of the file. */
async function fitted(project: Project, path: string, text: string): Promise<string> {
  if (path.endsWith('.py')) {
    const source = await project.source(path);
    return source ? fit(source, text, '') : text;
  }
  return isCrlf(project.text(path)) ? text.replaceAll('\n', '\r\n') : text;
}

/** A merge that would lose bytes, or is no longer Python, is a conflict. */
async function checked(path: string, merge: Merge): Promise<Merge> {
  if (!('content' in merge)) {
    return merge;
  }
  const isText = Buffer.from(merge.content.toString()).equals(merge.content);
  if (!isText || !path.endsWith('.py')) {
    return isText ? merge : { conflicts: [1] };
  }
  const source = await PythonSource.parseOrError(path, merge.content);
  return source instanceof SourceError ? { conflicts: [source.line ?? 1] } : merge;
}

/** A piece of code as it would be made before a change, and after it. */
type PieceVersions = Readonly<Record<'after' | 'before', GeneratedPiece>>;

/** Code in the style of a file, at the place of a statement. */
export function textAt(
  source: PythonSource,
  { startIndex }: Node,
  { code }: GeneratedPiece,
): string {
  const indentation = indentationAt(source.text, startIndex);
  return fit(source, code, indentation).slice(indentation.length);
}

/**
 * A file with the difference between two versions of one of its statements, and of the imports that these need; or the
 * lines that are in its way.
 *
 * @param renamed Gives the earlier file the names that its project has by now.
 */
export async function withChanged(
  source: PythonSource,
  statement: Node,
  { after, before }: PieceVersions,
  renamed = (file: string): Promise<string> => Promise.resolve(file),
): Promise<PythonSource | readonly number[]> {
  const now = source.toString();
  const mark = now.length - source.text.length;
  const fileWith = (piece: GeneratedPiece): string =>
    now.slice(0, mark + statement.startIndex) +
    textAt(source, statement, piece) +
    now.slice(mark + statement.endIndex);
  const versions = [now, await renamed(fileWith(before)), fileWith(after)] as const;
  const [own, from, to] = versions.map((text) => Buffer.from(text));
  const merge = own && from && to ? await withAdded([own, from, to]) : { conflicts: [] };
  if (!('content' in merge)) {
    return merge.conflicts;
  }
  const merged = await PythonSource.parseOrError(
    source.path,
    merge.content,
    source.style.lineLength,
  );
  if (merged instanceof SourceError) {
    return [statement.row + 1];
  }
  const isUsed = (wanted: NewImport): boolean => usesName(merged.root, localName(wanted));
  const kept = after.imports.map(localName);
  return before.imports
    .filter((wanted) => !kept.includes(localName(wanted)) && !isUsed(wanted))
    .map(localName)
    .reduce(withoutImport, addMissingImports(merged, after.imports.filter(isUsed)));
}

/** A file as it would be made without new columns, and with them. */
interface Carried {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Matches what has the attributes in a page: `post`, or its form. In Python, they are keys: `{"title": …}`. */
  readonly owner?: RegExp;
}

/**
 * Makes the difference that fields make to a generated file in the file as a person has it. If both changed the same
 * lines, the file stays, and the note has the lines to add.
 */
export async function carry(
  project: Project,
  fields: readonly Field[],
  { path, before, after, owner }: Carried,
): Promise<Outcome> {
  const now = project.read(path);
  if (now === undefined || before === after) {
    return NOTHING;
  }
  project.changes.wanted(path, { before, after });
  const text = now.toString();
  const source = owner ? undefined : await project.source(path);
  const known = owner ? attributesIn(path, text, owner) : source ? keysIn(source) : [];
  const has = (field: Field): boolean => attributesOf(field).some((name) => known.includes(name));
  if (fields.every(has)) {
    return NOTHING;
  }
  // Beside a field that the file has already, the addition may be a change of the same lines.
  const { added, merge } = await withDifference(
    project,
    path,
    { before, after },
    { isStrict: fields.some(has) },
  );
  if ('content' in merge) {
    const content = merge.content.toString();
    return content === text ? NOTHING : edited([{ kind: 'replace', path, content }]);
  }
  const names = enumeration(fields.filter((field) => !has(field)).map(({ name }) => name));
  const lines = (await added()).trimEnd();
  const places = merge.conflicts.map((line) => `${path}:${line}`);
  return noted(
    lines === ''
      ? info(`${enumeration(places)} stays as it is, because it was changed there.`, places[0])
      : warning(
          `${enumeration(places)} was changed where ${names} would go, so the file stays. Add by hand:\n${lines}`,
          places[0],
        ),
  );
}

/** The attributes that the code of a template names: comments, strings and what it shows as it is do not count. */
function attributesIn(path: string, content: string, owner: RegExp): string[] {
  const code = [...templateOf(path, content).text.matchAll(/\{[{%][^]*?[}%]\}/g)].join('\n');
  const related = /\brelated\(["'](\w+)["']\)/g;
  const attribute = new RegExp(`\\b(?:${owner.source})\\.(\\w+)`, 'g');
  const named = [
    ...code.matchAll(related),
    ...code.replace(/"[^"\n]*"|'[^'\n]*'/g, '""').matchAll(attribute),
  ];
  return named.map(([, name = '']) => name);
}

/** The keys of the dictionaries in a module. */
function keysIn({ root }: PythonSource): string[] {
  return root.descendants('pair').flatMap((pair) => stringValue(pair.child('key')) ?? []);
}
