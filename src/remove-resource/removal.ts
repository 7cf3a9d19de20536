// Specs: spec/remove-resource/index.spec.ts
import { type Rule, SchematicsException, type Tree } from '@angular-devkit/schematics';
import { withMigration } from '../changing/change-model';
import { generatedLines } from '../changing/changed-model';
import { type Edit, stageUnchecked } from '../edit';
import { VERSIONS } from '../layout';
import type { Manifest } from '../manifest/format';
import { dropping } from '../migrations/schema-change';
import { schemaOf } from '../migrations/stored-schema';
import { modelOfClass } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import { findModel, tableOf } from '../project/models';
import type { Project } from '../project/project';
import { stringValue } from '../python/node';
import { assignmentsIn, callOf } from '../python/queries';
import { obstacleText, type RewrittenFile } from '../references/obstacle';
import { changedSources, referencesTo } from '../references/references';
import { carry, placeOf } from '../rules/difference';
import { info, type Outcome, warning } from '../rules/outcome';
import { textsOf } from '../rules/part-texts';
import { tell } from '../rules/tell';
import type { Templates } from '../templates/templates';
import { rememberedNames, resourcesIn } from '../view/resource';
import { partsOfAll } from '../view/resource-parts';
import { manifestOf } from './known-resource';
import { looseEnds } from './loose-ends';
import { ownParts } from './own-parts';

/** The removal of a resource from a project. */
export class Removal {
  /** The files that it changes, as they were. */
  readonly #before = new Map<string, Buffer | undefined>();

  constructor(
    private readonly project: Project,
    private readonly templates: Templates,
    private readonly force: boolean,
  ) {}

  /** The tables that go: that of the model, unless that stays, behind those of its fields with many records. */
  async tablesOf(name: string): Promise<string[]> {
    const { project } = this;
    const { generated, request } = manifestOf(project, name);
    const className = request.names?.['model'];
    const model = className === undefined ? undefined : modelOfClass(className, project.layout);
    const place = model && (await findModel(project, model));
    const isOwn = place && generated[place.source.path] !== undefined;
    if (!isOwn || this.#sharing(name, className).length > 0) {
      return [];
    }
    const links = assignmentsIn(place.source.root).flatMap(({ value }) => {
      const call = value && callOf(value);
      return call?.name === 'Table' ? (stringValue(call.positional[0]) ?? []) : [];
    });
    return [...links, tableOf(place.definition) ?? model.table];
  }

  /** Removes a resource with these tables. */
  of(name: string, tables: readonly string[]): Rule {
    return async (tree) => {
      const { force, project } = this;
      const manifest = manifestOf(project, name);
      const others = resourcesIn(project).map((resource) => ({ resource }));
      project.changes.ask({ resource: name }, {}, [...others, 'application']);
      const affected = await this.#affected(name, manifest);
      const before = await partsOfAll(project, affected, [], this.templates);
      const changed = await this.#remove(tree, name, tables.length > 0);
      for (const above of this.#emptied(name)) {
        if (this.#isGenerated(above)) {
          await this.#remove(tree, above, false, true);
        }
      }
      const after = await partsOfAll(project, affected, [], this.templates);
      const { conflicts, edits } = await carry(project, textsOf(before), textsOf(after));
      await stageUnchecked(edits, tree, project);
      const places = conflicts.map((each) => placeOf(project, each));
      const left = [...places, ...(await this.#references())];
      if (left.length > 0 && !force) {
        throw new SchematicsException(
          `Removing ${name} would break these lines, so nothing was written:\n${listed(left)}\n` +
            'Change them first, or add --force to write the rest.',
        );
      }
      const migrated = await this.#migration(tables);
      await stageUnchecked(migrated.edits, tree, project);
      const gone = `These were changed by hand, and are gone:\n${listed(changed)}`;
      const broken = `These lines are left to you:\n${listed(left)}`;
      return tell(
        [
          ...(changed.length > 0 ? [warning(gone)] : []),
          ...(left.length > 0 ? [warning(broken)] : []),
          ...migrated.notes,
        ],
        project,
      );
    };
  }

  /** The other resources of a model. */
  #sharing(name: string, className: string | undefined): string[] {
    const { changes } = this.project;
    return resourcesIn(this.project).filter(
      (resource) =>
        className !== undefined &&
        resource !== name &&
        changes.manifest({ resource })?.request.names?.['model'] === className,
    );
  }

  /** The namespaces above that hold nothing else. */
  #emptied(name: string): string[] {
    const above = name.replace(/\.?[^.]*$/, '');
    const manifest = above === '' ? undefined : this.project.changes.manifest({ resource: above });
    const below = resourcesIn(this.project).filter((each) => each.startsWith(`${above}.`));
    const isEmpty =
      manifest !== undefined &&
      Object.keys(manifest.request.actions ?? {}).length === 0 &&
      manifest.request.names?.['model'] === undefined &&
      below.every((each) => name === each || name.startsWith(`${each}.`));
    return isEmpty ? [above, ...this.#emptied(above)] : [];
  }

  /** Whether the files of a namespace have no line of a person, though they have lost the registrations. */
  #isGenerated(resource: string): boolean {
    const { project } = this;
    const generated = project.changes.manifest({ resource })?.generated ?? {};
    return Object.keys(generated).every((path) => {
      const known = generatedLines(project, path);
      return project
        .text(path)
        .split('\n')
        .every((line) => known.has(line.trim()));
    });
  }

