// Specs: spec/rules/model.spec.ts
import { moduleOfPath } from '../layout';
import { namesBoundIn } from '../python/assignments';
import type { Project } from './project';

/** The module that defines `db`; the usual one if no file seems to define it. */
export async function databaseModule(project: Project): Promise<string> {
  const { databases } = project.layout;
  for (const path of databases) {
    const source = await project.source(path);
    if (source && namesBoundIn(source.root).has('db')) {
      return moduleOfPath(path);
    }
  }
  return moduleOfPath(databases[0]);
}
