import type { logging, schema, virtualFs } from '@angular-devkit/core';
import {
  type Action,
  type EngineHost,
  type RuleFactory,
  type SchematicDescription,
  type Sink,
  type TaskExecutor,
  type Tree,
  UnknownCollectionException,
  UnregisteredTaskException,
  workflow,
} from '@angular-devkit/schematics';
import runSchematicExecutor from '@angular-devkit/schematics/tasks/run-schematic/executor';
import { RunSchematicName } from '@angular-devkit/schematics/tasks/run-schematic/options';
import { defer, from, lastValueFrom, type Observable, of, throwError } from 'rxjs';
import { COLLECTION, SET_UP_SCHEMATIC } from '../../package';
import type collection from '../../collection.json';
import type { StagedFile } from '../commit/planned-edit';

interface SchematicRun {
  schematic: string;
  options: object;
  /** The files that the schematic sees. */
  host: virtualFs.ReadonlyHost;
  /** The application's folder on disk, absolute: a schematic knows only paths in its Tree. */
  root: string;
  /** Writes what the schematic staged; paths are relative to the root of the host. */
  commit: (files: StagedFile[]) => Promise<void>;
  /** Whether to stop after the commit, before the set-up. */
  dryRun: boolean;
  logger: logging.Logger;
}

/**
 * Runs a schematic of this package with the command's own commit, then the set-up that it asks for. It does not validate
 * the options: the command line is made from the schema that would.
 */
export async function runSchematic({
  schematic,
  options,
  logger,
  ...run
}: SchematicRun): Promise<void> {
  await lastValueFrom(
    // `execute` can throw synchronously.
    defer(() =>
      new CommandWorkflow(run).execute({ collection: COLLECTION, schematic, options, logger }),
    ),
    { defaultValue: undefined },
  );
}

class CommandWorkflow extends workflow.BaseWorkflow {
  constructor(private readonly run: Pick<SchematicRun, 'host' | 'root' | 'commit' | 'dryRun'>) {
    super({
      // Nothing writes to it: edits go to the sink below.
      host: run.host as virtualFs.Host,
      dryRun: run.dryRun,
      // The devkit would load ajv to validate options, and nothing here validates.
      registry: Object.create(null) as schema.CoreSchemaRegistry,
      engineHost: new PackageEngineHost((schematic, options) =>
        schematic === SET_UP_SCHEMATIC ? { ...options, root: run.root } : options,
      ),
    });
  }

  protected override _createSinks(): Sink[] {
    return [new CommitSink(this.run.commit)];
  }
}

/** Hands all that a schematic staged to one commit. The devkit's own sinks write file by file. */
export class CommitSink implements Sink {
  constructor(private readonly write: (files: StagedFile[]) => Promise<void>) {}

  commit(tree: Tree): Observable<void> {
    const paths = new Set(tree.actions.flatMap(pathsOf));
    const files = [...paths].map((path) => ({
      path: path.slice(1),
      content: tree.read(path) ?? undefined,
    }));
    return files.length === 0 ? of(undefined) : from(this.write(files));
  }
}

/** A rename deletes one file and creates another. */
function pathsOf(action: Action): string[] {
  return action.kind === 'r' ? [action.path, action.to] : [action.path];
}

type Description = SchematicDescription<object, PackageSchematic>;
/** Changes the options of a schematic before they reach its factory. */
type OptionsTransform = (schematic: string, options: object) => object;

/**
 * Runs the schematics of this package alone. The devkit's own host searches the disk for collections and factories, but a
 * bundle has no such files.
 */
class PackageEngineHost implements EngineHost<object, PackageSchematic> {
  constructor(private readonly transform: OptionsTransform) {}

  /** @throws UnknownCollectionException unless it is the collection of this package. */
  createCollectionDescription(name: string): { name: string } {
    if (name !== COLLECTION) {
      throw new UnknownCollectionException(name);
    }
    return { name };
  }

  listSchematicNames(): string[] {
    return Object.keys(SCHEMATICS);
  }

  createSchematicDescription(name: string, collection: { name: string }): Description | null {
    const schematic = SCHEMATICS[name];
    return schematic ? { name, collection, ...schematic } : null;
  }

  getSchematicRuleFactory({ load }: Description): RuleFactory<object> {
    return (options) => async () => (await load())(options);
  }

  /** No schematic of this package reads files by URL. */
  createSourceFromUrl(): null {
    return null;
  }

  transformOptions<Result extends object>(
    { name }: Description,
    options: object,
  ): Observable<Result> {
    return of(this.transform(name, options) as Result);
  }

  transformContext(): undefined {
    return undefined;
  }

  createTaskExecutor(name: string): Observable<TaskExecutor> {
    return this.hasTaskExecutor(name)
      ? of(runSchematicExecutor() as TaskExecutor)
      : throwError(() => new UnregisteredTaskException(name));
  }

  hasTaskExecutor(name: string): boolean {
    return name === RunSchematicName;
  }
}

/** A schematic, as the engine needs it. */
interface PackageSchematic {
  /** Loads its factory, when it runs. */
  readonly load: () => Promise<RuleFactory<object>>;
}

/** The schematics of `collection.json`, for an engine that looks nothing up on disk. Here `make-view` takes several views. */
export const SCHEMATICS: Readonly<Record<string, PackageSchematic>> = {
  new: schematic(async () => (await import('../../new')).newApp),
  'make-view': schematic(async () => (await import('../../make-view')).makeViews),
  'make-resource': schematic(async () => (await import('../../make-resource')).makeResource),
  'make-model': schematic(async () => (await import('../../make-model')).makeModel),
  'add-field': schematic(async () => (await import('../../add-field')).addField),
  'rename-field': schematic(async () => (await import('../../rename-field')).renameField),
  'change-field': schematic(async () => (await import('../../change-field')).changeField),
  'remove-field': schematic(async () => (await import('../../remove-field')).removeField),
  'make-api': schematic(async () => (await import('../../make-api')).makeApi),
  'remove-resource': schematic(async () => (await import('../../remove-resource')).removeResource),
  'make-auth': schematic(async () => (await import('../../make-auth')).makeAuth),
  upgrade: schematic(async () => (await import('../../upgrade')).upgrade),
  [SET_UP_SCHEMATIC]: schematic(async () => (await import('../../setup')).setUpApp),
} satisfies Record<keyof (typeof collection)['schematics'], PackageSchematic>;

function schematic<Options extends object>(
  load: () => Promise<RuleFactory<Options>>,
): PackageSchematic {
  return { load: load as () => Promise<RuleFactory<object>> };
}
