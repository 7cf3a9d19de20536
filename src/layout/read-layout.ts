import type { Files } from '../project/files';
import { REGISTER } from '../project/register-calls';
import { applicationsIn, type FoundApplication, moduleIn, registrationOf } from './application';
import { blueprintsOf, routesOf, wordsOf } from './blueprints';
import { type Finding, type FoundLayout, LAYOUT_KEYS, type LayoutKey } from './finding';
import { modelsOf, patternOf } from './models';
import { pagesOf } from './pages';
import { Sources } from './sources';
import { authOf, migrationsOf, requiresOlder, testsOf } from './surroundings';
import { SchematicsException } from '@angular-devkit/schematics';
import { readSettings, type Settings } from './settings';

/** A project and the application in it. */
interface ReadLayout {
  readonly layout: FoundLayout;
  readonly application: FoundApplication;
  readonly sources: Sources;
  /** Other packages that make one, each with its place. */
  readonly others: readonly FoundApplication[];
}

/**
 * Reads the layout of an application from the files of its project, without running it.
 *
 * @param isMeant Which application is meant, if a person says so; otherwise the likeliest.
 * @returns Undefined if no file makes such a Flask application.
 */
export async function readLayout(
  files: Files,
  isMeant: (application: FoundApplication) => boolean = () => true,
): Promise<ReadLayout | undefined> {
  const all = await Sources.of(files);
  const applications = applicationsIn(all);
  const application = applications.find(isMeant);
  if (application === undefined) {
    return undefined;
  }
  const others = applications.filter(({ folder }) => folder !== application.folder);
  // One in a single file has no folder of its own.
  const sources =
    application.folder === '.' ? all.without(others.map(({ folder }) => folder)) : all;
  const blueprints = blueprintsOf(sources, application);
  const isBlueprint = (path: string, name: string): boolean =>
    blueprints.some(({ source, variable }) => source.path === path && variable === name);
  const templates = blueprints.flatMap((each) =>
    each.templates === undefined
      ? []
      : {
          folder: each.templates,
          pattern: patternOf(`${each.templates}.py`, wordsOf(each), application.folder).slice(
            0,
            -3,
          ),
          place: each.place,
        },
  );
  const { folder, place, source } = application;
  const routes = routesOf(sources, application, blueprints, requiresOlder(files, 'flask', 2));
  const found: FoundLayout = {
    package: { value: folder, from: place() },
    factory: { value: moduleIn(application, source.path), from: place() },
    registration: registrationOf(sources.containing(`${REGISTER}(`), application, isBlueprint),
    ...pagesOf(sources, application, templates),
    ...routes,
    ...modelsOf(sources, application, routes.routes.value, requiresOlder(files, 'sqlalchemy', 2)),
    auth: authOf(sources, application),
    migrations: migrationsOf(sources, application),
    tests: testsOf(sources),
    scaffold_templates: { value: 'scaffold_templates', from: 'default' },
  };
  return {
    layout: onlyFindings(found),
    application,
    sources,
    others,
  };
}

/** The keys in their order, and nothing of a finding but its value and its place. */
function onlyFindings(found: FoundLayout): FoundLayout {
  const entries = LAYOUT_KEYS.map((key): [LayoutKey, Finding] => {
    const { from, value } = found[key];
    return [key, { value, from }];
  });
  return Object.fromEntries(entries) as Record<LayoutKey, Finding>;
}

/**
 * The layout of the application in a project: as a person set it, and as it was found.
 *
 * @param where The folder in messages.
 * @throws SchematicsException if no application was found, several were, or a setting is wrong.
 */
export async function layoutOfProject(files: Files, where = 'this folder'): Promise<ReadLayout> {
  const settings = await readSettings(files);
  const { factory, package: package_ } = settings;
  const read = await readLayout(files, (application) => isMeant(application, settings));
  const chosen = factory ?? package_;
  if (read === undefined && chosen && (await readLayout(files))) {
    throw new SchematicsException(
      `${chosen.from}: no application was found in ${String(chosen.value)}. ` +
        'Without this setting, `scaffold inspect` shows the one that it finds.',
    );
  }
  if (read === undefined) {
    throw new SchematicsException(
      `No Flask application was found: no Python file in ${where} or below has app = Flask(…).`,
    );
  }
  const rivals = read.others.filter(({ weight }) => weight === read.application.weight);
  if (rivals.length > 0 && chosen === undefined) {
    const places = [read.application, ...rivals].map(
      ({ folder, place }) => `${folder} (${place()})`,
    );
    throw new SchematicsException(
      `There are several applications: ${places.join(', ')}. Change to the folder of one of them, ` +
        'or set package in [tool.scaffold] of pyproject.toml.',
    );
  }
  const { folder } = read.application;
  return {
    ...read,
    layout: {
      ...read.layout,
      ...settings,
      // A person may write the package as it is imported; others need its folder.
      package: { ...read.layout.package, ...package_, value: folder },
    },
  };
}

/** Whether an application is that of the settings: `hello` or `src/hello`, `hello.app`. */
function isMeant(application: FoundApplication, settings: Settings): boolean {
  const { folder, root, source } = application;
  const { factory, package: package_ } = settings;
  const within = root === '.' ? folder : folder.slice(root.length + 1);
  const typed = String(package_?.value).replaceAll('.', '/') || '.';
  return (
    (package_ === undefined || [folder, within].includes(package_.value === '.' ? '.' : typed)) &&
    (factory === undefined || factory.value === moduleIn(application, source.path))
  );
}
