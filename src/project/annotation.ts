// Specs: spec/project/columns.spec.ts
import { assignmentTo, type Call, callOf } from '../python/queries';
import { type Node, remembered } from '../python/node';
import type { PythonSource } from '../python/source';
import { LONGEST_WAY } from './class-place';

/** The contents of a `Mapped[…]` annotation. */
interface Annotation {
  /** The type of a value, as an expression: `str` for `Mapped[str | None]`. */
  readonly type: Node;
  readonly isOptional: boolean;
  /** The calls in `Annotated[str, mapped_column(…)]`, also if the annotation uses an alias for it. */
  readonly calls: readonly Call[];
}

/** Reads an annotation; undefined if it is not `Mapped[…]`. */
export function readAnnotation(source: PythonSource, annotation: Node): Annotation | undefined {
  const mapped = parsed(source, annotation.text);
  return mapped && lastName(mapped) === 'Mapped' ? typeOf(source, itemsOf(mapped)[0]) : undefined;
}

function typeOf(
  source: PythonSource,
  node: Node | undefined,
  way = LONGEST_WAY,
): Annotation | undefined {
  if (node?.type === 'string') {
    const text = node.text.replace(/^("""|'''|"|')(.*)\1$/s, '$2');
    return typeOf(source, parsed(source, text), way);
  }
  if (node?.type === 'binary_operator') {
    return optional(source, [node.child('left'), node.child('right')], way);
  }
  switch (node?.type === 'subscript' ? lastName(node) : undefined) {
    case 'Optional':
    case 'Union':
      return optional(
        source,
        [...itemsOf(node), ...(lastName(node) === 'Union' ? [] : [undefined])],
        way,
      );
    case 'Annotated': {
      const [type, ...others] = itemsOf(node);
      const inner = typeOf(source, type, way);
      return inner && { ...inner, calls: [...others.flatMap((each) => callOf(each) ?? [])] };
    }
  }
  const alias = node?.type === 'identifier' && assignmentTo(source.root, node.text)?.value;
  return alias && way > 0
    ? typeOf(source, alias, way - 1)
    : node && { type: node, isOptional: false, calls: [] };
}

/** A type beside `None`; undefined for a union of several types. */
function optional(
  source: PythonSource,
  parts: readonly (Node | undefined)[],
  way: number,
): Annotation | undefined {
  const types = parts.filter((part) => part !== undefined && part.type !== 'none');
  const inner = types.length === 1 ? typeOf(source, types[0], way) : undefined;
  return inner && { ...inner, isOptional: inner.isOptional || types.length < parts.length };
}

/** The expressions of a file that were parsed once more, by their text. Most columns have one of a few annotations. */
const expressionsOf = remembered<PythonSource, Map<string, Node | undefined>>(() => new Map());

/** Parses a text that holds one expression. */
function parsed(source: PythonSource, text: string): Node | undefined {
  const expressions = expressionsOf(source);
  const expression = expressions.get(text) ?? source.treeOf(text).firstNamedChild?.firstNamedChild;
  expressions.set(text, expression);
  return expression;
}

/** The arguments of a subscript: `str` for `Optional[str]`. */
export function itemsOf(node: Node | undefined): Node[] {
  return node?.childrenFor('subscript') ?? [];
}

/** `Mapped` for `Mapped`, `orm.Mapped`, `Mapped[str]` and `Mapped(…)`. */
export function lastName(node: Node | undefined): string | undefined {
  const named = node?.child('value') ?? node?.child('function') ?? node;
  return (named?.child('attribute') ?? named)?.text;
}
