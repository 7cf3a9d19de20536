// Specs: spec/rename-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { Lines } from '../manifest/format';
import { schemasOf } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import { snakeCase } from '../naming/spelling';
import { modelsReferringTo } from '../project/models';
import type { Project } from '../project/project';
import { codeBelow } from '../project/walk';
import { assignmentsIn, callOf, classesOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { usesInPython } from '../uses/python-uses';
import { shownValues } from '../uses/shown-values';
import type { Use, UsedModel } from '../uses/used-model';
import { usesInTemplate } from '../uses/template-uses';
import { rememberedNames } from '../view/resource';
import type { ChangedModel } from './changed-model';

/**
 * The resources of other models whose records lead to those of a model, or with parts that certainly use its attributes.
 *
 * @param isRenamed Whether the run renames these uses itself, so that only what leads to the records counts.
 */
export async function resourcesUsing(
  { app, resources }: ChangedModel,
  used: UsedModel,
  isRenamed: boolean,
): Promise<ResourceNames[]> {
  const { project } = app;
  const { changes } = project;
  const places = await modelsReferringTo(project, [used.table, used.className]);
  const referring = new Set(places.map(({ definition }) => definition.name));
  const files = isRenamed ? [] : await filesUsing(project, used);
  const paths = files
    .filter(({ uses }) => uses.some(({ isCertain }) => isCertain))
    .map(({ path }) => path);
  const own = resources.map(({ name }) => name);
  const found: ResourceNames[] = [];
  for (const resource of changes.resources.filter((each) => !own.includes(each))) {
    const generated = changes.generatedOf({ resource });
    const leads = referring.has(changes.manifest({ resource })?.request.names?.['model'] ?? '');
    if (leads || paths.some((path) => generated.has(path))) {
      found.push(...(await rememberedNames(app, resource)));
    }
  }
  return found;
}

/** What code calls a model and some of its attributes. */
export async function usedModel(
  project: Project,
  { names: { model }, place, resources, table }: ChangedModel,
  attributes: readonly string[],
): Promise<UsedModel> {
  const { className } = model;
  const paths = codeOf(project).filter((path) => path.endsWith('.py'));
  const sources = await project.sources(
    paths.filter((path) => project.text(path).includes('relationship')),
  );
  const all = sources.flatMap((source) => relationshipsIn(source, className));
  // A name that also leads to another model says nothing.
  const others = all.filter(({ isMeant }) => !isMeant).map(({ name }) => name);
  const own = all.filter(({ name }) => !others.includes(name));
  const used = {
    className,
    path: place.source.path,
    table,
    record: model.record,
    form: model.form.className,
    schemas: resources.flatMap(({ views: [view] }) => schemasOf(view.names.controller.className)),
    factory: `make_${model.name}`,
    folders: resources.map(({ name }) => name.replaceAll('.', '/')),
    relations: new Map(
      own.map(({ name }) => [
        name,
        own.filter((each) => each.name === name).map(({ owner }) => snakeCase(owner)),
      ]),
    ),
    attributes,
  };
  return { ...used, shown: await shownIn(project, used) };
}

/** What code shows of a model on pages that name its attributes beside its own record and form. */
async function shownIn(
  project: Project,
  model: Omit<UsedModel, 'shown'>,
): Promise<UsedModel['shown']> {
  const templates = new Map(
    codeOf(project).flatMap((path) => {
      const name = path.endsWith('.py') ? undefined : templateName(project, path);
      return name === undefined ? [] : [[name, project.text(path)] as const];
    }),
  );
  const { attributes, className, folders, record } = model;
  const use = new RegExp(`\\b(\\w+)\\.(?:${attributes.join('|')})\\b`, 'g');
  const isUnclear = ([name, text]: readonly [string, string]): boolean => {
    const isOwn = folders.includes(name.replace(/\/?[^/]*$/, ''));
    return [...text.matchAll(use)].some(
      ([, variable]) => !isOwn || (variable !== record && variable !== 'form'),
    );
  };
  const shows = /["'][^"'\n]+\.\w+["']\s*,/;
  const paths = [...templates].some(isUnclear)
    ? codeOf(project).filter(
        (path) =>
          path.endsWith('.py') &&
          project.text(path).includes(className) &&
          shows.test(project.text(path)),
      )
    : [];
  return shownValues(await project.sources(paths), templates, model);
}

interface FoundRelationship {
  readonly name: string;
  /** The class that has it. */
  readonly owner: string;
  /** Whether it leads to the model that is asked for. */
  readonly isMeant: boolean;
}

/** The relationships in a file: `post: Mapped[Post] = relationship()` leads to `Post`. */
function relationshipsIn(source: PythonSource, className: string): FoundRelationship[] {
  const word = new RegExp(`\\b${className}\\b`);
  return classesOf(source).flatMap(({ name: owner, node }) =>
    assignmentsIn(node)
      .filter(({ value }) => value && callOf(value)?.name === 'relationship')
      .map(({ annotation, target, value }) => ({
        name: target,
        owner,
        isMeant: word.test(annotation?.text ?? '') || word.test(value?.text ?? ''),
      })),
  );
}

/** The Python files and the templates of a project. */
export function codeOf(project: Project): string[] {
  return codeBelow(project).filter(
    (path) => path.endsWith('.py') || templateName(project, path) !== undefined,
  );
}

/** What code calls a template: `posts/show.html`. Blueprints may have folders of their own. Undefined for another file. */
export function templateName({ layout }: Project, path: string): string | undefined {
  const own = `${layout.templates}/`;
  return path.startsWith(own)
    ? path.slice(own.length)
    : /^(?:.*?\/)?templates\/(.+\.\w+)$/.exec(path)?.[1];
}

/** A file with places that name attributes of a model. */
export interface UsingFile {
  readonly path: string;
  readonly uses: readonly Use[];
}

/** The files that name attributes of a model, each with its places. */
export async function filesUsing(project: Project, model: UsedModel): Promise<UsingFile[]> {
  const word = new RegExp(`(?:\\b|_)(?:${model.attributes.join('|')})\\b`);
  const found: UsingFile[] = [];
  for (const path of codeOf(project).filter((each) => word.test(project.text(each)))) {
    found.push({ path, uses: await usesIn(project, path, model) });
  }
  return found.filter(({ uses }) => uses.length > 0);
}

async function usesIn(project: Project, path: string, model: UsedModel): Promise<Use[]> {
  const source = path.endsWith('.py') ? await project.source(path) : undefined;
  const name = templateName(project, path) ?? path;
  return source ? usesInPython(source, model) : usesInTemplate(name, project.text(path), model);
}

/** `app/reports.py:12: return Post.title` for each line with such a place, each once. */
export function linesWith(
  project: Project,
  files: readonly UsingFile[],
  isMeant: (use: Use) => boolean,
): string[] {
  return files.flatMap(({ path, uses }) => {
    const text = project.text(path);
    const lines = text.split('\n');
    const rows = uses.filter(isMeant).map(({ start }) => text.slice(0, start).split('\n').length);
    return [...new Set(rows)].map((row) => `${path}:${row}: ${lines[row - 1]?.trim() ?? ''}`);
  });
}

/** The lines of a file that some manifest has, without their indentation. */
export function generatedLines(project: Project, path: string): ReadonlySet<string> {
  const { changes } = project;
  const texts = changes.homes.map((home) => changes.generatedOf(home).get(path) ?? []);
  return new Set(
    texts.flatMap((each) => Object.values<string | Lines>(each).flat()).map((line) => line.trim()),
  );
}

/** @throws SchematicsException if foreign keys refer to the attributes. */
export function refuseTargets(project: Project, files: readonly UsingFile[], what: string): void {
  const targets = linesWith(project, files, ({ isTarget }) => isTarget === true);
  if (targets.length > 0) {
    throw new SchematicsException(
      `The column ${what} while foreign keys refer to it:\n  ${targets.join('\n  ')}`,
    );
  }
}
