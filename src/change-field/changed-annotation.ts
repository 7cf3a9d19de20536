// Specs: spec/change-field/index.spec.ts
import type { ClassPlace } from '../project/class-place';
import type { Node } from '../python/node';
import { type Assignment, assignmentTo } from '../python/queries';
import type { PythonSource } from '../python/source';

/** A column as it would be made for the field of before, and for that of now. */
export interface MadeColumns {
  readonly before: ClassPlace;
  readonly after: ClassPlace;
}

/** An attribute of a class that was made. */
export function madeIn({ definition }: ClassPlace, name: string): Assignment | undefined {
  return assignmentTo(definition.node, name);
}

/** The file with the annotation of an attribute as both that were made differ: a person may write it another way. */
export function withAnnotation(
  source: PythonSource,
  annotation: Node,
  name: string,
  made: MadeColumns,
): PythonSource {
  const [before = '', after = ''] = [made.before, made.after].map(
    (place) => madeIn(place, name)?.annotation?.text,
  );
  const range = { start: annotation.startIndex, end: annotation.endIndex };
  if (before === after || annotation.text === after) {
    return source;
  }
  const isSameType = withoutNone(before) === withoutNone(after);
  return source.replace(
    range,
    isSameType && annotation.text !== before
      ? withNone(annotation.text, after !== withoutNone(after))
      : after,
  );
}

function withoutNone(annotation: string): string {
  return annotation
    .replace(/\s*\|\s*None\b|\bNone\s*\|\s*/g, '')
    .replace(/\b(?:\w+\.)?Optional\[(.*)\]\]$/, '$1]');
}

function withNone(annotation: string, isOptional: boolean): string {
  const plain = withoutNone(annotation);
  return isOptional ? plain.replace(/(["']?)\]$/, ' | None$1]') : plain;
}
