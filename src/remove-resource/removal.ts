// Specs: spec/remove-resource/index.spec.ts
import { type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { tableIn } from '../add-field/add-constraints';
import type { App } from '../app/app';
import { indexed } from '../app/find-app';
import { schemaIn, unmade, withMigration } from '../changing/change-model';
import { generatedLines } from '../changing/model-uses';
import { type Edit, stageUnchecked } from '../edit';
import type { Manifest } from '../manifest/format';
import { dropping } from '../migrations/schema-change';
import { modelOfClass, type ModelNames } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import { enumeration, listed } from '../naming/spelling';
import { linkTables, tableNames } from '../project/link-tables';
import { findModel } from '../project/models';
import { obstacleText } from '../references/obstacle';
import { referencesLeft } from '../references/references';
import {
  info,
  type Note,
  type Outcome,
  placeOf,
  refuseBroken,
  tell,
  warningIf,
} from '../rules/outcome';
import { type Followers, followersOf, NOBODY } from '../rules/following';
import { applyingIn } from '../rules/migration-advice';
import { carryParts } from '../rules/part-texts';
import { changeReaders, entryText, readersByModel, type ReadersByModel } from '../rules/readers';
import { EVERYBODY, readersOf } from '../view/readers';
import { rememberedNames } from '../view/resource';
import { partsOfAll, type ResourceParts } from '../view/resource-parts';
import { manifestOf } from './known-resource';
import { looseEnds } from './loose-ends';
import { hasClass, ownParts } from './own-parts';

/** The removal of a resource from an application. */
export class Removal {
  /** The files that it changes, as they were. */
  readonly #before = new Map<string, Buffer | undefined>();

  constructor(
    private readonly app: App,
    private readonly force: boolean,
  ) {}

  /** The tables that go: that of the model, unless that stays, behind those of its fields with many records. */
  async tablesOf(name: string): Promise<string[]> {
    const { project } = this.app;
    const { request } = await manifestOf(this.app, name);
    const className = request.names?.['model'];
    const model = className === undefined ? undefined : modelOfClass(className, project.layout);
    const place = model && (await findModel(project, model));
    const isOwn = place && hasClass(project.changes.generatedOf({ resource: name }), place);
    if (!isOwn || this.#sharing(name, className).length > 0) {
      return [];
    }
    const links = tableNames(linkTables(place.source, place.definition.node));
    return [...links, tableIn(this.app, model, place)];
  }

  of(name: string, tables: readonly string[]): Rule {
    return async (tree) => {
      const { app, force } = this;
      const { project } = app;
      const manifest = await manifestOf(app, name);
      project.changes.ask({ resource: name }, {}, project.changes.homes);
      const following = await this.#following(name, manifest);
      const readers = await readersByModel(project, following.models, following.models[0]);
      const affected = await this.#affected(name, manifest, following.resources);
      const look = async (): Promise<ResourceParts[]> =>
        partsOfAll(await indexed(app), affected, []);
      const before = await look();
      const changed = await this.#remove(tree, name, tables.length > 0);
      for (const above of this.#emptied(name)) {
        if (this.#isGenerated(above)) {
          await this.#remove(tree, above, false, true);
        }
      }
      const read = await this.#changeReaders(tree, following.models, readers);
      const after = await look();
      const { conflicts, edits } = await carryParts(project, before, after);
      await stageUnchecked(edits, tree, project);
      const places = conflicts.map((each) => placeOf(project, each));
      const references = await referencesLeft(this.#before, project);
      const left = [...places, ...references.map(obstacleText)];
      const broken = refuseBroken(`Removing ${name}`, left, force);
      const migrated = await this.#migration(tables);
      await stageUnchecked(migrated.edits, tree, project);
      const gone = `These were changed by hand, and are gone:\n${listed(changed)}`;
      return tell(
        [...warningIf(changed.length > 0 && gone), ...broken, ...read, ...migrated.notes],
        project,
      );
    };
  }

  /** What follows from who may read the records of a model that stays. */
  async #following(name: string, { request }: Manifest): Promise<Followers> {
    const { app } = this;
    const className = request.names?.['model'];
    return app.isOurs && className !== undefined && this.#sharing(name, className).length > 0
      ? followersOf(app, modelOfClass(className, app.project.layout), name)
      : NOBODY;
  }

  /**
   * Has the table of readers say who may read by the pages that stay. What everybody could read needed no entry. An entry may
   * depend on that of what its records belong to.
   */
  async #changeReaders(
    tree: Tree,
    models: readonly ModelNames[],
    known: ReadersByModel,
  ): Promise<Note[]> {
    const { app } = this;
    const { project } = app;
    const open = models.find(({ className }) => known.get(className)?.includes(EVERYBODY));
    const listed = await readersOf(project);
    const notes: Note[] = [];
    let before = known;
    for (let isDone = false; !isDone;) {
      const after = await readersByModel(project, models, open);
      const changed = await changeReaders(app, { after, before });
      await this.#stage(tree, changed.edits);
      notes.push(...changed.notes);
      isDone = changed.edits.length === 0;
      before = after;
    }
    const entries = [...(await readersOf(project))]
      .filter(([className, readers]) => readers.join() !== listed.get(className)?.join())
      .map(([className, readers]) => entryText({ className, readers }));
    const { readers: path } = project.layout;
    return entries.length > 0
      ? [...notes, info(`${path} now has ${enumeration(entries)}.`, path)]
      : notes;
  }

  /** The other resources of a model. */
  #sharing(name: string, className: string | undefined): string[] {
    const { changes } = this.app.project;
    return changes.resources.filter(
      (resource) =>
        className !== undefined &&
        resource !== name &&
        changes.manifest({ resource })?.request.names?.['model'] === className,
    );
  }

  async #hasOwnForm({ form }: ModelNames): Promise<boolean> {
    const app = await indexed(this.app);
    return !app.isOurs && app.sources.containing(`class ${form.className}(`).length > 1;
  }

  /** The namespaces above that hold nothing else. */
  #emptied(name: string): string[] {
    const above = name.replace(/\.?[^.]*$/, '');
    const { changes } = this.app.project;
    const manifest = above === '' ? undefined : changes.manifest({ resource: above });
    const below = changes.resources.filter((each) => each.startsWith(`${above}.`));
    const isEmpty =
      manifest !== undefined &&
      Object.keys(manifest.request.actions ?? {}).length === 0 &&
      manifest.request.names?.['model'] === undefined &&
      below.every((each) => name === each || name.startsWith(`${each}.`));
    return isEmpty ? [above, ...this.#emptied(above)] : [];
  }

  /** Whether the files of a namespace have no line of a person, though they have lost the registrations. */
  #isGenerated(resource: string): boolean {
    const { project } = this.app;
    return [...project.changes.generatedOf({ resource }).keys()].every((path) => {
      const known = generatedLines(project, path);
      return project
        .text(path)
        .split('\n')
        .every((line) => known.has(line.trim()));
    });
  }

  /** The resources whose parts may lead to this one. */
  async #affected(
    name: string,
    { request }: Manifest,
    following: readonly ResourceNames[],
  ): Promise<ResourceNames[]> {
    const { project } = this.app;
    const { changes } = project;
    const className = request.names?.['model'];
    const model = className === undefined ? [] : [`\\b${className}\\b`];
    const word = new RegExp([`["']${name.replaceAll('.', '\\.')}\\.`, ...model].join('|'));
    const found = [...following];
    const isOther = (resource: string): boolean =>
      resource !== name && !following.some((each) => each.name === resource);
    for (const resource of changes.resources.filter(isOther)) {
      const paths = [...changes.generatedOf({ resource }).keys()];
      if (paths.some((path) => word.test(project.text(path)))) {
        found.push(...(await rememberedNames(this.app, resource)));
      }
    }
    return found;
  }

  /** Takes away what the manifest has, and returns what a person has changed of that. */
  async #remove(
    tree: Tree,
    name: string,
    ownsModel: boolean,
    isGenerated = false,
  ): Promise<readonly string[]> {
    const { project } = this.app;
    const className = project.changes.manifest({ resource: name })?.request.names?.['model'];
    const model = className === undefined ? undefined : modelOfClass(className, project.layout);
    const [heir] = this.#sharing(name, className);
    const { changed, edits } = await ownParts(project, name, [
      ...(model && heir !== undefined ? [model.className] : []),
      ...(model && heir !== undefined && !(await this.#hasOwnForm(model))
        ? [model.form.className]
        : []),
      ...(model && !ownsModel ? [`make_${model.name}`] : []),
    ]);
    if (changed.length > 0 && !this.force && !isGenerated) {
      throw new SchematicsException(
        `These are no longer as they were generated, so nothing was removed:\n${listed(changed)}\n` +
          'Add --force to remove them all the same.',
      );
    }
    await this.#stage(tree, edits);
    // A package that keeps a module of a person stays, and defines nothing any more.
    const paths = edits
      .filter((edit) => edit.kind === 'delete' || (edit.kind === 'replace' && edit.content === ''))
      .map(({ path }) => path);
    const gone = { resource: name, className: ownsModel ? className : undefined, paths };
    await this.#stage(tree, await looseEnds(project, gone));
    project.changes.forget({ resource: name }, heir === undefined ? undefined : { resource: heir });
    return changed;
  }

  async #stage(tree: Tree, edits: readonly Edit[]): Promise<void> {
    for (const { path } of edits) {
      if (!this.#before.has(path)) {
        this.#before.set(path, this.app.project.read(path));
      }
    }
    await stageUnchecked(edits, tree, this.app.project);
  }

  async #migration(tables: readonly string[]): Promise<Outcome> {
    const { app } = this;
    const schema = await schemaIn(app);
    const drops = tables.flatMap((table) => schema.tables.get(table) ?? []).map(dropping);
    const missing = tables.filter((table) => !schema.tables.has(table));
    const { edits, notes } = await withMigration(schema, drops, applyingIn(app), app.versions);
    const left = missing.length > 0 ? [unmade(app, enumeration(missing))] : [];
    return { edits, notes: [...notes, ...left] };
  }
}
