// Specs: spec/rules/readers.spec.ts
import { controllerNames, type ModelNames, modelOfFolder } from '../naming/class-names';
import { MAINS } from '../naming/view-names';
import { sourcesIn } from '../project/blueprints';
import { findModel } from '../project/models';
import { classesOf } from '../python/queries';
import { usesName } from './owner-scope';
import type { ViewOptions } from '../naming/view-options';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';

/** A resource with routes. */
export interface OtherResource {
  /** The folder of its routes: `app/routes/public/memos`. */
  readonly folder: string;
  /** The class of its controller. */
  readonly controller: string;
  /** What its list is looked at with. */
  readonly look: ViewOptions;
  /** What is typed after `make:resource` for it: `briefs --model Memo --controller BriefController`. */
  readonly typed: string;
}

/**
 * The other resources of a model: those that the manifest knows with it, those that it does not know in folders of its name, and
 * those whose routes have a controller that uses it, in folders of no model.
 *
 * @param own The folder of the routes that are not meant.
 */
export async function otherResources(
  project: Project,
  model: Pick<ModelNames, 'className'>,
  own: string,
): Promise<OtherResource[]> {
  return resourcesIn(
    project,
    model,
    foldersOfRoutes(project).filter((folder) => folder !== own),
  );
}

/** The resources of a model in folders of its name, or else the other ones. It need not read what is kept of all resources. */
export async function resourcesOf(
  project: Project,
  model: Pick<ModelNames, 'className'>,
): Promise<OtherResource[]> {
  const folders = foldersOfRoutes(project);
  const named = folders.filter((folder) => {
    const last = folder.replace(/^.*\//, '');
    return modelOfFolder(last, project.layout).className === model.className;
  });
  return resourcesIn(project, model, named.length > 0 ? named : folders);
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
  { className }: Pick<ModelNames, 'className'>,
  folders: readonly string[],
): Promise<OtherResource[]> {
  const { layout } = project;
  const found: OtherResource[] = [];
  for (const folder of folders) {
    const segments = folder.slice(layout.routes.length + 1).split('/');
    const name = segments.join('.');
    const models = segments.map((segment) => modelOfFolder(segment, layout));
    const ofFolder = models.at(-1);
    const isOfFolder = ofFolder?.className === className;
    const { names, options } = project.changes.manifest({ resource: name })?.request ?? {};
    const isKnown = (names?.['model'] ?? ofFolder?.className) === className;
    const user =
      isKnown || names || !ofFolder || (await findModel(project, ofFolder))
        ? undefined
        : await controllerUsing(project, folder, className);
    if (isKnown || user !== undefined) {
      const known = isOfFolder ? models.map((each) => each.name).join('_') : undefined;
      const usual = known ?? modelOfFolder(className, layout).name;
      const byDefault = controllerNames(undefined, usual, layout).className;
      const controller = names?.['controller'] ?? user ?? byDefault;
      const namespace = options?.['namespace'] === true;
      found.push({
        folder,
        controller,
        look: {
          name: `${name}.index`,
          ...(!isOfFolder && { model: className }),
          ...(controller !== byDefault && { controller }),
          ...(namespace && { namespace }),
        },
        typed: [
          name,
          ...(namespace ? ['--namespace'] : []),
          ...(isOfFolder ? [] : [`--model ${className}`]),
          ...(controller === byDefault ? [] : [`--controller ${controller}`]),
        ].join(' '),
      });
    }
  }
  return found;
}

/** The controller that the routes of a folder call, if it uses a model. */
async function controllerUsing(
  project: Project,
  folder: string,
  className: string,
): Promise<string | undefined> {
  const { controllers } = project.layout;
  const code = (await sourcesIn(project, folder)).map(({ text }) => text).join('\n');
  const called = new Set([...code.matchAll(/\b([A-Z]\w*)\(\)\.\w+/g)].map(([, name = '']) => name));
  const paths = project
    .pythonFilesIn(controllers)
    .filter((path) => project.text(path).includes(className));
  const classes = (await project.sources(paths)).flatMap(classesOf);
  return classes.find(({ name, node }) => called.has(name) && usesName(node, className))?.name;
}
