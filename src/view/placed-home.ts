// Specs: spec/existing/change-fields.spec.ts
import type { IndexedApp } from '../app/app';
import type { ModelNames } from '../naming/class-names';
import { formatChecked, type TextFormat } from '../project/text-formats';
import { assignmentsIn, callsOf, findClass } from '../python/queries';
import { type ModelHome, modelHome } from './model-home';

/** The home of a model in an application that `new` did not make, with the formats that its form checks. */
export async function placedHome(index: IndexedApp, names: ModelNames): Promise<ModelHome> {
  return { ...(await modelHome(index, names)), formats: await formatsIn(index, names) };
}

/** The formats of columns, by their names: plain code of `site:url` says nothing but its length. */
async function formatsIn(
  { project, sources }: IndexedApp,
  { form }: ModelNames,
): Promise<ReadonlyMap<string, TextFormat>> {
  const paths = sources.containing(`class ${form.className}(`).map(({ path }) => path);
  const found = (await project.sources(paths)).flatMap(
    (source) => findClass(source, form.className) ?? [],
  );
  return new Map(
    found.flatMap(({ node }) =>
      assignmentsIn(node).flatMap(({ target, value }): [string, TextFormat][] => {
        const format = value && formatChecked((name) => callsOf(value, name).length > 0);
        return format ? [[target, format]] : [];
      }),
    ),
  );
}
