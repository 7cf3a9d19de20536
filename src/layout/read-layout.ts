import type { Files } from '../project/files';
import { REGISTER } from '../project/register-calls';
import { applicationsIn, type FoundApplication, moduleIn, registrationOf } from './application';
import { blueprintsOf, routesOf, wordsOf } from './blueprints';
import { type Finding, type FoundLayout, LAYOUT_KEYS, type LayoutKey } from './finding';
import { modelsOf } from './models';
import { pagesOf } from './pages';
import { patternOf } from './pattern';
import { Sources } from './sources';
import { migrationsOf, requiresOlder, testsOf } from './surroundings';

/** A project and the application in it. */
export interface ReadLayout {
  readonly layout: FoundLayout;
  /** The application that the layout is of. */
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
