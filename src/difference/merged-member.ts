// Specs: spec/rules/guard-pairs.spec.ts
import { addMissingImports } from '../python/add-import';
import { type GeneratedPiece, usesName } from '../python/generated';
import { localName, type NewImport } from '../python/import-statement';
import { indentationAt } from '../python/lines';
import type { Node } from '../python/node';
import { type Definition, findClass, functionIn } from '../python/queries';
import { withoutImport, withoutStatement } from '../python/removal';
import { PythonSource, SourceError } from '../python/source';
import { fit, statementAtEnd, statementDirectlyBefore } from '../python/statement-insertion';
import { withAdded } from '../merge';

/** A piece of code as it would be made before a change, and after it; undefined where it would not. */
export interface PieceVersions {
  readonly before: GeneratedPiece | undefined;
  readonly after: GeneratedPiece | undefined;
}

/** A file with a difference, or the lines that are in its way. */
export type MergedSource = PythonSource | readonly number[];

/**
 * A file with the difference between two versions of one of its functions, classes or methods, and of the imports that these
 * need. What a person removed stays away.
 *
 * @param name `PostController.show`
 * @param order The members of its kind, as they follow each other where all are made.
 * @param isStrict Whether two additions in one place are a conflict: they may be the same.
 */
export async function withMember(
  source: PythonSource,
  name: string,
  { after, before }: PieceVersions,
  order: readonly string[],
  isStrict = false,
): Promise<MergedSource> {
  const own = memberOf(source, name)?.statement;
  if (own && before && after) {
    return withChanged(source, own, before, after, { isStrict });
  }
  if (own && before) {
    const isGenerated = own.text === textAt(source, own, before);
    return isGenerated ? withoutStatement(source, own) : [own.row + 1];
  }
  return own || before || !after ? source : withNew(source, name, after, order);
}

/** A function or a class of a module, or a method of one. */
export function memberOf(source: PythonSource, name: string): Definition | undefined {
  const [owner = '', method] = name.split('.');
  const found = findClass(source, owner) ?? functionIn(source.root, owner);
  return method === undefined ? found : found && functionIn(found.node, method);
}

/** Adds a member before the first one that is to follow it, or else at the end of its class or module. */
function withNew(
  source: PythonSource,
  name: string,
  { code, imports }: GeneratedPiece,
  order: readonly string[],
): PythonSource {
  const following = order.slice(order.indexOf(name) + 1);
  const [next] = following.flatMap((each) => memberOf(source, each)?.statement ?? []);
  const block = name.includes('.')
    ? memberOf(source, name.replace(/\..*$/, ''))?.body
    : source.root;
  const place = next
    ? statementDirectlyBefore(source, next, `${code}\n`)
    : block && statementAtEnd(source, block, code);
  return place ? addMissingImports(source.insert(place), imports) : source;
}

/** Code in the style of a file, at the place of a statement. */
export function textAt(
  source: PythonSource,
  { startIndex }: Node,
  { code }: GeneratedPiece,
): string {
  const indentation = indentationAt(source.text, startIndex);
  return fit(source, code, indentation).slice(indentation.length);
}

/** How a difference is made in a statement. */
interface StatementChange {
  readonly isStrict?: boolean;
  /** Gives the earlier file the names that its project has by now. */
  readonly renamed?: (file: string) => Promise<string>;
}

/** A file with the difference between two versions of one of its statements, and of the imports that these need. */
export async function withChanged(
  source: PythonSource,
  statement: Node,
  before: GeneratedPiece,
  after: GeneratedPiece,
  { isStrict, renamed }: StatementChange = {},
): Promise<MergedSource> {
  const now = source.toString();
  const mark = now.length - source.text.length;
  const fileWith = (piece: GeneratedPiece): string =>
    now.slice(0, mark + statement.startIndex) +
    textAt(source, statement, piece) +
    now.slice(mark + statement.endIndex);
  const earlier = fileWith(before);
  const [from, to] = [(await renamed?.(earlier)) ?? earlier, fileWith(after)];
  const merge = await withAdded([Buffer.from(now), Buffer.from(from), Buffer.from(to)], isStrict);
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
