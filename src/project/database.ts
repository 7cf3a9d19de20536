// Specs: spec/rules/model.spec.ts
import { initOf, moduleOfPath } from '../layout';
import { assignmentsIn, callOf, namesBoundIn } from '../python/queries';
import { otherModules } from './walk';
import { moduleOfModels } from './models';
import type { Project } from './project';

/** The module that defines `db`; the usual one if no file seems to define it. */
export async function databaseModule(project: Project): Promise<string> {
  return moduleOfPath((await databaseFile(project)) ?? project.layout.databases[0]);
}

/** The file that defines `db`: a usual one, or any other of the package. */
async function databaseFile(project: Project): Promise<string | undefined> {
  const { databases } = project.layout;
  for (const path of databases) {
    const source = await project.source(path);
    if (source && namesBoundIn(source.root).has('db')) {
      return path;
    }
  }
  const others = otherModules(project).filter((path) => project.text(path).includes('SQLAlchemy('));
  const makers = (await project.sources(others)).filter(({ root }) =>
    assignmentsIn(root).some(
      ({ target, value }) => target === 'db' && value && callOf(value)?.name.endsWith('SQLAlchemy'),
    ),
  );
  return makers[0]?.path;
}

/** Why a project cannot have models; undefined if it can. */
export async function withoutModels(project: Project): Promise<string | undefined> {
  const init = initOf(project.layout.models);
  if (project.has(init) || project.has(moduleOfModels(project))) {
    return undefined;
  }
  const file = await databaseFile(project);
  return file === undefined
    ? `This application has no database (${init} is missing), so it cannot have models. ` +
        'Make an application with `scaffold new NAME --db`.'
    : `${init} is missing, and models go there. Make that file: their base is in ${file}. Then run this command again.`;
}
