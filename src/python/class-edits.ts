import { partsOf } from './generated';
import { importLine } from './import-statement';
import { importsOf } from './imports';
import { indentationAt, isFirstOnLine, lineEnd } from './lines';
import type { Node } from './node';
import { type Definition, findClass, hasMember, methodsIn } from './queries';
import type { Insertion, PythonSource } from './source';
import { fit, statementAtEnd, statementBehind } from './statement-insertion';
import { statementsOf } from './statements';

/** Adds an attribute after the last one of a class, unless the class already has a member of that name. */
export function addAttribute(
  source: PythonSource,
  owner: Definition,
  name: string,
  code: string,
): PythonSource {
  if (hasMember(owner, name)) {
    return source;
  }
  const last = statementsOf(owner.body).findLast(({ firstNamedChild }) => {
    return firstNamedChild?.type === 'assignment';
  });
  return source.insert(statementBehind(source, last, owner.body, code));
}

/** Adds methods that a class lacks at its end, without its indentation. */
export function addMethods(
  source: PythonSource,
  owner: Definition,
  methods: readonly string[],
): PythonSource {
  if (methods.length === 0) {
    return source;
  }
  const code = methods.join('\n\n');
  const { body } = owner;
  return isFirstOnLine(source.text, body.startIndex)
    ? source.insert(statementAtEnd(source, body, code))
    : addBelowOneLine(source, owner, code);
}

/** Moves the body of `class A: pass` to its own line, and adds the method below. */
function addBelowOneLine(
  source: PythonSource,
  { node, body }: Definition,
  code: string,
): PythonSource {
  const { newline, indent } = source.style;
  const indentation = indentationAt(source.text, node.startIndex) + indent;
  const before = source.text.slice(node.startIndex, body.startIndex);
  const blanks = before.length - before.trimEnd().length;
  return source.insert(
    { position: body.startIndex - blanks, text: newline + indentation, blanks },
    {
      position: lineEnd(source.text, body.endIndex),
      text: newline.repeat(2) + fit(source, code, indentation),
    },
  );
}

/**
 * Decorates a function.
 *
 * @param below The decorator of the function that the new one follows; undefined to put it first.
 */
export function decorator(
  { style: { newline }, text }: PythonSource,
  { statement }: Definition,
  below: Node | undefined,
  name: string,
): Insertion {
  const indentation = indentationAt(text, statement.startIndex);
  return below
    ? { position: lineEnd(text, below.endIndex), text: `${newline}${indentation}@${name}` }
    : { position: statement.startIndex, text: `@${name}${newline}${indentation}` };
}

/**
 * The first of some rendered modules, with the methods that the others have in the class of this name, and with their
 * imports. Of two methods or imports of one name, the first counts.
 */
export function joinedClass(
  modules: readonly [PythonSource, ...PythonSource[]],
  className: string,
): PythonSource {
  const [first] = modules;
  const place = findClass(first, className)?.statement;
  const last = methodsIn(first, className).at(-1)?.statement;
  if (!place || !last || modules.length === 1) {
    return first;
  }
  const methods = furtherOf(modules, (module) => methodsIn(module, className));
  const imports = furtherOf(modules, (module) => importsOf(module).flatMap(partsOf));
  const lines = imports.map(({ wanted }) => importLine(wanted, first.style.lineLength));
  const [above] = importsOf(first);
  return first.insert(
    above
      ? { position: above.node.endIndex, text: lines.map((line) => `\n${line}`).join('') }
      : { position: place.startIndex, text: lines.map((line) => `${line}\n`).join('') },
    {
      position: last.endIndex,
      text: methods.map(({ statement }) => `\n\n    ${statement.text}`).join(''),
    },
  );
}

/** What modules after the first one have of names that those before them lack. */
function furtherOf<Item extends { readonly name: string }>(
  [first, ...others]: readonly [PythonSource, ...PythonSource[]],
  itemsIn: (module: PythonSource) => readonly Item[],
): Item[] {
  const known = new Set(itemsIn(first).map(({ name }) => name));
  return others.flatMap(itemsIn).filter(({ name }) => {
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}
