// Specs: spec/make-auth/index.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import { withMigration } from '../changing/change-model';
import { type Edit, inserted, stageEdits, stageManifest } from '../edit';
import { DEFAULT_LAYOUT, VERSIONS } from '../layout';
import { refuseOthers } from '../layout/made-by-new';
import { Changes } from '../manifest/changes';
import { making, tablesIn } from '../migrations/made-table';
import { schemaOf } from '../migrations/stored-schema';
import { moduleOf } from '../project/class-place';
import type { Column } from '../project/column-type';
import { columnsIn } from '../project/columns';
import { ownPython } from '../project/environment';
import { TreeFiles, type WithFiles } from '../project/files';
import { tableOf } from '../project/models';
import { Project } from '../project/project';
import { classesOf } from '../python/queries';
import { apiFiles, missingFiles } from '../rules/api';
import { addTokens, lacksTokens, takeTokens } from '../rules/api-tokens';
import { partsWithout } from '../naming/auth-parts';
import { addition } from '../rules/auth-files';
import { migrationAdvice, upgradeCommand } from '../rules/migration-advice';
import { nextStep, noted, NOTHING, type Outcome, tell } from '../rules/outcome';
import { registerBlueprint } from '../rules/registration/blueprint-registration';
import { registerClass } from '../rules/registration/registered-class';
import { PRODUCTION, requirementEdits } from '../rules/requirements';
import { ourDigest } from '../templates/our-templates';
import { checkProject } from './checks';
import { type AuthProject, BLUEPRINT, lookForAuth, textOf } from './look';
import { initialise, merge } from './merge';
import type { MakeAuthOptions } from './options';
import { report } from './report';
import { addText } from './texts';

const MODELS = `${DEFAULT_LAYOUT.models}/`;

/** What `create_app` initialises. */
const INITIALISED = [
  { module: 'app.extensions', name: 'limiter' },
  { module: 'app.extensions', name: 'mail' },
  { module: 'app', name: 'auth' },
  { module: 'app', name: 'user_commands' },
];

const OUTBOX = { module: 'app', name: 'outbox' };

/**
 * Adds sign-in to a Flask application: accounts, passwords and sessions, as code that belongs to the application.
 *
 * @throws SchematicsException and SourceError if the project does not allow it.
 */
export function makeAuth({
  files,
  projectPath = '.',
  registration = true,
  without,
}: WithFiles<MakeAuthOptions>): Rule {
  const parts = partsWithout(without);
  return async (tree, { logger }) => {
    const read = files ?? new TreeFiles(tree, projectPath);
    refuseOthers(read, 'make:auth');
    const changes = new Changes(read, logger);
    const left = Object.entries(parts).flatMap(([name, isWanted]) => (isWanted ? [] : [name]));
    const options = { auth: true, registration, ...(left.length > 0 && { without: left.join() }) };
    changes.ask('application', { options });
    const project = new Project(tree, projectPath, DEFAULT_LAYOUT, changes, files);
    const known = changes.manifest('application')?.generated ?? {};
    const auth = await lookForAuth(project, { registration, parts }, known);
    await checkProject(project, auth);
    const texts = auth.isFirst ? auth.texts.map(({ text, wanted }) => addText(text, wanted)) : [];
    const tokens = auth.isFirst
      ? await takeTokens(project)
      : auth.hasApi && lacksTokens(project)
        ? await addTokens(project)
        : NOTHING;
    const packages = addition('requirements.txt.template', { parts: auth.parts });
    const migration = await signInMigration(project, auth);
    const edits = [
      ...addFiles(auth, (path) => path in known || !(DEFAULT_LAYOUT.auth in known)),
      ...auth.mergings.flatMap(({ other, source }) => inserted(source, (now) => merge(now, other))),
      ...addToApplication(auth),
      ...requirementEdits(project, textOf(project, PRODUCTION), packages),
      ...texts.flatMap((outcome) => outcome.edits),
      ...tokens.edits,
      ...(auth.hasApi ? missingFiles(project, apiFiles(project, true)) : []),
      ...migration.edits,
    ];
    return chain([
      stageEdits(edits, project),
      stageManifest(changes, projectPath, () => ourDigest('application')),
      tell([
        ...report(auth, edits, migration.notes, ownPython(project)),
        ...[...texts, tokens].flatMap(({ notes }) => notes),
      ]),
    ]);
  };
}

/** Makes the files that are missing, and exports their models. What a newer version brings is no part of an older sign-in. */
function addFiles(auth: AuthProject, isOwn: (path: string) => boolean): Edit[] {
  const { existing, files, models, modules } = auth;
  const isMade = ({ path }: { readonly path: string }): boolean =>
    !existing.has(path) && isOwn(path);
  const made = modules.filter((each) => isMade(each) && each.path.startsWith(MODELS));
  return [
    ...files.filter(isMade).map((file): Edit => ({ kind: 'create', ...file })),
    ...made.flatMap((source) =>
      classesOf(source).flatMap(({ name }) =>
        registerClass(DEFAULT_LAYOUT.models, models, {
          names: { className: name, module: moduleOf(source) },
          place: undefined,
        }),
      ),
    ),
  ];
}

function addToApplication({ application, parts, registeredBy }: AuthProject): Edit[] {
  return inserted(application, (source) => {
    const wanted = parts.outbox ? [...INITIALISED, OUTBOX] : INITIALISED;
    const initialised = wanted.reduce(initialise, source);
    return registeredBy === undefined ? registerBlueprint(initialised, BLUEPRINT) : initialised;
  });
}

const TITLE = 'Add sign-in';

/** The migration that the models of sign-in need; how to make it if no migration makes the table of users. */
async function signInMigration(project: Project, auth: AuthProject): Promise<Outcome> {
  if (!auth.isFirst) {
    return NOTHING;
  }
  const schema = schemaOf(await project.sources(project.pythonFilesIn(VERSIONS)));
  const models = auth.modules.filter(({ path }) => path.startsWith(DEFAULT_LAYOUT.models));
  const tables = await Promise.all(models.map((source) => tablesIn(project, source)));
  const users = {
    name: tableOf(auth.user.definition) ?? '',
    columns: await furtherColumns(project, auth),
  };
  const change = making(schema, [users, ...tables.flat()], TITLE);
  const python = ownPython(project);
  return change
    ? withMigration(schema, [change], upgradeCommand(python))
    : noted({ ...nextStep(migrationAdvice(TITLE, python)), doneBy: 'migration' });
}

/** The columns that users get. */
async function furtherColumns(
  project: Project,
  { columns, mergings, user }: AuthProject,
): Promise<Column[]> {
  const source = mergings.find((each) => each.source === user.source)?.other;
  const [definition] = source ? classesOf(source) : [];
  const wanted = source && definition ? await columnsIn(project, { definition, source }) : [];
  return wanted.filter(({ name }) => !columns.some((each) => each.name === name));
}
