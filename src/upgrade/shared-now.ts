// Specs: spec/upgrade/application.spec.ts
import type { App } from '../app/app';
import { isWhole, type Lines, linesOf, type Manifest } from '../manifest/format';
import { modelOfClass } from '../naming/class-names';
import { fileOf } from '../python/generated';
import { classesOf } from '../python/queries';
import { PythonSource } from '../python/source';
import { helpersAlone, withHelpers } from '../rules/form';
import { wordsFile } from '../rules/readers';
import { formValues } from '../view/form-values';
import { signInHelper } from '../view/tests-state';

/** Makes a file as it would be made now; undefined if the application lacks what it needs. */
type Maker = (app: App, path: string, stored: Lines) => Promise<string | undefined> | string;

/** The files that resources share as they would be made now, of those that the manifest of the application has. */
export async function sharedNow(app: App, { generated }: Manifest): Promise<Manifest['generated']> {
  const { forms, guards, tests } = app.project.layout;
  const makers: Readonly<Record<string, Maker>> = {
    [guards]: wordsFile,
    [`${forms}/fields.py`]: fieldsFile,
    [`${tests}/sign_in.py`]: signInFile,
  };
  const made = new Map<string, Lines>();
  for (const [path, make] of Object.entries(makers)) {
    const stored = generated[path];
    const text = isWhole(stored) ? await make(app, path, stored) : undefined;
    if (text !== undefined) {
      made.set(path, linesOf(text));
    }
  }
  return Object.fromEntries(made);
}

/** The module of further fields, with the classes that it had, in their order. */
async function fieldsFile(
  { project: { layout, lineLength }, templates }: App,
  path: string,
  stored: Lines,
): Promise<string> {
  const known = classesOf(await PythonSource.parse(path, stored.join('\n')));
  const [first, ...others] = known.map(({ name }) => name);
  const values = formValues(modelOfClass('Record', layout).form, []);
  const module = templates.module('forms/fields.py', path, values);
  const text = helpersAlone(module, first === undefined ? [] : [first]);
  const file = await PythonSource.parse(path, text, lineLength);
  return others.reduce((now, name) => withHelpers(now, module, [name]), file).toString();
}

async function signInFile(app: App): Promise<string | undefined> {
  const { package: folder, tests } = app.project.layout;
  const helper = await signInHelper(app);
  return helper && fileOf(helper.source, [folder, tests]);
}
