// Specs: spec/add-field/index.spec.ts
import type { Field } from '../fields/field';
import { attributesOf } from '../fields/field-list';
import type { Merge } from '../merge/lines';
import { addedText, withAdded } from '../merge/with-added';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { fit } from '../python/fit';
import { PythonSource } from '../python/source';
import { SourceError } from '../python/source-error';
import { info, NOTHING, type Outcome, warning } from '../rules/outcome';

/** A file as it would be made without new columns, and with them. */
export interface Carried {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Matches what a file says of an attribute that it has already. */
  readonly mention: (attribute: string) => RegExp;
}

/**
 * Makes the difference that fields make to a generated file in the file as a person has it. If both changed the same
 * lines, the file stays, and the note has the lines to add.
 */
export async function carry(
  project: Project,
  fields: readonly Field[],
  { path, before, after, mention }: Carried,
): Promise<Outcome> {
  const now = project.read(path);
  if (now === undefined || before === after) {
    return NOTHING;
  }
  const text = now.toString();
  const has = (field: Field): boolean =>
    attributesOf(field).some((attribute) => mention(attribute).test(text));
  if (fields.every(has)) {
    return NOTHING;
  }
  const versions = await Promise.all([before, after].map((each) => fitted(project, path, each)));
  const [from = now, to = now] = versions.map((each) => Buffer.from(each));
  // Beside a field that the file has already, the addition may be a change of the same lines.
  const merge = await checked(path, await withAdded([now, from, to], fields.some(has)));
  if ('content' in merge) {
    const content = merge.content.toString();
    return content === text ? NOTHING : { edits: [{ kind: 'replace', path, content }], notes: [] };
  }
  const names = enumeration(fields.filter((field) => !has(field)).map(({ name }) => name));
  const lines = (await addedText(from, to)).trimEnd();
  const places = merge.conflicts.map((line) => `${path}:${line}`);
  return {
    edits: [],
    notes: [
      lines === ''
        ? info(`${enumeration(places)} stays as it is, because it was changed there.`)
        : warning(
            `${enumeration(places)} was changed where ${names} belongs, so the file stays. Add by hand:\n${lines}`,
          ),
    ],
  };
}

/** The generated text in the style of the file. */
async function fitted(project: Project, path: string, text: string): Promise<string> {
  if (path.endsWith('.py')) {
    const source = await project.source(path);
    return source ? fit(source, text, '') : text;
  }
  const now = project.text(path);
  const isCrlf = now.includes('\r\n') && !/(?<!\r)\n/.test(now);
  return isCrlf ? text.replaceAll('\n', '\r\n') : text;
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
  try {
    await PythonSource.parse(path, merge.content);
    return merge;
  } catch (error) {
    if (error instanceof SourceError) {
      return { conflicts: [error.line ?? 1] };
    }
    throw error;
  }
}
