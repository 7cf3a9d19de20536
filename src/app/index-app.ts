// Specs: spec/existing/make-page.spec.ts
import { Sources } from '../layout/sources';
import { findServed } from '../project/served';
import { isBelow } from '../project/walk';
import type { App, IndexedApp } from './app';
import { queriesByModel } from './style';

/** What an application holds that has no known places: undefined for one that `new` made, whose files are read as they are needed. */
export async function indexOf(app: App): Promise<IndexedApp | undefined> {
  return app.isOurs ? undefined : indexed(app);
}

/** An application with what its files hold now. */
export async function indexed(app: App): Promise<IndexedApp> {
  const { elsewhere, project } = app;
  const { application, package: folder } = project.layout;
  const sources = (
    await Sources.of(project, (path) => project.parsed(path), project.lineLength)
  ).without(elsewhere);
  const paths = sources.paths.filter((path) => isBelow(path, folder) || path === application);
  const isLegacy = app.required.hasOldFlaskSqlalchemy || queriesByModel(sources);
  return { ...app, ...(await findServed(project, paths)), sources, isLegacy };
}
