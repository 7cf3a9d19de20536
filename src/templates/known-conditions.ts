/** A line of Jinja that starts, continues or ends a condition or a loop. */
const STATEMENT = /^ *\{% (if|for|elif|else|endif|endfor)\b *(.*?) *%\}$/;

/** A condition or a loop around a line. */
interface Frame {
  /** Whether the page has the lines here; undefined if the condition is Jinja's to decide. */
  isKept: boolean | undefined;
}

/**
 * A page without the conditions that always or never hold: `{% if true %}`, `{% if false %}`. What they leave moves out by
 * two spaces. It expects such a condition, its `else` and its `endif` on lines of their own.
 */
export function withoutKnownConditions(page: string): string {
  const frames: Frame[] = [];
  return page
    .split('\n')
    .flatMap((line) => {
      const [, word = '', condition] = STATEMENT.exec(line) ?? [];
      const isOurs = word !== '' && enter(frames, word, condition);
      const known = frames.filter(({ isKept }) => isKept !== undefined);
      const isLeft = !isOurs && known.every(({ isKept }) => isKept);
      return isLeft ? line.replace(new RegExp(`^(  ){0,${known.length}}`), '') : [];
    })
    .join('\n');
}

/** Follows a statement into or out of a condition or a loop. Returns whether it belongs to a known condition. */
function enter(frames: Frame[], word: string, condition: string | undefined): boolean {
  const frame = frames.at(-1);
  switch (word) {
    case 'if':
    case 'for': {
      const isKnown = word === 'if' && (condition === 'true' || condition === 'false');
      frames.push({ isKept: isKnown ? condition === 'true' : undefined });
      return isKnown;
    }
    case 'endif':
    case 'endfor':
      frames.pop();
      return frame?.isKept !== undefined;
    default:
      if (frame?.isKept === undefined) {
        return false;
      }
      frame.isKept = !frame.isKept;
      return true;
  }
}
