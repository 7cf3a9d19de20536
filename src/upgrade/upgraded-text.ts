import { isCrlf } from '../line-ends';
import { isSameText, type Lines } from '../manifest/format';
import { mergedTexts, type UpgradedText } from './merged-texts';
import { upgradedPython } from './upgraded-python';

/** A generated file: as the project has it, as it was generated, as it is generated now. */
export interface TextVersions {
  readonly now: Buffer;
  readonly before: Lines;
  readonly after: Lines;
}

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
    : mergedTexts([text, inLineEnds(text, versions[1]), inLineEnds(text, versions[2])]);
}

/** A text with the line ends of another one. */
function inLineEnds(model: string, text: string): string {
  return isCrlf(model) ? text.replaceAll('\n', '\r\n') : text;
}
