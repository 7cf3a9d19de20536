// Specs: spec/make-auth/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { findServed, refuseBlueprint } from '../project/served';
import { routesIn, shapeOf } from '../project/existing-routes';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import type { AuthProject } from './look';

/** The columns of a user that the pages of sign-in show. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'Mapped[int] = mapped_column(primary_key=True)',
  name: 'Mapped[str] = mapped_column(String(120))',
  email: 'Mapped[str] = mapped_column(String(254), unique=True)',
};

/**
 * Refuses a project in which sign-in would not work.
 *
 * @throws SchematicsException that tells what to change.
 */
export async function checkProject(project: Project, auth: AuthProject): Promise<void> {
  if (auth.isFirst) {
    refuseExistingFiles(auth);
    await refuseTakenNames(project, auth);
  }
  checkUser(auth);
}

function refuseExistingFiles({ existing, mergings }: AuthProject): void {
  const extended = mergings.map(({ source }) => source.path);
  const taken = [...existing].filter((path) => !extended.includes(path));
  if (taken.length > 0) {
    const paths = taken.join(', ');
    throw new SchematicsException(
      `Sign-in needs these names for its own files: ${paths}. Rename the files that have them, whoever made them, ` +
        'and change what imports them. Then run this again.',
    );
  }
}

/** Refuses a project that already has one of the URLs, or the name of the blueprint. */
async function refuseTakenNames(project: Project, { modules }: AuthProject): Promise<void> {
  const { routes } = project.layout;
  const wanted = modules.flatMap((source) => routesIn(source));
  const paths = pathsBelow(project, routes).filter((path) => {
    const text = project.text(path);
    const isHit = text.includes('Blueprint(') || wanted.some((route) => text.includes(route.path));
    return path.endsWith('.py') && isHit;
  });
  const sources = await project.sources(paths);
  await refuseBlueprint(project, 'auth', 'sign-in');
  const elsewhere = await findServed(project);
  const routesNow = [...sources.flatMap((source) => routesIn(source)), ...elsewhere.routes];
  const taken = routesNow.find(({ path }) =>
    wanted.some((route) => shapeOf(route.path) === shapeOf(path)),
  );
  if (taken) {
    throw new SchematicsException(
      `${taken.place}: ${taken.function} already serves ${taken.path}, ` +
        'which sign-in needs. Change or remove that route.',
    );
  }
}

function checkUser({ columns, user }: AuthProject): void {
  const names = new Set(columns.map(({ name }) => name));
  const missing = Object.entries(COLUMNS).filter(([name]) => !names.has(name));
  if (missing.length > 0) {
    const lines = missing.map(([name, column]) => `    ${name}: ${column}`).join('\n');
    throw new SchematicsException(
      `${user.source.path}: User lacks columns that sign-in needs. Add this, and migrate the database:\n${lines}`,
    );
  }
}
