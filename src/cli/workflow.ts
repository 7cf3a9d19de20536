import { join } from 'node:path';
import { type logging, schema, type virtualFs } from '@angular-devkit/core';
import type { Sink } from '@angular-devkit/schematics';
import { NodeWorkflow } from '@angular-devkit/schematics/tools';
import { defer, lastValueFrom } from 'rxjs';
import { SET_UP_SCHEMATIC } from '../setup/schematic-name';
import { CommitSink } from './commit/commit-sink';
import type { StagedFile } from './commit/staged-file';

/** A schematic to run, and how. */
export interface Run {
  schematic: string;
  /** It runs once for each, on what the commit of the one before has made of the host. */
  options: readonly object[];
  /** What the schematic finds on disk. */
  host: virtualFs.Host;
  /** The application's folder on disk, absolute: schematics know paths in the Tree alone. */
  root: string;
  /** Writes what the schematic leaves in the Tree; the paths are relative to the host's root. */
  commit: (files: StagedFile[]) => Promise<void>;
  /** Whether to end after the commit. */
  dryRun: boolean;
  logger: logging.Logger;
}

/** Runs a schematic of this package with a commit of the command's own, then the set-up that it asks for. */
export async function runSchematic({ schematic, options, logger, ...run }: Run): Promise<void> {
  const workflow = new CommandWorkflow(run);
  const collection = join(__dirname, '../collection.json');
  for (const each of options) {
    await lastValueFrom(
      // `execute` can throw before it returns.
      defer(() => workflow.execute({ collection, schematic, options: each, logger })),
      { defaultValue: undefined },
    );
  }
}

class CommandWorkflow extends NodeWorkflow {
  constructor(private readonly run: Pick<Run, 'host' | 'root' | 'commit' | 'dryRun'>) {
    super(run.host, {
      dryRun: run.dryRun,
      schemaValidation: true,
      optionTransforms: [
        ({ name }, options) =>
          name === SET_UP_SCHEMATIC ? { ...options, root: run.root } : { ...options },
      ],
    });
    this.registry.addPostTransform(schema.transforms.addUndefinedDefaults);
  }

  protected override _createSinks(): Sink[] {
    return [new CommitSink(this.run.host, this.run.commit)];
  }
}
