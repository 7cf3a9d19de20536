// Specs: spec/add-field/index.spec.ts
import { isCrlf } from '../line-ends';
import type { TextChange } from '../manifest/changed-text';
import type { Home } from '../manifest/format';
import type { Project } from '../project/project';
import { fit } from '../python/statement-insertion';
import { PythonSource, SourceError } from '../python/source';
import { addedText, type Merge, withAdded } from '../merge';

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
