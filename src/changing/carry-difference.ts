// Specs: spec/rename-field/index.spec.ts
import type { ResourceParts } from '../add-field/grown-resource';
import type { Edit } from '../edit';
import type { Home } from '../manifest/format';
import { loadDiff3 } from '../merge';
import type { Project } from '../project/project';
import { fileOf, type GeneratedPiece, pieceOf } from '../python/generated';
import { type Definition, findClass } from '../python/queries';
import { PythonSource } from '../python/source';
import { helpersFor } from '../rules/form';
import { generatedForm } from '../view/form-values';
import { type ChangedView, changeMethods } from '../rules/changed-methods';
import { changeFile, pairsOf } from '../rules/changed-parts';
import { withChanged } from '../rules/with-difference';
import type { FieldValues } from '../templates/code-values';
import type { ApiState } from '../view/api-state';
import type { SectionPage } from '../view/section-pages';
import type { TestsState } from '../view/tests-state';

/** A generated text before a change of its model, and after it. */
interface PartChange<Text> {
  readonly path: string;
  readonly before: Text;
  readonly after: Text;
  /** What the file belongs to, if that is not what the run changes. */
  readonly home?: Home;
}

/** A generated class. */
interface DefinitionChange extends PartChange<GeneratedPiece> {
  readonly find: (source: PythonSource) => Definition | undefined;
  /** What only the later class needs in other files. */
  readonly helpers: readonly Edit[];
}

/** What a change of a model makes different in the parts of its resource. */
export interface PartChanges {
  readonly views: readonly ChangedView[];
  readonly definitions: readonly DefinitionChange[];
  readonly files: readonly PartChange<string>[];
}

/** Compares the parts of a resource, as they would be made before and after a change. */
export function changesOf(before: ResourceParts, after: ResourceParts): PartChanges {
  const views = pairsOf(before.views, after.views);
  const form = views.find((view) => view.before.form?.place && view.after.form?.place);
  return {
    views,
    definitions: form ? formChange(form) : [],
    files: [
      ...views.flatMap(pageChange),
      ...testChanges(before.tests, after.tests),
      ...apiChanges(before.api, after.api),
      ...sectionChanges(before.pages, after.pages),
    ].filter((each) => each.before !== each.after),
  };
}

function sectionChanges(
  before: readonly SectionPage[],
  after: readonly SectionPage[],
): PartChange<string>[] {
  return after.flatMap(({ home, page: { path, text } }) => {
    const earlier = before.find(({ page }) => page.path === path);
    return earlier ? { path, before: earlier.page.text, after: text, home } : [];
  });
}

function formChange({ after: view, before: earlier }: ChangedView): DefinitionChange[] {
  const path = view.form?.place?.source.path ?? '';
  const [before, after] = [earlier, view].map((each) => {
    const source = each.form && generatedForm(each.form, each.templates);
    const form = source && findClass(source, each.form.names.className);
    return form && pieceOf(source, form.statement, 0);
  });
  const find = (source: PythonSource): Definition | undefined =>
    findClass(source, view.form?.names.className ?? '');
  const known = new Set(earlier.form?.fields.map(written));
  const changed = view.form?.fields.filter((field) => !known.has(written(field))) ?? [];
  const helpers = view.form ? helpersFor(view.form, changed, view.templates) : [];
  return before && after ? [{ path, before, after, find, helpers }] : [];
}

function written({ arguments: given, field, name }: FieldValues): string {
  return `${name} = ${field}(${given})`;
}

function pageChange({
  after: { page },
  before: { page: earlier },
}: ChangedView): PartChange<string>[] {
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

function apiChanges(
  before: ApiState | undefined,
  after: ApiState | undefined,
): PartChange<string>[] {
  return (after?.files ?? []).flatMap(({ content, path }) => {
    const earlier = before?.files.find((each) => each.path === path);
    return earlier ? { path, before: earlier.content, after: content } : [];
  });
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
  { home, path, ...texts }: PartChange<string>,
  renamed: Renaming,
): Promise<CarriedPart> {
  const now = project.read(path);
  if (now === undefined) {
    return NOTHING;
  }
  const before = await renamed(path, texts.before);
  const after = await withOwnTexts(now.toString(), before, texts.after);
  const { conflicts, edits } = await changeFile(project, path, { before, after });
  // The stored text has the names of before.
  project.changes.wanted(path, texts, home);
  return conflicts.length > 0
    ? { conflicts: conflicts.map((place) => lineAt(project, place)) }
    : { edits };
}

/** A later text with the earlier lines where a person has put other texts in quotes: a heading keeps its words. */
async function withOwnTexts(now: string, before: string, after: string): Promise<string> {
  const lines = now.split('\n');
  const blank = (line: string): string => line.replace(/"[^"]*"|'[^']*'/g, '""');
  const [from, to] = [before.split('\n'), after.split('\n')];
  const [blanked, known] = [lines.map(blank), from.map(blank)];
  const isThere = (line: string): boolean =>
    blanked.filter((each) => each === line).length >= known.filter((each) => each === line).length;
  const { diffIndices } = await loadDiff3();
  for (const { buffer1, buffer2 } of diffIndices(from, to).toReversed()) {
    const own = from.slice(buffer1[0], buffer1[0] + buffer1[1]);
    const isReworded = own.some((line) => !lines.includes(line));
    if (buffer1[1] === buffer2[1] && isReworded && own.every((line) => isThere(blank(line)))) {
      to.splice(buffer2[0], buffer2[1], ...own);
    }
  }
  return to.join('\n');
}

/** Makes the difference between two versions of a class in it, and in the imports of its file. */
export async function carryDefinition(
  project: Project,
  { after, before, find, helpers, path }: DefinitionChange,
  renamed: Renaming,
): Promise<CarriedPart> {
  const source = await project.source(path);
  const own = source && find(source);
  if (!source || !own) {
    return NOTHING;
  }
  const changed = await withChanged(source, own.statement, { before, after }, (file) =>
    renamed(path, file),
  );
  if (!(changed instanceof PythonSource)) {
    return { conflicts: changed.map((line) => lineAt(project, `${path}:${line}`)) };
  }
  const content = changed.toString();
  return content === source.toString()
    ? NOTHING
    : { edits: [...helpers, { kind: 'replace', path, content }] };
}

/** Makes the differences between the methods of views in those that the project has. */
export async function carryMethods(
  project: Project,
  views: readonly ChangedView[],
): Promise<CarriedPart> {
  const { conflicts, edits } = await changeMethods(project, views, undefined);
  return conflicts.length > 0 ? { conflicts } : { edits };
}

/** `app/forms/post_form.py:12: title = StringField()` */
function lineAt(project: Project, place: string): string {
  const [, path = '', line = ''] = /^(.*):(\d+)$/.exec(place) ?? [];
  return `${place}: ${project.text(path).split('\n')[Number(line) - 1]?.trim() ?? ''}`;
}
