// Specs: spec/rules/readers.spec.ts
import type { Tree } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { refuseHarm, stageUnchecked } from '../edit';
import { type ModelNames, modelOfClass, modelOfFolder } from '../naming/class-names';
import type { GuardOption } from '../naming/guards';
import type { ResourceNames } from '../naming/resource-names';
import { resourceOf } from '../naming/view-names';
import { columnsIn } from '../project/columns';
import { findModel, modelReferredBy, modelsReferringTo, tableOf } from '../project/models';
import { rememberedNames } from '../view/resource';
import { partsOfAll } from '../view/resource-parts';
import { routedNames } from '../view/resources-of';
import { changesGuard, isMade, ownModel, type View, type Views } from '../view/view';
import { refuseConflicts, textsOf, withKnownPages } from './part-texts';
import { carry, type PartFiles } from './difference';
import {
  allChanges,
  type Conflict,
  type Outcome,
  type PartsChange,
  warning,
  withLeft,
} from './outcome';
import { exportBy } from './export';
import { addReaders, type ReadersByModel, readersNow } from './readers';

/** What a change of who may read the records of a model changes elsewhere. */
export interface Followers {
  /** The models whose readers come from its own: itself, then what belongs to its records, and so on. */
  readonly models: readonly ModelNames[];
  /** The other resources of these models, and of those that refer to them. */
  readonly resources: readonly ResourceNames[];
}

/**
 * What follows from who may read the records of a model.
 *
 * @param resource The name of the resource that changes.
 */
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
    // Pages show what belongs to their records. Those above the model itself follow with its own parts.
    const columns = place && each !== models[0] ? await columnsIn(project, place) : [];
    for (const column of columns) {
      const above = await modelReferredBy(project, column);
      if (above) {
        referring.add(above.definition.name);
      }
    }
  }
  const others = known.filter(
    ({ className, name }) => referring.has(className) && name !== resource,
  );
  const names = await Promise.all(others.map(({ name }) => rememberedNames(app, name)));
  return { models: [model, ...models.slice(1)], resources: names.flat() };
}

export const NOBODY: Followers = { models: [], resources: [] };

/** What follows from the guard of views, as the run finds it. */
interface Following extends Followers {
  readonly views: Views;
  readonly readers: ReadersByModel;
  readonly parts: FollowingParts;
}

/** What follows, as it is by now. */
interface FollowingParts {
  readonly texts: PartFiles;
  /** The resources of which only the owners of what they belong to may change something. */
  readonly owned: ReadonlySet<string>;
}

/** The models and resources that follow from the guard of views: none if no page gets another guard, or is new. */
export async function followers(views: Views): Promise<Followers> {
  const [{ app, names }] = views;
  const { model } = names;
  const isChange = (view: View): boolean => changesGuard(view) || isMade(view);
  return !app.isOurs || model === undefined || !views.some(isChange)
    ? NOBODY
    : followersOf(app, model, resourceOf(names));
}

/** Looks at what follows from the guard of views, before the run changes anything. */
export async function lookAtFollowers(views: Views, known: Followers): Promise<Following> {
  return {
    ...known,
    views,
    readers: await readersNow(views, known.models),
    parts: await partsNow(views[0].app, known.resources),
  };
}

/**
 * Has the table of readers, what users download, and the parts of other resources follow from the guard of views, once these
 * have it. Who reads a record decides on the code of what belongs to it, and that code on who reads the latter.
 *
 * @param asked The guard that the run gives what exists.
 * @throws SchematicsException if a person changed methods that the guard changes.
 */
export async function follow(
  tree: Tree,
  { models, resources, views, ...known }: Following,
  asked: GuardOption | undefined,
): Promise<Outcome> {
  const { app } = views[0];
  const { project } = app;
  const [owner] = views.flatMap((view) => ownModel(view)?.owner ?? []);
  const exported = await exportBy(project, owner?.column);
  await stageUnchecked(exported.edits, tree, project);
  const changes: PartsChange[] = [{ ...exported, conflicts: [] }];
  let { parts, readers: before } = known;
  for (let isDone = false; !isDone;) {
    const after = await readersNow(views, models);
    const added = await addReaders(views, { before, after });
    await stageUnchecked(added.edits, tree, project);
    const now = await partsNow(app, resources);
    const carried = await carry(project, parts.texts, now.texts);
    await stageUnchecked(carried.edits, tree, project);
    changes.push({ ...added, conflicts: [] }, carried);
    isDone = resources.length === 0 || (added.edits.length === 0 && carried.edits.length === 0);
    [before, parts] = [after, now];
  }
  const { conflicts, edits, notes } = allChanges(changes);
  refuseHarm(edits, project);
  const isMethod = ({ member }: Conflict): boolean => member !== undefined;
  refuseConflicts(asked, { conflicts: conflicts.filter(isMethod) });
  const left = asked ? conflicts.filter((each) => !isMethod(each)) : conflicts;
  const opened = [...known.parts.owned].filter((each) => !parts.owned.has(each));
  const advice = opened.map((each) =>
    warning(
      `${each}: not only the owner of what it belongs to may change it now. Its guard says who may.`,
    ),
  );
  const change = { edits, notes: [...notes, ...advice], conflicts: left };
  return withLeft(change, 'who may read its records');
}

async function partsNow(app: App, resources: readonly ResourceNames[]): Promise<FollowingParts> {
  const parts = await partsOfAll(app, resources, []);
  const views = parts.flatMap((each) => each.views);
  const owned = views.filter(({ data }) => data?.parents.some(({ scope }) => scope));
  return {
    texts: textsOf(parts.map((each) => ({ ...each, views: withKnownPages(each.views) }))),
    owned: new Set(owned.map(({ names }) => resourceOf(names))),
  };
}
