// Specs: spec/upgrade/application.spec.ts
import type { App } from '../app/app';
import { isWhole, linesOf, type Manifest } from '../manifest/format';
import { modelOfClass } from '../naming/class-names';
import { fileOf } from '../python/generated';
import { classesOf } from '../python/queries';
import { PythonSource } from '../python/source';
import { helpersAlone } from '../rules/form';
import { formValues } from '../view/form-values';

/** The files that resources share as they would be made now, of those that the manifest of the application has. */
export async function sharedNow(
  { project: { layout }, templates }: App,
  { generated }: Manifest,
): Promise<Manifest['generated']> {
  const made: [path: string, text: string][] = [];
  if (isWhole(generated[layout.guards])) {
    const values = { package: layout.package };
    made.push([layout.guards, fileOf(templates.module('guards.py', layout.guards, values))]);
  }
  const fields = `${layout.forms}/fields.py`;
  const stored = generated[fields];
  if (isWhole(stored)) {
    const known = classesOf(await PythonSource.parse(fields, stored.join('\n')));
    const values = formValues(modelOfClass('Record', layout).form, []);
    const module = templates.module('forms/fields.py', fields, values);
    const wanted = known.map(({ name }) => name);
    made.push([fields, helpersAlone(module, wanted)]);
  }
  return Object.fromEntries(made.map(([path, text]) => [path, linesOf(text)]));
}
