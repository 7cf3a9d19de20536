// Specs: spec/rename-field/index.spec.ts
import type { ResourceParts } from '../add-field/grown-resource';
import type { Edit } from '../edit';
import { withAdded } from '../merge';
import type { Project } from '../project/project';
import { addMissingImports } from '../python/add-import';
import { fileOf, type GeneratedPiece, namesUsed, pieceOf } from '../python/generated';
import { localName } from '../python/import-statement';
import { indentationAt } from '../python/lines';
import { type Definition, findClass } from '../python/queries';
import { withoutImport } from '../python/removal';
import { PythonSource, SourceError } from '../python/source';
import { fit } from '../python/statement-insertion';
import { generatedForm } from '../rules/form';
import { changeFile } from '../rules/changed-parts';
import type { TestsState } from '../view/tests-state';
import type { View } from '../view/view';

/** A generated text before a change of its model, and after it. */
interface PartChange<Text> {
  readonly path: string;
  readonly before: Text;
  readonly after: Text;
}

/** A generated class. */
interface DefinitionChange extends PartChange<GeneratedPiece> {
  readonly find: (source: PythonSource) => Definition | undefined;
}

/** What a change of a model makes different in the parts of its resource. */
export interface PartChanges {
  readonly definitions: readonly DefinitionChange[];
  readonly files: readonly PartChange<string>[];
}

/** Compares the parts of a resource, as they would be made before and after a change. */
export function changesOf(before: ResourceParts, after: ResourceParts): PartChanges {
  const pairs = after.views.flatMap((view): [View, View][] => {
    const earlier = before.views.find(({ names }) => names.view === view.names.view);
    return earlier ? [[earlier, view]] : [];
  });
  const form = pairs.find(([earlier, view]) => earlier.form?.place && view.form?.place);
  return {
    definitions: form ? formChange(...form) : [],
    files: [...pairs.flatMap(pageChange), ...testChanges(before.tests, after.tests)].filter(
      (each) => each.before !== each.after,
    ),
  };
}

function formChange(earlier: View, view: View): DefinitionChange[] {
  const path = view.form?.place?.source.path ?? '';
  const [before, after] = [earlier, view].map((each) => {
    const source = each.form && generatedForm(each, each.form, each.form.fields);
    const form = source && findClass(source, each.form.names.className);
    return form && pieceOf(source, form.statement, 0);
  });
  const find = (source: PythonSource): Definition | undefined =>
    findClass(source, view.form?.names.className ?? '');
  return before && after ? [{ path, before, after, find }] : [];
}

function pageChange([{ page: earlier }, { page }]: [View, View]): PartChange<string>[] {
  return page?.isOwn && earlier
    ? [{ path: page.path, before: earlier.text, after: page.text }]
    : [];
}

function testChanges(
  before: TestsState | undefined,
  after: TestsState | undefined,
): PartChange<string>[] {
  if (!before?.generated || !after?.generated) {
    return [];
  }
  const textOf = (source: PythonSource): string => fileOf(source, after.packages);
  const factories = after.factories.flatMap((factory) => {
    const earlier = before.factories.find(({ path }) => path === factory.path);
    return earlier
      ? {
          path: factory.path,
          before: textOf(earlier.generated),
          after: textOf(factory.generated),
        }
      : [];
  });
  const tests = {
    path: after.path,
    before: textOf(before.generated),
    after: textOf(after.generated),
  };
  return [tests, ...factories];
}

/** An edit that makes a difference in a file, or the places that are in its way: `app/forms/post_form.py:12`. */
export type CarriedPart =
  { readonly edits: readonly Edit[] } | { readonly conflicts: readonly string[] };

/** Gives a text the names that its project has by now. */
export type Renaming = (path: string, text: string) => Promise<string>;

const NOTHING: CarriedPart = { edits: [] };

/** Makes the difference between two generated texts in the file that one of them became. */
export async function carryFile(
  project: Project,
  { path, ...texts }: PartChange<string>,
  renamed: Renaming,
): Promise<CarriedPart> {
  const now = project.read(path);
  if (now === undefined) {
    return NOTHING;
  }
  const before = await renamed(path, texts.before);
  const { conflicts, edits } = await changeFile(project, path, { before, after: texts.after });
  // The stored text has the names of before.
  project.changes.wanted(path, texts);
  return conflicts.length > 0
    ? { conflicts: conflicts.map((place) => lineAt(project, place)) }
    : { edits };
}

/** Makes the difference between two versions of a class in it, and in the imports of its file. */
export async function carryDefinition(
  project: Project,
  { after, before, find, path }: DefinitionChange,
  renamed: Renaming,
): Promise<CarriedPart> {
  const source = await project.source(path);
  const own = source && find(source);
  if (!source || !own) {
    return NOTHING;
  }
  const { statement } = own;
  const indentation = indentationAt(source.text, statement.startIndex);
  const range = { start: statement.startIndex, end: statement.endIndex };
  const fileWith = ({ code }: GeneratedPiece): string =>
    source.replace(range, fit(source, code, indentation).slice(indentation.length)).toString();
  const base = await renamed(path, fileWith(before));
  const merge = await withAdded([
    Buffer.from(source.toString()),
    Buffer.from(base),
    Buffer.from(fileWith(after)),
  ]);
  if (!('content' in merge)) {
    return { conflicts: merge.conflicts.map((line) => lineAt(project, `${path}:${line}`)) };
  }
  const merged = await PythonSource.parseOrError(path, merge.content);
  if (merged instanceof SourceError) {
    return { conflicts: [source.placeOf(statement)] };
  }
  const used = namesUsed(merged.root);
  const lost = before.imports.map(localName).filter((name) => !used.has(name));
  const gained = after.imports.filter((each) => used.has(localName(each)));
  const left = lost.reduce(withoutImport, addMissingImports(merged, gained));
  const content = left.toString();
  return content === source.toString() ? NOTHING : { edits: [{ kind: 'replace', path, content }] };
}

/** `app/forms/post_form.py:12: title = StringField()` */
function lineAt(project: Project, place: string): string {
  const [, path = '', line = ''] = /^(.*):(\d+)$/.exec(place) ?? [];
  return `${place}: ${project.text(path).split('\n')[Number(line) - 1]?.trim() ?? ''}`;
}
