// Specs: spec/cli/bundle.spec.ts
import { join } from 'node:path';
import type { Url } from 'node:url';
import {
  type EngineHost,
  HostCreateTree,
  type RuleFactory,
  type SchematicDescription,
  type Source,
  type TaskExecutor,
  type TypedSchematicContext,
  UnknownCollectionException,
  UnregisteredTaskException,
} from '@angular-devkit/schematics';
import { RunSchematicName } from '@angular-devkit/schematics/tasks/run-schematic/options';
import runSchematicExecutor from '@angular-devkit/schematics/tasks/run-schematic/executor';
import { type Observable, of, throwError } from 'rxjs';
import { COLLECTION } from '../../collection-name';
import { DiskHost } from './disk-host';
import { type PackageSchematic, SCHEMATICS } from './schematics';

type Description = SchematicDescription<object, PackageSchematic>;
/** Changes the options of a schematic before they reach its factory. */
type OptionsTransform = (schematic: string, options: object) => object;

/**
 * Runs the schematics of this package alone. The devkit's own host searches the disk for collections and factories, but a
 * bundle has no such files.
 */
export class PackageEngineHost implements EngineHost<object, PackageSchematic> {
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

  createSourceFromUrl(
    { path }: Url,
    { schematic }: TypedSchematicContext<object, PackageSchematic>,
  ): Source {
    const folder = join(schematic.description.path, path ?? '');
    return () => new HostCreateTree(new DiskHost(folder));
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
