// Specs: spec/rules/readers.spec.ts
import { controllerNames, type ModelNames, modelOfFolder } from '../naming/class-names';
import { MAINS } from '../naming/view-names';
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
 * The other resources of a model: those that the manifest knows with it, and those that it does not know in folders of its
 * name.
 *
 * @param own The folder of the routes that are not meant.
 */
export function otherResources(
  project: Project,
  { className }: Pick<ModelNames, 'className'>,
  own: string,
): OtherResource[] {
  const { layout } = project;
  const folders = pathsBelow(project, layout.routes)
    .filter((path) => path.endsWith('.py'))
    .map((path) => path.replace(/(\/(__init__|routes))?\.py$/, ''))
    .filter((folder) => ![own, layout.routes, `${layout.routes}/${MAINS}`].includes(folder));
  return [...new Set(folders)].toSorted().flatMap((folder): OtherResource[] => {
    const segments = folder.slice(layout.routes.length + 1).split('/');
    const name = segments.join('.');
    const models = segments.map((segment) => modelOfFolder(segment, layout));
    const ofFolder = models.at(-1)?.className;
    const { names, options } = project.changes.manifest({ resource: name })?.request ?? {};
    if ((names?.['model'] ?? ofFolder) !== className) {
      return [];
    }
    const known = ofFolder === className ? models.map((each) => each.name).join('_') : undefined;
    const usual = known ?? modelOfFolder(className, layout).name;
    const byDefault = controllerNames(undefined, usual, layout).className;
    const controller = names?.['controller'] ?? byDefault;
    const namespace = options?.['namespace'] === true;
    return [
      {
        folder,
        controller,
        look: {
          name: `${name}.index`,
          ...(ofFolder !== className && { model: className }),
          ...(controller !== byDefault && { controller }),
          ...(namespace && { namespace }),
        },
        typed: [
          name,
          ...(namespace ? ['--namespace'] : []),
          ...(ofFolder === className ? [] : [`--model ${className}`]),
          ...(controller === byDefault ? [] : [`--controller ${controller}`]),
        ].join(' '),
      },
    ];
  });
}
