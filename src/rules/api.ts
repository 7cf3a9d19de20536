// Specs: spec/make-api/index.spec.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Edit, inserted, insertedInto, sharedFile } from '../edit';
import { SchematicsException } from '@angular-devkit/schematics';
import { initOf } from '../layout';
import { PACKAGE_FOLDER } from '../package';
import type { GuardOption } from '../naming/guards';
import type { ResourceNames } from '../naming/resource-names';
import type { Blueprint } from '../project/blueprints';
import { ownPython } from '../project/environment';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { refuseBlueprint } from '../project/served';
import type { PythonSource } from '../python/source';
import type { ApiAction } from '../templates/api-values';
import { filesOfFolder, type GeneratedFile } from '../templates/template-folder';
import { METHODS } from '../view/api-operations';
import type { ApiFile, ApiState } from '../view/api-state';
import { applicationFile, registeredElsewhere } from '../view/application-file';
import { hasSignIn } from './auth-files';
import {
  allOf,
  edited,
  info,
  type Note,
  noted,
  NOTHING,
  type Outcome,
  type PartsChange,
  routeNote,
  warning,
} from './outcome';
import { scopeIn } from '../view/owner-scope';
import { ownModel, type View } from '../view/view';
import { registerBlueprint } from './registration/blueprint-registration';
import { nestBlueprint } from './registration/nested-blueprint';
import { carryParts, refuseConflicts } from './part-texts';
import { installStep, PRODUCTION, requirementEdits } from './requirements';
import { addHelpers } from './resource-tests';

export const API_FOLDER = 'app/api';

const FILES = join(PACKAGE_FOLDER, 'make-api/files');

const API: Blueprint = { package: 'app.api', variable: 'bp', alias: 'api_bp' };

/**
 * Adds a resource to the JSON API of an application, and begins the API with the first one.
 *
 * @throws SourceError if a file has no place for the registration.
 */
export async function addApi(project: Project, state: ApiState): Promise<Outcome> {
  const init = initOf(API_FOLDER);
  const source = await project.source(init);
  const nested = { package: state.module, variable: 'bp', alias: `${state.blueprint}_bp` };
  const text = project.read(PRODUCTION)?.toString();
  const nest = (into: PythonSource): PythonSource => nestBlueprint(into, 'bp', nested);
  return allOf([
    edited(missingFiles(project, apiFiles(project, hasSignIn(project)))),
    edited(addHelpers(state.tests, true).edits),
    ...state.files.map((file) => addFile(project, state.name, file)),
    edited(source ? inserted(source, nest) : [insertedInto(init, nest)]),
    edited(await registered(project)),
    edited(requirementEdits(project, text, readFileSync(join(FILES, PRODUCTION), 'utf8'))),
  ]);
}

/**
 * The files that the resources of an API share.
 *
 * @param tokens Whether programs have tokens.
 */
export function apiFiles(project: Project, tokens: boolean): GeneratedFile[] {
  const hasTests = project.filesIn(project.layout.tests).length > 0;
  return filesOfFolder(join(FILES, 'shared'), { tokens }).filter(
    ({ path }) => hasTests || !path.startsWith('tests/'),
  );
}

/** The edits that make the files which the project lacks. */
export function missingFiles(project: Project, files: readonly GeneratedFile[]): Edit[] {
  return files
    .filter(({ path }) => !project.has(path))
    .map(({ content, path }) => sharedFile(path, content));
}

/** Makes a file of a resource. One that is as generated becomes what it would be now. */
function addFile(
  project: Project,
  resource: string,
  { content, existing, offered, path }: ApiFile,
): Outcome {
  if (existing === offered) {
    return NOTHING;
  }
  const isWhole =
    existing === undefined || project.changes.isAsGenerated({ resource }, path, existing);
  if (isWhole && content !== offered) {
    // What a person keeps off the form stays theirs: no later run adds it.
    project.changes.wanted(path, { before: offered, after: content }, { resource });
  }
  if (existing === undefined) {
    return edited([{ kind: 'create', path, content: offered }]);
  }
  return isWhole
    ? edited([{ kind: 'replace', path, content: offered, isGenerated: true }])
    : noted(
        warning(
          `${path} was changed, so it stays as it is. To see what it would be now, move it away and run this again.`,
          path,
        ),
      );
}

async function registered(project: Project): Promise<Edit[]> {
  const start = await project.source(project.layout.application);
  const application = start && (await applicationFile(project, start));
  return application && !(await registeredElsewhere(project, application, API))
    ? inserted(application, (source) => registerBlueprint(source, API))
    : [];
}

/** The functions of the application that the API builds on, and their files. Applications of older versions lack some. */
const NEEDED = {
  'app/forms/base.py': 'def taken(',
  'app/lists.py': 'class RecordList',
  'app/readers.py': 'def is_readable(',
  'app/records.py': 'def lock(',
};

