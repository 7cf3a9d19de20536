// Specs: spec/rename-field/index.spec.ts
import { loadDiff3 } from '../merge';

/** A later text with the earlier lines where a person has put other texts in quotes: a heading keeps its words. */
export async function withOwnTexts(now: string, before: string, after: string): Promise<string> {
  const lines = now.replaceAll('\r\n', '\n').split('\n');
  const blank = (line: string): string => line.replace(/"[^"]*"|'[^']*'/g, '""');
  const [from, to] = [before.split('\n'), after.split('\n')];
  const [blanked, known] = [lines.map(blank), from.map(blank)];
  const isThere = (line: string): boolean =>
    blanked.filter((each) => each === line).length >= known.filter((each) => each === line).length;
  const { diffIndices } = await loadDiff3();
  for (const { buffer1, buffer2 } of diffIndices(from, to).toReversed()) {
    const own = from.slice(buffer1[0], buffer1[0] + buffer1[1]);
    const isReworded = own.some((line) => !lines.includes(line));
    if (buffer1[1] === buffer2[1] && isReworded && own.every((line) => isThere(blank(line)))) {
      to.splice(buffer2[0], buffer2[1], ...own);
    }
  }
  return to.join('\n');
}
