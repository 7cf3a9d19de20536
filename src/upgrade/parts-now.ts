// Specs: spec/upgrade/same.spec.ts
import type { App } from '../app/app';
import { isWhole, type Manifest } from '../manifest/format';
import { modelOfClass } from '../naming/class-names';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { columnsBeside, isShown, keyOf, type OwnColumn } from '../view/own-columns';
import { type MadeNow, resourceNow } from './resource-now';

/**
 * Makes a resource again, each part with the columns that it had: those that a person added to a model are only where a part
 * that came later shows them.
 */
export async function partsNow(app: App, resource: string, manifest: Manifest): Promise<MadeNow> {
  const own = await ownColumns(app.project, resource, manifest);
  const without = (hidden: readonly OwnColumn[]): Promise<MadeNow> =>
    resourceNow(app, resource, manifest, new Set(hidden.map(keyOf)));
  const { project, ...made } = await without(own);
  let { generated, shared } = made;
  const parts = Object.entries(manifest.generated).map(([path, stored]) => {
    const text = (isWhole(stored) ? stored : Object.values(stored).flat()).join('\n');
    const hidden = own.filter((column) => !isShown(column, text));
    return { path, hidden, key: hidden.map(keyOf).join() };
  });
  for (const [key, { hidden }] of new Map(parts.map((part) => [part.key, part]))) {
    if (hidden.length < own.length) {
      const other = await without(hidden);
      const paths = parts.filter((part) => part.key === key).map(({ path }) => path);
      const those = Object.entries(other.generated).filter(([path]) => paths.includes(path));
      generated = { ...generated, ...Object.fromEntries(those) };
      shared = { ...shared, ...other.shared };
      those.forEach(([path]) => {
        project.stage(path, other.project.text(path));
      });
    }
  }
  return { generated, shared, project };
}

/** The columns that neither a run made nor a request names. Without the fields of any request, nobody knows them. */
async function ownColumns(
  project: Project,
  resource: string,
  manifest: Manifest,
): Promise<OwnColumn[]> {
  const own = manifest.request.names?.['model'];
  const others = project.changes.resources
    .filter((name) => name !== resource)
    .map((name) => project.changes.request({ resource: name }))
    .filter(({ names }) => names?.['model'] !== own);
  const named = new Map<string, readonly string[]>();
  for (const { fields, names, owner = '' } of [manifest.request, ...others]) {
    const className = names?.['model'];
    if (className !== undefined && fields !== undefined) {
      named.set(className, [...(named.get(className) ?? []), ...fields, owner]);
    }
  }
  const found: OwnColumn[] = [];
  for (const [className, fields] of named) {
    const model = modelOfClass(className, project.layout);
    const place = await findModel(project, model);
    found.push(...(place ? await columnsBeside(project, model, place, fields) : []));
  }
  return found;
}
