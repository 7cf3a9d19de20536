import type { Definition } from './definitions';
import { fit } from './fit';
import { statementAtEnd } from './statement-insertion';
import { indentationAt, isFirstOnLine, lineEnd } from './lines';
import type { PythonSource } from './source';

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
