import { isCrlf } from '../line-ends';
import { isSameText, linesOf } from '../manifest/format';
import { mergedPython } from './merged-python';
import { type MergedText, mergedTexts } from './merged-texts';

/** A generated file: as the project has it, as it was generated, as it is generated now. */
interface FileVersions {
  readonly now: Buffer;
  readonly before: string;
  readonly after: string;
}

interface MergeOptions {
  /** The longest line of the project's Python. */
  readonly lineLength: number | undefined;
  /** Whether two additions in one place are a conflict: they may be the same. */
  readonly isStrict?: boolean;
}

/** Makes the difference between two generated texts in the file that one of them became. What a person wrote stays. */
export async function mergedFile(
  path: string,
  { after, before, now }: FileVersions,
  { isStrict = false, lineLength }: MergeOptions,
): Promise<MergedText> {
  const text = now.toString();
  if (isSameText(linesOf(before), text)) {
    return { content: inLineEnds(text, after) };
  }
  if (!Buffer.from(text).equals(now)) {
    return { conflicts: [1] };
  }
  return path.endsWith('.py')
    ? mergedPython(path, [text, before, after], lineLength, isStrict)
    : mergedTexts([text, inLineEnds(text, before), inLineEnds(text, after)], isStrict);
}

function inLineEnds(model: string, text: string): string {
  return isCrlf(model) ? text.replaceAll('\n', '\r\n') : text;
}
