import { type Rule, SchematicsException } from '@angular-devkit/schematics';
import { stageUnchecked } from '../edit';
import { UsageError } from '../errors';
import { growing } from '../growing';
import { enumeration, nearestWord, quoted } from '../naming/spelling';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { tell } from '../rules/tell';
import type { Templates } from '../templates/templates';
import type { UpgradeOptions } from './options';
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
  return growing({ files, projectPath }, ({ isOurs, project }, templates) => {
    if (!isOurs) {
      throw new SchematicsException('upgrade works in applications that `scaffold new` made.');
    }
    const names = namesOf(project, typed);
    return async (tree) => {
      const plan = await planOf(project, names, markers, templates);
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
async function planOf(
  project: Project,
  names: readonly string[],
  markers: boolean,
  templates: Templates,
): Promise<UpgradePlan> {
  const resources = names.filter((name) => !OF_APPLICATION.includes(name));
  const plan = new UpgradePlan(project, markers);
  await plan.application(names);
  for (const resource of resources) {
    await plan.resource(resource, templates);
  }
  const broken = await plan.brokenUses();
  if (broken.length === 0) {
    await plan.migrate();
    return plan;
  }
  const others = project.changes.resources.filter(
    (resource) => !names.includes(resource) && isAmong(project, resource, broken),
  );
  if (others.length > 0) {
    return planOf(project, [...names, ...others], markers, templates);
  }
  const rest = new UpgradePlan(project, markers);
  rest.leaveApplication(names, broken);
  for (const resource of resources) {
    await rest.resource(resource, templates);
  }
  return rest;
}

/** Whether a resource has one of the files that would break. */
function isAmong(project: Project, resource: string, broken: readonly string[]): boolean {
  const generated = project.changes.generatedOf({ resource });
  return broken.some((line) => generated.has(line.split(': ')[0] ?? ''));
}

/** What a run upgrades. */
function namesOf(project: Project, typed: readonly string[] | string): string[] {
  const words = [typed].flat().flatMap((word) => word.split(/[\s,]+/));
  const asked = words.filter((word) => word !== '');
  const known = [...OF_APPLICATION, ...project.changes.resources];
  const wrong = asked.find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const near = nearestWord(wrong, known);
    throw new UsageError(
      `There is nothing called ${quoted(wrong)} to upgrade. ` +
        (near === undefined ? `Use ${enumeration(known)}.` : `Did you mean ${near}?`),
    );
  }
  return asked.length > 0 ? [...new Set(asked)] : known;
}
