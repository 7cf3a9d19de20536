// Specs: spec/change-field/index.spec.ts
import { type ChangedModel } from '../changing/changed-model';
import {
  codeOf,
  filesUsing,
  generatedLines,
  linesWith,
  type UsingFile,
  usedModel,
} from '../changing/model-uses';
import { memberOf } from '../project/choice-columns';
import type { Project } from '../project/project';
import type { WishedField } from './wished-field';

/** The lines of persons that use fields whose values become others. */
export async function linesOfOtherType(
  project: Project,
  model: ChangedModel,
  wishes: readonly WishedField[],
): Promise<string[]> {
  const others = wishes.filter(({ after, field }) => after.type.kind !== field.column.kind);
  const attributes = others.map(({ field }) => field.column.name);
  return attributes.length === 0
    ? []
    : personsLines(project, await filesUsing(project, await usedModel(project, model, attributes)));
}

/** The lines of these places that nothing has generated. */
function personsLines(project: Project, files: readonly UsingFile[]): string[] {
  return files.flatMap((file) => {
    const known = generatedLines(project, file.path);
    return linesWith(project, [file], () => true).filter(
      (line) => !known.has(line.replace(/^.*?:\d+: /, '')),
    );
  });
}

/** The lines that name members which an enum has no more. */
export function linesWithMembers(
  project: Project,
  { after, field: { column } }: WishedField,
): string[] {
  const { enumClass, values = [] } = column;
  const gone = values.filter(
    (value) => after.type.kind === 'enum' && !after.type.values?.includes(value),
  );
  if (enumClass === undefined || gone.length === 0) {
    return [];
  }
  const members = gone.map((value) => `\\.${memberOf(value)}\\b|\\(["']${value}["']\\)`);
  const use = new RegExp(`\\b${enumClass.name}(?:${members.join('|')})`);
  return codeOf(project).flatMap((path) =>
    project
      .text(path)
      .split('\n')
      .flatMap((line, row) => (use.test(line) ? `${path}:${row + 1}: ${line.trim()}` : [])),
  );
}
