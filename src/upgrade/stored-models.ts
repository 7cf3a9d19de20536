// Specs: spec/upgrade/model-now.spec.ts
import { dirname } from 'node:path';
import type { App } from '../app/app';
import { memberOf } from '../difference/merged-member';
import { initOf } from '../layout';
import { type Generated, isWhole, linesOf, type Manifest } from '../manifest/format';
import { linesAt } from '../manifest/kept-text';
import { modelOfClass } from '../naming/class-names';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { PythonSource } from '../python/source';
import type { NamedLook } from '../view/asked';
import { modelNow } from './model-now';

/** What a manifest has of models in a file: all of it, or their classes. */
interface StoredModels {
  readonly path: string;
  readonly classes: readonly string[];
  readonly generated: Generated;
}

/** What a manifest has of models. */
export async function storedModels(
  project: Project,
  { generated }: Manifest,
): Promise<readonly StoredModels[]> {
  const found: StoredModels[] = [];
  for (const [path, each] of Object.entries(generated)) {
    const text = isWhole(each) ? each.join('\n') : Object.values(each).flat().join('\n');
    const classes: string[] = [];
    for (const [, name = ''] of text.matchAll(/^class (\w+)/gm)) {
      const place = await findModel(project, modelOfClass(name, project.layout));
      classes.push(...(place?.source.path === path ? [name] : []));
    }
    if (classes.length > 0) {
      const own = Object.entries(each).filter(([name]) => classes.includes(name));
      found.push({ path, classes, generated: isWhole(each) ? each : Object.fromEntries(own) });
    }
  }
  return found;
}

/** The files that stay while a resource is made again: its models, which have the columns, and their packages. */
export function filesOfModels(models: readonly StoredModels[]): ReadonlySet<string> {
  return new Set(models.flatMap(({ path }) => [path, initOf(dirname(path))]));
}

/**
 * What a manifest keeps of a resource that is made again: also of its models, as today's templates make them.
 *
 * @param made What was made beside them, in the project of the application.
 */
export async function withModels(
  app: App,
  looks: readonly NamedLook[],
  models: readonly StoredModels[],
  made: Manifest['generated'],
  before: Manifest['generated'],
): Promise<Manifest['generated']> {
  const all = new Map(Object.entries(made));
  for (const path of filesOfModels(models)) {
    all.set(path, all.get(path) ?? before[path] ?? []);
  }
  for (const { classes, generated, path } of models) {
    let now = await withStored(app.project, path, generated);
    for (const className of classes) {
      const look = looks.find(({ names: { model } }) => model?.className === className);
      const names = {
        model: modelOfClass(className, app.project.layout),
        parents: look?.names.parents ?? [],
      };
      now = now && (await reparsed(await modelNow(app, names, now)));
    }
    if (now && isWhole(generated)) {
      all.set(path, linesOf(now.toString()));
    } else if (now) {
      app.project.stageSource(now);
      const source = now;
      const others = all.get(path);
      const members = Object.keys(generated).map((name) => {
        const member = memberOf(source, name);
        return [name, member ? linesOf(linesAt(source, member)) : []] as const;
      });
      all.set(path, { ...(isWhole(others) ? {} : others), ...Object.fromEntries(members) });
    }
  }
  return Object.fromEntries([...all].filter(([, each]) => Object.keys(each).length > 0));
}

/** A file as it was generated; of one that holds more, its classes as they were. */
async function withStored(
  project: Project,
  path: string,
  generated: Generated,
): Promise<PythonSource | undefined> {
  if (isWhole(generated)) {
    return PythonSource.parse(path, generated.join('\n'), project.lineLength);
  }
  let source = await project.source(path);
  for (const [name, lines] of Object.entries(generated)) {
    const own = source && memberOf(source, name)?.statement;
    if (source && own) {
      const range = { start: own.startIndex, end: own.endIndex };
      source = await reparsed(source.replace(range, lines.join('\n')));
    }
  }
  return source;
}

function reparsed(source: PythonSource): Promise<PythonSource> {
  return PythonSource.parse(source.path, source.toString(), source.style.lineLength);
}
