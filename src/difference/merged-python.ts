// Specs: spec/difference/merged-file.spec.ts
import { addMissingImports } from '../python/add-import';
import { formattedAs } from '../python/formatted-as';
import { namesExported, topImports, usesName } from '../python/generated';
import { localName, type NewImport } from '../python/import-statement';
import type { Node } from '../python/node';
import { functionsIn, topClassesOf } from '../python/queries';
import { withoutExport, withoutImport } from '../python/removal';
import { listsOfAll, nameInAll } from '../python/sequence';
import { PythonSource, SourceError } from '../python/source';
import { fit } from '../python/statement-insertion';
import { statementsOf } from '../python/statements';
import { memberOf } from './merged-member';
import { markedText, marksAround, type MergedText, mergedTexts, type Texts } from './merged-texts';

/** Makes the difference between two versions of generated Python in a file. Imports and `__all__` are compared by their names. */
export async function mergedPython(
  path: string,
  [text, ...generated]: Texts,
  lineLength: number | undefined,
  isStrict: boolean,
): Promise<MergedText> {
  const now = await PythonSource.parseOrError(path, text, lineLength);
  if (now instanceof SourceError) {
    return { conflicts: [now.line ?? 1] };
  }
  const [before, after] = await Promise.all(
    generated.map(async (each) => {
      const source = await PythonSource.parse(path, fit(now, each, ''), lineLength);
      return PythonSource.parse(path, formattedAs(source, now), lineLength);
    }),
  );
  if (!before || !after) {
    throw new Error(`${path} has no generated text.`);
  }
  const [had, has] = [topImports(before), topImports(after)];
  const outcome = await mergedTexts(withImportsOf(now, before, after), isStrict);
  if ('content' in outcome) {
    const source = await PythonSource.parseOrError(path, outcome.content, lineLength);
    if (source instanceof SourceError) {
      return { conflicts: [1], marked: marksAround([text, ...generated]) };
    }
    const merged = withImports(withExports(source, before, after), had, has);
    const twice = definedTwice(merged, now, before);
    return twice.length === 0
      ? { content: merged.toString() }
      : {
          conflicts: twice.map(({ row }) => row + 1),
          marked: twice.reduce(withMarks, merged.toString()),
        };
  }
  // What has marks is no Python, so what it needs is imported beforehand.
  const known = new Set(had.map(keyOf));
  const further = has.filter((wanted) => !known.has(keyOf(wanted)));
  const ready = withImportsOf(addMissingImports(now, further), before, after);
  return { conflicts: outcome.conflicts, marked: await markedText(ready) };
}

/** What a person defined in a file under a name that generated code now defines there, too. */
function definedTwice(merged: PythonSource, now: PythonSource, before: PythonSource): Node[] {
  const known = new Set(namesIn(before));
  const names = namesIn(merged).filter((name, index, all) => all.indexOf(name) < index);
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => memberOf(now, name)?.statement ?? []);
}

/** The functions and the classes of a module, and the methods of these: `PostController.show`. */
function namesIn(source: PythonSource): string[] {
  const classes = topClassesOf(source);
  const methods = classes.flatMap(({ name: owner, node }) =>
    functionsIn(node).map(({ name }) => `${owner}.${name}`),
  );
  return [...[...functionsIn(source.root), ...classes].map(({ name }) => name), ...methods];
}

/** A text with marks around a statement. */
function withMarks(text: string, { text: statement }: Node): string {
  const start = text.lastIndexOf('\n', text.indexOf(statement)) + 1;
  const end = text.indexOf(statement) + statement.length;
  const own = text.slice(start, end);
  return `${text.slice(0, start)}<<<<<<< yours\n${own}\n=======\n>>>>>>> generated now${text.slice(end)}`;
}

/** The texts of these files, each with the imports and the exports of the first one. */
function withImportsOf(now: PythonSource, before: PythonSource, after: PythonSource): Texts {
  const { gap, imports } = partsIn(now);
  const textOf = (source: PythonSource): string => {
    const { body, head, ...own } = partsIn(withExportsOf(source, now));
    return head + imports + (own.imports === '' || imports === '' ? gap : own.gap) + body;
  };
  return [now.toString(), textOf(before), textOf(after)];
}

/** A file around the imports at its top. */
interface FileParts {
  readonly head: string;
  readonly imports: string;
  /** The blanks behind the imports. */
  readonly gap: string;
  readonly body: string;
}

/** Imports are compared by what they import, so they are no part of the texts to merge. */
function partsIn(source: PythonSource): FileParts {
  const text = source.toString();
  const mark = text.length - source.text.length;
  const leading = leadingImports(source);
  const start = mark + (leading[0]?.startIndex ?? bodyStart(source));
  const end = mark + (leading.at(-1)?.endIndex ?? bodyStart(source));
  const [gap = ''] = /^\s*/.exec(text.slice(end)) ?? [];
  return {
    head: text.slice(0, start),
    imports: text.slice(start, end),
    gap,
    body: text.slice(end + gap.length),
  };
}

const IMPORT = /^import_(from_)?statement$/;

function leadingImports(source: PythonSource): readonly { startIndex: number; endIndex: number }[] {
  const statements = statementsOf(source.root);
  const first = statements.findIndex(({ type }) => IMPORT.test(type));
  const rest = first === -1 ? [] : statements.slice(first);
  const end = rest.findIndex(({ type }) => !IMPORT.test(type));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Where code begins: behind the text about the file. */
function bodyStart(source: PythonSource): number {
  const first = statementsOf(source.root).find(
    ({ firstNamedChild, type }) =>
      type !== 'future_import_statement' &&
      !(type === 'expression_statement' && firstNamedChild?.type === 'string'),
  );
  return first?.startIndex ?? source.text.length;
}

/** A file with the `__all__` of another one. */
function withExportsOf(source: PythonSource, other: PythonSource): PythonSource {
  const [[list], [own]] = [listsOfAll(source), listsOfAll(other)];
  return list && own
    ? source.replace({ start: list.startIndex, end: list.endIndex }, own.text)
    : source;
}

/** A file that exports what only the later one of these does, and no longer what only the earlier one does. */
function withExports(
  source: PythonSource,
  before: PythonSource,
  after: PythonSource,
): PythonSource {
  const [had, has] = [before, after].map((each) => namesExported(each.root));
  const added = has?.filter((name) => !had?.includes(name)) ?? [];
  const gone = had?.filter((name) => !has?.includes(name)) ?? [];
  return added.reduce(
    (edited, name) => edited.insert(...nameInAll(edited, name)),
    gone.reduce(withoutExport, source),
  );
}

function keyOf({ alias, module, name }: NewImport): string {
  return [module, name, alias].join(' ');
}

/** A merged file with the imports that it needs, and without those that only its earlier version needed. */
function withImports(
  source: PythonSource,
  had: readonly NewImport[],
  has: readonly NewImport[],
): PythonSource {
  const isUsed = (wanted: NewImport): boolean => usesName(source.root, localName(wanted));
  const next = new Map(has.map((wanted) => [localName(wanted), keyOf(wanted)]));
  const own = new Set(topImports(source).map(keyOf));
  return addMissingImports(
    had
      .filter((wanted) => own.has(keyOf(wanted)))
      .filter((wanted) => {
        const now = next.get(localName(wanted));
        return now === undefined ? !isUsed(wanted) : now !== keyOf(wanted);
      })
      .map(localName)
      .reduce(withoutImport, source),
    has.filter(isUsed),
  );
}
