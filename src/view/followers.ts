// Specs: spec/rules/readers.spec.ts
import { type ModelNames, modelOfClass, modelOfFolder } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import { findModel, modelsReferringTo, tableOf } from '../project/models';
import type { App } from '../app/app';
import { rememberedNames } from './resource';
import { routedNames } from './resources-of';

/** What a change of who may read the records of a model changes elsewhere. */
export interface Followers {
  /** The models whose readers come from its own: itself, then what belongs to its records, and so on. */
  readonly models: readonly ModelNames[];
  /** The other resources of these models, and of those that refer to them. */
  readonly resources: readonly ResourceNames[];
}

/** @param resource The name of the resource that changes. */
export async function followersOf(
  app: App,
  model: ModelNames,
  resource: string,
): Promise<Followers> {
  const { project } = app;
  const known = [...new Set([...project.changes.resources, ...routedNames(project)])].map(
    (name) => {
      const segments = name.split('.').map((each) => modelOfFolder(each, project.layout).className);
      const { names } = project.changes.manifest({ resource: name })?.request ?? {};
      const parents = segments.slice(0, -1);
      return { name, parents, className: names?.['model'] ?? segments.at(-1) ?? '' };
    },
  );
  const classes = new Set([model.className]);
  for (const className of classes) {
    known
      .filter(({ parents }) => parents.includes(className))
      .forEach((each) => classes.add(each.className));
  }
  const models = [...classes].map((className) => modelOfClass(className, project.layout));
  const referring = new Set(classes);
  for (const each of models) {
    const place = await findModel(project, each);
    const targets = [(place && tableOf(place.definition)) ?? each.table, each.className];
    const places = place ? await modelsReferringTo(project, targets) : [];
    places.forEach(({ definition }) => referring.add(definition.name));
  }
  const others = known.filter(
    ({ className, name }) => referring.has(className) && name !== resource,
  );
  const names = await Promise.all(others.map(({ name }) => rememberedNames(app, name)));
  return { models: [model, ...models.slice(1)], resources: names.flat() };
}
