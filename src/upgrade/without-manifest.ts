// Specs: spec/upgrade/index.spec.ts
import type { App } from '../app/app';
import type { Manifest } from '../manifest/format';
import { ACTION_NAMES } from '../naming/actions';
import { PART_NAMES, PARTS } from '../naming/auth-parts';
import type { Project } from '../project/project';
import { routesOf } from '../project/served';
import { guardShown } from '../project/route-guards';
import { apiPath } from '../view/api-state';
import { namedLook } from '../view/asked';
import { ownBlueprint } from '../view/blueprint-state';
import { existingLooks } from '../view/present-guard';
import { testsPath } from '../view/tests-state';

/**
 * What is known of a resource without a manifest: the actions that it has, and the files that it would be made of.
 *
 * @returns undefined if there is no such resource, and in applications that `new` did not make: only a manifest tells there what
 *   its own files are.
 */
export async function unknownResource(app: App, resource: string): Promise<Manifest | undefined> {
  const { isOurs, project } = app;
  const { layout } = project;
  if (!isOurs || !/^\w+(\.\w+)*$/.test(resource)) {
    return undefined;
  }
  const all = await Promise.all(
    ACTION_NAMES.map((action) =>
      namedLook(app, { name: `${resource}.${action}`, generateRoute: true }),
    ),
  );
  const [first, ...others] = await existingLooks(project, all);
  if (first === undefined) {
    return undefined;
  }
  const looks = [first, ...others];
  const { controller, model } = first.names;
  const { folder } = ownBlueprint(first.names);
  const guard = guardShown(await routesOf(project, folder));
  const api = apiPath(project, { name: resource });
  const paths = [
    controller.file,
    ...(model ? [model.form.file] : []),
    `${folder}/routes.py`,
    ...looks.flatMap(({ names: { template } }) =>
      template === undefined ? [] : [`${layout.templates}/${template}`],
    ),
    testsPath(layout, { name: resource }),
    ...(project.has(api) ? [api] : []),
  ];
  return {
    version: '',
    templates: '',
    generated: Object.fromEntries(paths.map((path) => [path, []])),
    request: {
      names: { resource, ...(model && { model: model.className, table: model.table }) },
      actions: Object.fromEntries(
        looks.map(({ names }) => [
          names.route.endpoint,
          {
            route: names.route.path,
            controller: names.controller.className,
            guard: guard ?? 'none',
          },
        ]),
      ),
    },
  };
}

/** What is known of an application without a manifest. */
export function unknownApplication(project: Project): Manifest {
  const [, name = 'app'] = /^\s*"name": "(.+)"/m.exec(project.text('package.json')) ?? [];
  return {
    version: '',
    templates: '',
    generated: {},
    request: {
      names: { application: name },
      options: {
        auth: project.has(project.layout.auth),
        without: PART_NAMES.filter((name) => !project.has(PARTS[name])).join(),
        ci: project.has('.github/workflows/ci.yml'),
        db: project.has('app/models/__init__.py'),
        packageManager: project.has('package.json') ? 'npm' : 'none',
      },
    },
  };
}
