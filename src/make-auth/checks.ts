// Specs: spec/make-auth/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { initOf } from '../layout';
import { sourceOfModule } from '../project/class-place';
import { blueprintsIn } from '../project/blueprints';
import { findElsewhere } from '../project/elsewhere';
import { routesIn, shapeOf } from '../project/existing-routes';
import type { Project } from '../project/project';
import { importsOf } from '../python/imports';
import { isNamed } from '../python/names';
import type { PythonSource } from '../python/source';
import { topLevel } from '../python/stdlib';
import type { AuthProject } from './look';

/** The columns of a user that the pages of sign-in show. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'Mapped[int] = mapped_column(primary_key=True)',
  name: 'Mapped[str] = mapped_column(String(120))',
  email: 'Mapped[str] = mapped_column(String(254), unique=True)',
};

/** Templates that the pages of sign-in use, and what they have to contain. */
const TEMPLATES = [
  ['layouts/base.html', 'block content'],
  ['macros/forms.html', 'macro fields('],
] as const;

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
  if (auth.existing.size < auth.files.length) {
    await checkImports(project, auth);
    checkTemplates(project);
  }
}

function refuseExistingFiles({ existing }: AuthProject): void {
  if (existing.size > 0) {
    const paths = [...existing].join(', ');
    throw new SchematicsException(`Sign-in needs these names, so rename your files: ${paths}.`);
  }
}

/** Refuses a project that already has one of the URLs, or the name of the blueprint. */
async function refuseTakenNames(project: Project, { modules }: AuthProject): Promise<void> {
  const { routes } = project.layout;
  const wanted = modules.flatMap((source) => routesIn(source));
  const paths = filesBelow(project, routes).filter((path) => {
    const text = project.text(path);
    return text.includes('Blueprint(') || wanted.some((route) => text.includes(route.path));
  });
  const own = await Promise.all(paths.map((path) => project.source(path)));
  const sources = own.filter((source) => source !== undefined);
  const elsewhere = await findElsewhere(project);
  const namesake =
    elsewhere.blueprints.find(({ endpoints }) => endpoints === 'auth')?.place ??
    sources.flatMap(blueprintsIn).find(({ name }) => name === 'auth')?.source.path;
  if (namesake !== undefined) {
    throw new SchematicsException(
      `${namesake} already makes a blueprint called auth, as sign-in does. Rename it.`,
    );
  }
  const routesNow = [...sources.flatMap((source) => routesIn(source)), ...elsewhere.routes];
  const taken = routesNow.find(({ path }) =>
    wanted.some((route) => shapeOf(route.path) === shapeOf(path)),
  );
  if (taken) {
    throw new SchematicsException(
      `${taken.source.path}:${taken.line}: ${taken.function} already serves ${taken.path}, ` +
        'which sign-in needs. Change or remove that route.',
    );
  }
}

function filesBelow(project: Project, folder: string): string[] {
  return [
    ...project.pythonFilesIn(folder),
    ...project.foldersIn(folder).flatMap((name) => filesBelow(project, `${folder}/${name}`)),
  ];
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

/** Sign-in uses code of `scaffold new` that a person may have removed, or that an older version did not make. */
async function checkImports(project: Project, auth: AuthProject): Promise<void> {
  const made = new Map(auth.modules.map((source) => [source.path, source]));
  for (const source of auth.modules.filter(({ path }) => !auth.existing.has(path))) {
    for (const { module, names } of importsOf(source)) {
      if (!project.has(initOf(topLevel(module)))) {
        continue;
      }
      const known =
        made.get(`${module.replaceAll('.', '/')}.py`) ?? (await sourceOfModule(project, module));
      const added = auth.mergings.find((each) => each.source === known)?.other;
      const lacking = names.find(
        ({ name }) =>
          !isThere(known, name) && !isThere(added, name) && !isModule(project, made, module, name),
      );
      if (lacking) {
        const place = known?.path ?? module;
        throw new SchematicsException(
          `${place} has no ${lacking.name}, which ${source.path} imports. ` +
            'A new application has it: copy it from there, then run this again.',
        );
      }
    }
  }
}

function isThere(source: PythonSource | undefined, name: string): boolean {
  return source !== undefined && isNamed(source, source.root, name);
}

function isModule(
  project: Project,
  made: ReadonlyMap<string, PythonSource>,
  module: string,
  name: string,
): boolean {
  const path = `${module.replaceAll('.', '/')}/${name}`;
  return made.has(`${path}.py`) || project.has(`${path}.py`) || project.has(initOf(path));
}

function checkTemplates(project: Project): void {
  for (const [name, part] of TEMPLATES) {
    const path = `${project.layout.templates}/${name}`;
    if (!project.text(path).includes(part)) {
      throw new SchematicsException(
        `${path} is missing, or lacks "${part}". A new application has it: copy it from there, then run this again.`,
      );
    }
  }
}
