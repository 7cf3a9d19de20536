import { loadDiff3, linesOf as rowsOf, type Merge, withAdded } from '../merge';
import { isSameText, type Lines } from '../manifest/format';
import { isCrlf } from '../line-ends';
import { addMissingImports } from '../python/add-import';
import { formattedAs } from '../python/formatted-as';
import { partsOf, usesName } from '../python/generated';
import { localName, type NewImport } from '../python/import-statement';
import { importsOf } from '../python/imports';
import { withoutImport } from '../python/removal';
import { PythonSource, SourceError } from '../python/source';
import { fit } from '../python/statement-insertion';
import { statementsOf } from '../python/statements';

/** A generated file: as the project has it, as it was generated, as it is generated now. */
export interface TextVersions {
  readonly now: Buffer;
  readonly before: Lines;
  readonly after: Lines;
}

/** What becomes of a file: its content, or the lines that are in the way. */
export type UpgradedText =
  { readonly content: string } | { readonly conflicts: readonly number[]; readonly marked: string };

/** Brings a file that a person may have changed to what is generated now. What the person wrote stays. */
export async function upgradedText(
  path: string,
  { after, before, now }: TextVersions,
  lineLength: number | undefined,
): Promise<UpgradedText> {
  const text = now.toString();
  if (isSameText(before, text)) {
    return { content: inLineEnds(text, after.join('\n')) };
  }
  if (!Buffer.from(text).equals(now)) {
    return { conflicts: [1], marked: text };
  }
  const versions = [text, before.join('\n'), after.join('\n')] as const;
  return path.endsWith('.py')
    ? upgradedPython(path, versions, lineLength)
    : merged([text, inLineEnds(text, versions[1]), inLineEnds(text, versions[2])]);
}

/** A text with the line ends of another one. */
function inLineEnds(model: string, text: string): string {
  return isCrlf(model) ? text.replaceAll('\n', '\r\n') : text;
}

/** As the project has it, as it was generated, as it is generated now. */
type Texts = readonly [now: string, before: string, after: string];

async function merged(texts: Texts): Promise<UpgradedText> {
  const [now, from, to] = texts.map((text) => Buffer.from(text));
  const merge: Merge = now && from && to ? await withAdded([now, from, to]) : { conflicts: [1] };
  return 'content' in merge
    ? { content: merge.content.toString() }
    : { conflicts: merge.conflicts, marked: await markedText(texts) };
}

/** The versions with marks where they conflict. */
async function markedText(texts: Texts): Promise<string> {
  const { mergeDiff3 } = await loadDiff3();
  const [now, before, after] = texts.map((text) => rowsOf(Buffer.from(text)));
  const { result } = mergeDiff3(now ?? [], before ?? [], after ?? [], {
    excludeFalseConflicts: true,
    label: { a: 'yours', o: 'generated before', b: 'generated now' },
  });
  const rows = result.map((row) => (row.endsWith('\n') ? row : `${row}\n`));
  return Buffer.from(rows.join(''), 'latin1').toString();
}

async function upgradedPython(
  path: string,
  [text, ...generated]: Texts,
  lineLength: number | undefined,
): Promise<UpgradedText> {
  const now = await PythonSource.parseOrError(path, text, lineLength);
  if (now instanceof SourceError) {
    return { conflicts: [now.line ?? 1], marked: text };
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
  const [had, has] = [importedIn(before), importedIn(after)];
  const outcome = await merged(withImportsOf(now, before, after));
  if ('content' in outcome) {
    const source = await PythonSource.parseOrError(path, outcome.content, lineLength);
    return source instanceof SourceError
      ? { conflicts: [source.line ?? 1], marked: outcome.content }
      : { content: withImports(source, had, has).toString() };
  }
  // What has marks is no Python, so what it needs is imported beforehand.
  const known = new Set(had.map(keyOf));
  const further = has.filter((wanted) => !known.has(keyOf(wanted)));
  const ready = withImportsOf(addMissingImports(now, further), before, after);
  return { conflicts: outcome.conflicts, marked: await markedText(ready) };
}

/** The texts of these files, each with the imports of the first one. */
function withImportsOf(now: PythonSource, before: PythonSource, after: PythonSource): Texts {
  const { gap, imports } = partsIn(now);
  const textOf = (source: PythonSource): string => {
    const { body, head } = partsIn(source);
    return head + imports + gap + body;
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

function importedIn(source: PythonSource): NewImport[] {
  return importsOf(source)
    .filter(({ module, node }) => node.parent === source.root && module !== '__future__')
    .flatMap(partsOf)
    .map(({ wanted }) => wanted);
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
  const own = new Set(importedIn(source).map(keyOf));
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