  /** The resources whose parts may lead to this one. */
  async #affected(name: string, { request }: Manifest): Promise<ResourceNames[]> {
    const { project } = this;
    const className = request.names?.['model'];
    const model = className === undefined ? [] : [`\\b${className}\\b`];
    const word = new RegExp([`["']${name.replaceAll('.', '\\.')}\\.`, ...model].join('|'));
    const found: ResourceNames[] = [];
    for (const resource of resourcesIn(project).filter((each) => each !== name)) {
      const paths = Object.keys(project.changes.manifest({ resource })?.generated ?? {});
      if (paths.some((path) => word.test(project.text(path)))) {
        found.push(...(await rememberedNames(project, resource)));
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
    const { project } = this;
    const { forms, models, tests } = project.layout;
    const manifest = project.changes.manifest({ resource: name });
    const className = manifest?.request.names?.['model'];
    const shared = ownsModel ? [] : [forms, models, `${tests}/factories`];
    const { changed, edits } = await ownParts(project, name, manifest?.generated ?? {}, (path) =>
      shared.some((folder) => path.startsWith(`${folder}/`)),
    );
    if (changed.length > 0 && !this.force && !isGenerated) {
      throw new SchematicsException(
        `These are no longer as they were generated, so nothing was removed:\n${listed(changed)}\n` +
          'Add --force to remove them all the same.',
      );
    }
    await this.#stage(tree, edits);
    const paths = edits.filter(({ kind }) => kind === 'delete').map(({ path }) => path);
    const gone = { resource: name, className: ownsModel ? className : undefined, paths };
    await this.#stage(tree, await looseEnds(project, gone));
    const [heir] = this.#sharing(name, className);
    project.changes.forget({ resource: name }, heir === undefined ? undefined : { resource: heir });
    return changed;
  }

  async #stage(tree: Tree, edits: readonly Edit[]): Promise<void> {
    for (const { path } of edits) {
      if (!this.#before.has(path)) {
        this.#before.set(path, this.project.read(path));
      }
    }
    await stageUnchecked(edits, tree, this.project);
  }

  /** What stays and refers to what goes. */
  async #references(): Promise<string[]> {
    const changes = [...this.#before].map(([path, now]): RewrittenFile => ({
      path,
      now,
      content: this.project.read(path),
      isMerged: true,
    }));
    const sources = await changedSources(changes);
    const found = await referencesTo({ changes, sources }, this.project);
    return found.map(obstacleText);
  }

  async #migration(tables: readonly string[]): Promise<Outcome> {
    const { project } = this;
    const schema = schemaOf(await project.sources(project.pythonFilesIn(VERSIONS)));
    const stored = tables.flatMap((table) => schema.tables.get(table) ?? []);
    const unmade = tables.filter((table) => !schema.tables.has(table));
    const { edits, notes } = await withMigration(schema, stored.map(dropping));
    const missing = `No migration makes ${unmade.join(', ')}, so none was written for this change.`;
    return { edits, notes: [...notes, ...(unmade.length > 0 ? [info(missing)] : [])] };
  }
}

function listed(lines: readonly string[]): string {
  return [...new Set(lines)].map((line) => `  ${line}`).join('\n');
}
