// Specs: spec/add-field/index.spec.ts
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import { methodOf } from '../project/controllers';
import { addMissingImports } from '../python/add-import';
import { functionsOf } from '../python/queries';
import { fit } from '../python/statement-insertion';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { BODY, indentationAt } from '../python/lines';
import { indented } from '../python/layout';
import type { Node } from '../python/node';
import { isSameCode } from '../python/same-code';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';
import { listIn } from '../view/listing-method';
import { ownModel, type View } from '../view/view';
import { edited, noted, NOTHING, type Outcome, warning } from '../rules/outcome';

/** The method of a list, or the statement in it that makes the list. */
interface ListCode {
  readonly source: PythonSource;
  readonly node: Node;
}

/**
 * Lets a list show, search, sort and filter by new columns, if its method or the list in it is as generated.
 *
 * @param before The view as it would be made without the columns.
 */
export function carryList(fields: readonly Field[], before: View, after: View): Outcome {
  const { controller, names } = after;
  const { owner, otherList } = controller;
  const own = owner && methodOf(owner, names.method);
  const [from, to] = [before, after].map((view) =>
    methodIn(view.controller.rendered, names.method),
  );
  const className = ownModel(after)?.names.className ?? '';
  const named = own?.node.descendants('attribute').map(({ text }) => text) ?? [];
  const isThere = (field: Field): boolean => named.includes(`${className}.${columnNameOf(field)}`);
  if (!owner || !own || !from || !to || isSameCode(from.node, to.node) || fields.every(isThere)) {
    return NOTHING;
  }
  const now = { source: owner.source, node: own.statement };
  const pair = isSameCode(now.node, from.node)
    ? { now, to, indentation: BODY }
    : sameLists(now, from, to);
  if (pair === undefined) {
    return otherList
      ? noted(
          warning(
            `${otherList.place} makes another list, so it stays. To search, sort and filter by what the page shows, ` +
              `change it to:\n${indented(otherList.code)}`,
          ),
        )
      : NOTHING;
  }
  const piece = pieceOf(pair.to.source, pair.to.node, pair.indentation);
  const { path } = owner.source;
  const content = replaced(pair.now, piece).toString();
  return edited([{ kind: 'replace', path, content }]);
}

function methodIn(source: PythonSource | undefined, name: string): ListCode | undefined {
  const method = source && functionsOf(source).find((each) => each.name === name);
  return source && method && { source, node: method.statement };
}

function sameLists(
  now: ListCode,
  from: ListCode,
  to: ListCode,
): { readonly now: ListCode; readonly to: ListCode; readonly indentation: number } | undefined {
  const [own, before, after] = [now, from, to].map((each) => {
    const call = listIn(each.node);
    return call && { source: each.source, node: statementOf(call.node) };
  });
  return own && before && after && isSameCode(own.node, before.node)
    ? { now: own, to: after, indentation: 2 * BODY }
    : undefined;
}

function replaced({ node, source }: ListCode, { code, imports }: GeneratedPiece): PythonSource {
  const indentation = indentationAt(source.text, node.startIndex);
  const text = fit(source, code, indentation).slice(indentation.length);
  const range = { start: node.startIndex, end: node.endIndex };
  return addMissingImports(source.replace(range, text), imports);
}