/** Where the API describes itself, below `/api`. */
const DOCS = '/docs';

/**
 * Checks that an application can have an API of a resource.
 *
 * @throws SchematicsException if its code is too old, something else has the name or the URL, or the resource has a guard.
 */
export async function checkApi(
  project: Project,
  { name, model }: ResourceNames,
  views: readonly View[],
): Promise<void> {
  const missing = Object.entries(NEEDED).find(([path, code]) => !project.text(path).includes(code));
  if (missing) {
    const [path, code] = missing;
    throw new SchematicsException(
      `The API needs ${code.replace(/^\w+ |\($/g, '')} in ${path}, which this application lacks. An older version made it: ` +
        'take the file over from a new application.',
    );
  }
  await refuseTakenName(project);
  if (views.some(({ names, route }) => (route.existing?.path ?? names.route.path) === DOCS)) {
    throw new SchematicsException(
      `/api${DOCS} is the page that describes the API, so ${name} cannot be served there. Give its pages another URL.`,
    );
  }
  const isGuarded = views.some(({ route: { existing } }) => existing && guardOf(existing));
  if (isGuarded && !hasSignIn(project)) {
    throw new SchematicsException(
      `Not everybody may open ${name}, and the API knows users by their tokens, which only the sign-in of \`make:auth\` has.`,
    );
  }
  const unasked = views.find((view) => {
    const { place } = view.controller;
    return place && ownModel(view)?.owner === undefined && scopeIn(place, model) !== undefined;
  });
  if (unasked) {
    throw new SchematicsException(
      `${unasked.names.controller.className} asks who owns a record, but nothing says that ${name} has such a guard. Say it with ` +
        `\`scaffold make:resource ${name} --guard owner\`, or owner-write, then run this again.`,
    );
  }
}

/**
 * Has the API of a resource follow its pages.
 *
 * @param guard The guard that these get; undefined if guards stay as they are.
 * @throws SchematicsException if the API knows no users whom it could let in, or a person changed what the guard changes.
 */
export async function carryApi(
  project: Project,
  before: ApiState | undefined,
  after: ApiState | undefined,
  guard: GuardOption | undefined,
): Promise<PartsChange> {
  if (before && after) {
    refuseWithoutTokens(project, before, after);
  }
  const change = await carryParts(project, [{ api: before }], [{ api: after }]);
  refuseConflicts(guard, change);
  return change;
}

function refuseWithoutTokens(project: Project, before: ApiState, after: ApiState): void {
  const closed = ({ operations }: ApiState): number =>
    Object.values(operations).filter(({ guard }) => guard !== undefined).length;
  if (closed(after) > closed(before) && !hasSignIn(project)) {
    throw new SchematicsException(
      `The API serves ${after.name}, and knows users by their tokens, which only the sign-in of \`make:auth\` has. So nothing is guarded.`,
    );
  }
}

/** Refuses an application in which something else is called as the API is. */
async function refuseTakenName(project: Project): Promise<void> {
  const init = initOf(API_FOLDER);
  if (project.has(init)) {
    if (!project.text(init).includes('app.api.problems')) {
      throw new SchematicsException(
        `${init} is another package, and the API needs its name. Rename it, then run this again.`,
      );
    }
    return;
  }
  await refuseBlueprint(project, 'api', 'the API');
}

/**
 * The URLs of the operations and what to do next, or that nothing changed.
 *
 * @param isLike Whether nothing of a person's own may keep people from the pages.
 */
export function reportApi(
  project: Project,
  state: ApiState,
  edits: readonly Edit[],
  isLike: boolean,
): Note[] {
  if (edits.length === 0) {
    return [info(`Nothing to do: ${state.name} is in the API already.`)];
  }
  const routes = Object.entries(state.operations).map(([action, operation]) =>
    routeNote({
      method: METHODS[action as ApiAction],
      path: `/api${operation.path}`,
      endpoint: `api.${state.blueprint}.${operation.function}`,
    }),
  );
  return [
    ...routes,
    ...(edits.some(({ path }) => path === PRODUCTION) ? [installStep(ownPython(project))] : []),
    info(`${adviseAccess(state, isLike)} /api${DOCS} describes it, and so does /api/openapi.json.`),
  ];
}

/** Who may use the API of a resource. */
function adviseAccess({ name, operations }: ApiState, isLike: boolean): string {
  const all = Object.values(operations);
  const closed = all.filter(({ guard }) => guard !== undefined);
  return closed.length === 0
    ? `${isLike ? 'Like its pages, the' : 'The'} API of ${name} is open to everybody.`
    : `The API of ${name} has the guard of its pages. Programs send a token, which users make on their account page.`;
}
