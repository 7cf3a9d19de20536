// Specs: spec/make-api/tokens.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { initOf } from '../layout';
import type { Project } from '../project/project';
import type { GeneratedFile } from '../templates/template-folder';
import { apiFiles, missingFiles } from './api';
import { authFiles, authValues, findUser, hasSignIn, madeAuth, TOKENS } from './auth-files';
import { carry } from './difference';
import { migrationAdvice, titleFor } from './migration-advice';
import { allOf, edited, nextStep, noted, type Outcome } from './outcome';
import { registerClass } from './registration/registered-class';

const MODEL = { className: 'ApiToken', module: 'app.models.api_token' };

/** What a migration makes of it. */
const TABLES = ['API tokens'];

/** Whether an application has the sign-in of `make:auth`, and no tokens for its API. */
export function lacksTokens(project: Project): boolean {
  return hasSignIn(project) && !project.has(TOKENS);
}

/**
 * Adds tokens to the sign-in of an application, and has its API take them.
 *
 * @throws SchematicsException if a person changed what the tokens change.
 */
export async function addTokens(project: Project): Promise<Outcome> {
  const { layout } = project;
  const [user, request] = [await findUser(project), await madeAuth(project)];
  const hasTests = project.filesIn(`${layout.tests}/auth`).length > 0;
  const [before = [], after = []] = [false, true].map((tokens) =>
    authFiles(authValues(request, user, tokens)).filter(
      ({ path }) => hasTests || !path.startsWith('tests/'),
    ),
  );
  const known = new Set(before.map(({ path }) => path));
  const added = after.filter(({ path }) => !known.has(path));
  const models = await project.source(initOf(layout.models));
  return allOf([
    edited(missingFiles(project, added)),
    await changeFiles(project, before, after),
    edited(registerClass(layout.models, models, { names: MODEL, place: undefined })),
    await takeTokens(project),
    noted({ ...nextStep(migrationAdvice(titleFor(TABLES))), newTables: TABLES }),
  ]);
}

/**
 * Has the API of an application, if it has one, take tokens. What it lacks for that comes with its missing files.
 *
 * @throws SchematicsException if a person changed what the tokens change.
 */
export async function takeTokens(project: Project): Promise<Outcome> {
  return changeFiles(project, apiFiles(project, false), apiFiles(project, true));
}

/** Makes the differences between generated files in those of an application. */
async function changeFiles(
  project: Project,
  before: readonly GeneratedFile[],
  after: readonly GeneratedFile[],
): Promise<Outcome> {
  const [from, to] = [before, after].map((files) =>
    files.map(({ content, path }) => [path, { content, home: 'application' as const }] as const),
  );
  const { conflicts, ...change } = await carry(project, new Map(from), new Map(to));
  if (conflicts.length > 0) {
    throw new SchematicsException(
      'Tokens of the API change these, and they are no longer as generated. If an older version made them, run ' +
        '`scaffold upgrade app auth` first. Else put them back, run this again, and then make your change anew:\n' +
        conflicts.map(({ line, path }) => `  ${path}:${line}`).join('\n'),
    );
  }
  return change;
}
