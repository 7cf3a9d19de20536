import { chain, type Rule } from '@angular-devkit/schematics';
import { type Edit, inserted, stageEdits, stageManifest } from '../edit';
import { DEFAULT_LAYOUT } from '../layout';
import { withLineEnds } from '../line-ends';
import { Changes } from '../manifest/changes';
import { ourDigest } from '../templates/our-templates';
import { refuseOthers } from '../layout/made-by-new';
import { ownPython } from '../project/environment';
import { TreeFiles, type WithFiles } from '../project/files';
import { Project } from '../project/project';
import { registerBlueprint } from '../rules/registration/blueprint-registration';
import { tell } from '../rules/tell';
import { checkProject } from './checks';
import { initialise } from './initialisation';
import { type AuthProject, BLUEPRINT, lookForAuth } from './look';
import { merge } from './merge';
import type { MakeAuthOptions } from './options';
import { report } from './report';
import { withRequirements } from './requirements';
import { addText } from './texts';

/** What `create_app` initialises. */
const INITIALISED = [
  { module: 'app.extensions', name: 'limiter' },
  { module: 'app.extensions', name: 'mail' },
  { module: 'app', name: 'auth' },
  { module: 'app', name: 'user_commands' },
];

/**
 * Adds sign-in to a Flask application: accounts, passwords and sessions, as code that belongs to the application.
 *
 * @throws SchematicsException and SourceError if the project does not allow it.
 */
export function makeAuth({
  files,
  projectPath = '.',
  registration = true,
}: WithFiles<MakeAuthOptions>): Rule {
  return async (tree, { logger }) => {
    const known = files ?? new TreeFiles(tree, projectPath);
    refuseOthers(known, 'make:auth');
    const changes = new Changes(known, logger);
    changes.ask('application', { options: { auth: true, registration } });
    const project = new Project(tree, projectPath, DEFAULT_LAYOUT, changes, files);
    const auth = await lookForAuth(project, { registration });
    await checkProject(project, auth);
    const texts = auth.isFirst ? auth.texts.map(({ text, wanted }) => addText(text, wanted)) : [];
    const edits = [
      ...addFiles(auth),
      ...auth.mergings.flatMap(({ other, source }) => inserted(source, (now) => merge(now, other))),
      ...addToApplication(auth),
      ...addRequirements(auth),
      ...texts.flatMap((outcome) => outcome.edits),
    ];
    return chain([
      stageEdits(edits, project),
      stageManifest(changes, projectPath, () => ourDigest('application')),
      tell([...report(auth, edits, ownPython(project)), ...texts.flatMap(({ notes }) => notes)]),
    ]);
  };
}

function addFiles({ existing, files }: AuthProject): Edit[] {
  return files
    .filter(({ path }) => !existing.has(path))
    .map((file) => ({ kind: 'create', ...file }));
}

function addToApplication({ application, registeredBy }: AuthProject): Edit[] {
  return inserted(application, (source) => {
    const initialised = INITIALISED.reduce(initialise, source);
    return registeredBy === undefined ? registerBlueprint(initialised, BLUEPRINT) : initialised;
  });
}

function addRequirements({ requirements }: AuthProject): Edit[] {
  if (!requirements) {
    return [];
  }
  const content = withLineEnds(requirements.text, (text) =>
    withRequirements(text, requirements.others.replaceAll('\r\n', '\n')),
  );
  return content === requirements.text
    ? []
    : [{ kind: 'replace', path: 'requirements.txt', content }];
}
