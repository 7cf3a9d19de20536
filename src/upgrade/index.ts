import { type Rule } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { stageUnchecked } from '../edit';
import { UsageError } from '../errors';
import { growing } from '../growing';
import { capitalize, quoted, wordMeant, wordsIn } from '../naming/spelling';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { tell } from '../rules/outcome';
import type { UpgradeOptions } from './options';
import { unknownResource } from './without-manifest';
import { OF_APPLICATION, UpgradePlan } from './upgrade-plan';

/**
 * Brings what was generated to today's templates. What a person changed stays.
 *
 * @throws UsageError if a name is unknown, SchematicsException and SourceError if the project does not allow it.
 */
export function upgrade({
  files,
  markers = false,
  names: typed = [],
  projectPath,
}: WithFiles<UpgradeOptions>): Rule {
  return growing({ files, projectPath }, async (app) => {
    const { project } = app;
    const names = await namesOf(app, typed);
    return async (tree) => {
      const plan = await planOf(app, names, markers);
      const { edits, manifests, notes } = plan;
      await stageUnchecked(edits, tree, project);
      for (const [home, manifest] of manifests) {
        project.changes.renewed(home, manifest);
      }
      return tell(notes, project);
    };
  });
}

/** What a run does. The application stays as it is if what stays beside it would break; resources that would are upgraded, too. */
async function planOf(app: App, names: readonly string[], markers: boolean): Promise<UpgradePlan> {
  const { project } = app;
  const resources = names.filter((name) => !OF_APPLICATION.includes(name));
  const plan = new UpgradePlan(app, markers);
  await plan.application(names);
  for (const resource of resources) {
    await plan.resource(resource);
  }
  const broken = await plan.brokenUses();
  const others = project.changes.resources.filter(
    (resource) => !names.includes(resource) && isAmong(project, resource, broken),
  );
  if (others.length > 0) {
    return planOf(app, [...names, ...others], markers);
  }
  if (broken.length === 0 || plan.hasMarkedCode) {
    plan.nameUses(broken);
    await plan.migrate();
    return plan;
  }
  const rest = new UpgradePlan(app, markers);
  const mayMark = project.changes.resources.some((each) => isAmong(project, each, broken));
  rest.leaveApplication(names, broken, mayMark && !markers);
  for (const resource of resources) {
    await rest.resource(resource);
  }
  return rest;
}

/** Whether a resource has one of the files that would break. */
function isAmong(project: Project, resource: string, broken: readonly string[]): boolean {
  const generated = project.changes.generatedOf({ resource });
  return broken.some((line) => generated.has(line.replace(/(:\d+)?: .*$/s, '')));
}

/** What a run upgrades. */
async function namesOf(app: App, typed: readonly string[] | string): Promise<string[]> {
  const { isOurs, project } = app;
  const asked = wordsIn(typed);
  const known = [...(isOurs ? OF_APPLICATION : []), ...project.changes.resources];
  for (const wrong of asked.filter((name) => !known.includes(name))) {
    if (await unknownResource(app, wrong)) {
      continue;
    }
    const advice = capitalize(wordMeant(wrong, known));
    throw new UsageError(`There is nothing called ${quoted(wrong)} to upgrade. ${advice}`);
  }
  return asked.length > 0 ? [...new Set(asked)] : known;
}
