// Specs: spec/add-field/index.spec.ts
import type { Field } from '../fields/words';
import { attributesOf } from '../fields/field-list';
import { withDifference } from '../rules/with-difference';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { edited, info, noted, NOTHING, type Outcome, warning } from './outcome';

/** A file as it would be made without new columns, and with them. */
interface Carried {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Matches what a file says of an attribute that it has already. */
  readonly mention: (attribute: string) => RegExp;
}

/**
 * Makes the difference that fields make to a generated file in the file as a person has it. If both changed the same
 * lines, the file stays, and the note has the lines to add.
 */
export async function carry(
  project: Project,
  fields: readonly Field[],
  { path, before, after, mention }: Carried,
): Promise<Outcome> {
  const now = project.read(path);
  if (now === undefined || before === after) {
    return NOTHING;
  }
  project.changes.wanted(path, { before, after });
  const text = now.toString();
  const has = (field: Field): boolean =>
    attributesOf(field).some((attribute) => mention(attribute).test(text));
  if (fields.every(has)) {
    return NOTHING;
  }
  // Beside a field that the file has already, the addition may be a change of the same lines.
  const { added, merge } = await withDifference(
    project,
    path,
    { before, after },
    { isStrict: fields.some(has) },
  );
  if ('content' in merge) {
    const content = merge.content.toString();
    return content === text ? NOTHING : edited([{ kind: 'replace', path, content }]);
  }
  const names = enumeration(fields.filter((field) => !has(field)).map(({ name }) => name));
  const lines = (await added()).trimEnd();
  const places = merge.conflicts.map((line) => `${path}:${line}`);
  return noted(
    lines === ''
      ? info(`${enumeration(places)} stays as it is, because it was changed there.`)
      : warning(
          `${enumeration(places)} was changed where ${names} would go, so the file stays. Add by hand:\n${lines}`,
        ),
  );
}
