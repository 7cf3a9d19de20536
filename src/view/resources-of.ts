// Specs: spec/rules/readers.spec.ts
import {
  controllerNames,
  type ModelNames,
  modelOfClass,
  modelOfFolder,
} from '../naming/class-names';
import { MAINS } from '../naming/view-names';
import type { ViewOptions } from '../naming/view-options';
import { sourcesIn } from '../project/blueprints';
import { columnsOf } from '../project/columns';
import { findModel } from '../project/models';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { usesName } from '../python/generated';
import { classesOf } from '../python/queries';

export interface RoutedResource {
  /** `public.memos` */
  readonly name: string;
  /** The folder of its routes: `app/routes/public/memos`. */
  readonly folder: string;
  readonly controller: string;
  readonly look: ViewOptions;
  /** What is typed after `make:resource` for it: `briefs --model Memo --controller BriefController`. */
  readonly typed: string;
}

type ModelClass = Pick<ModelNames, 'className'>;

/**
 * The resources of a model: those that the manifest knows with it, those that it does not know in folders of its name, and
 * those whose routes have a controller that uses it, in folders of no model.
 */
export async function allResources(project: Project, model: ModelClass): Promise<RoutedResource[]> {
  return resourcesIn(project, model, foldersOfRoutes(project));
}

/** The resources of a model in folders of its name, or else the other ones. It need not read what is kept of all resources. */
export async function resourcesOf(project: Project, model: ModelClass): Promise<RoutedResource[]> {
  const folders = foldersOfRoutes(project);
  const isNamed = (folder: string): boolean =>
    modelOfFolder(folder.replace(/^.*\//, ''), project.layout).className === model.className;
  const named = folders.filter(isNamed);
  return resourcesIn(project, model, named.length > 0 ? named : folders);
}

/** A folder of routes, and the model of its records. */
interface ModelFolder {
  /** `comments` */
  readonly folder: string;
  readonly model: ModelNames;
}

/**
 * The folders of routes below another one whose records refer to a record of that, by the model that the manifest has for them
 * or else by their names.
 *
 * @param id The column with the key of the record: `recipe_id`.
 */
export async function foldersBelow(
  project: Project,
  folder: string,
  id: string,
): Promise<ModelFolder[]> {
  const found: ModelFolder[] = [];
  for (const child of project.foldersIn(folder).toSorted()) {
    const resource = nameOf(project, `${folder}/${child}`);
    const ofFolder = modelOfFolder(child, project.layout);
    const className = project.changes.request({ resource }).names?.['model'];
    const model =
      className === undefined || className === ofFolder.className
        ? ofFolder
        : modelOfClass(className, project.layout);
    if ((await columnsOf(project, model))?.some((column) => column.name === id)) {
      found.push({ folder: child, model });
    }
  }
  return found;
}

export interface ChildResource extends RoutedResource {
  readonly model: ModelNames;
}

/** The resources in the folders below another one: see `foldersBelow`. */
export async function resourcesBelow(
  project: Project,
  folder: string,
  id: string,
): Promise<ChildResource[]> {
  const found: ChildResource[] = [];
  for (const { folder: child, model } of await foldersBelow(project, folder, id)) {
    const resources = await resourceIn(project, model, `${folder}/${child}`);
    found.push(...resources.map((each) => ({ ...each, model })));
  }
  return found;
}

/** The names of all resources with routes: `posts.notes`. */
export function routedNames(project: Project): string[] {
  return foldersOfRoutes(project).map((folder) => nameOf(project, folder));
}

function nameOf({ layout }: Project, folder: string): string {
  return folder.slice(layout.routes.length + 1).replaceAll('/', '.');
}

function foldersOfRoutes(project: Project): string[] {
  const { routes } = project.layout;
  const folders = pathsBelow(project, routes)
    .filter((path) => path.endsWith('.py'))
    .map((path) => path.replace(/(\/(__init__|routes))?\.py$/, ''))
    .filter((folder) => ![routes, `${routes}/${MAINS}`].includes(folder));
  return [...new Set(folders)].toSorted();
}

async function resourcesIn(
  project: Project,
  model: ModelClass,
  folders: readonly string[],
): Promise<RoutedResource[]> {
  const found: RoutedResource[] = [];
  for (const folder of folders) {
    found.push(...(await resourceIn(project, model, folder)));
  }
  return found;
}

async function resourceIn(
  project: Project,
  { className }: ModelClass,
  folder: string,
): Promise<RoutedResource[]> {
  const { layout } = project;
  const name = nameOf(project, folder);
  const models = name.split('.').map((segment) => modelOfFolder(segment, layout));
  const ofFolder = models.at(-1);
  const isOfFolder = ofFolder?.className === className;
  const { names, options } = project.changes.request({ resource: name });
  const isKnown = (names?.['model'] ?? ofFolder?.className) === className;
  const isOther = isKnown || names !== undefined || !ofFolder;
  // Further routes of the resource above, such as app/routes/posts/exports.py, are no resource of their own.
  if (models.slice(0, -1).some((each) => each.className === className)) {
    return [];
  }
  const user =
    isOther || (await findModel(project, ofFolder))
      ? undefined
      : await controllerUsing(project, folder, className);
  if (!isKnown && user === undefined) {
    return [];
  }
  const usual = isOfFolder
    ? models.map((each) => each.name).join('_')
    : modelOfFolder(className, layout).name;
  const byDefault = controllerNames(undefined, usual, layout).className;
  const controller = names?.['controller'] ?? user ?? byDefault;
  const given = {
    ...(options?.['namespace'] === true && { namespace: true }),
    ...(!isOfFolder && { model: className }),
    ...(controller !== byDefault && { controller }),
  };
  const flags = Object.entries(given).map(([option, value]) =>
    value === true ? `--${option}` : `--${option} ${String(value)}`,
  );
  const look = { name: `${name}.index`, ...given };
  return [{ name, folder, controller, look, typed: [name, ...flags].join(' ') }];
}

/** The controller that the routes of a folder call, if it uses a model. */
async function controllerUsing(
  project: Project,
  folder: string,
  className: string,
): Promise<string | undefined> {
  const code = (await sourcesIn(project, folder)).map(({ text }) => text).join('\n');
  const paths = project
    .pythonFilesIn(project.layout.controllers)
    .filter((path) => project.text(path).includes(className));
  const classes = (await project.sources(paths)).flatMap(classesOf);
  return classes.find(({ name, node }) => code.includes(`${name}().`) && usesName(node, className))
    ?.name;
}
