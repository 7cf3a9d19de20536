// Specs: spec/existing/make-page.spec.ts
import { Sources } from '../layout/sources';
import { findServed } from '../project/served';
import { isBelow } from '../project/walk';
import type { Templates } from '../templates/templates';
import type { App, FoundApp, Index } from './app';
import { queriesByModel } from './style';

/** An application with what it holds now, if it has no known places. */
export async function indexed(app: FoundApp & { readonly templates: Templates }): Promise<App> {
  return app.isOurs ? { ...app, isOurs: true } : { ...app, isOurs: false, ...(await indexOf(app)) };
}

/** What the files of an application hold now. */
export async function indexOf({ elsewhere, project, required }: FoundApp): Promise<Index> {
  const { application, package: folder } = project.layout;
  const sources = (
    await Sources.of(project, (path) => project.parsed(path), project.lineLength)
  ).without(elsewhere);
  const paths = sources.paths.filter((path) => isBelow(path, folder) || path === application);
  const isLegacy = required.hasOldFlaskSqlalchemy || queriesByModel(sources);
  return { ...(await findServed(project, paths)), sources, isLegacy };
}
