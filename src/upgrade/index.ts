import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
import { resourcesIn } from '../view/resource';
import { stageUnchecked } from '../edit';
import { UsageError } from '../errors';
import { growing } from '../growing';
import { nearestWord, quoted } from '../naming/spelling';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { info, type Note, warning } from '../rules/outcome';
import { tell } from '../rules/tell';
import type { Templates } from '../templates/templates';
import type { UpgradeOptions } from './options';
import { type NamePlan, planName } from './plan-name';
import { resourceNow } from './resource-now';

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
    return chain(names.map((name) => upgradeResource(project, name, templates, markers)));
  });
}

/** What a run upgrades. */
function namesOf(project: Project, typed: readonly string[] | string): string[] {
  const asked = [typed]
    .flat()
    .flatMap((word) => word.split(/[\s,]+/).filter((each) => each !== ''));
  const known = resourcesIn(project);
  const wrong = asked.find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const near = nearestWord(wrong, known);
    throw new UsageError(
      `There is nothing called ${quoted(wrong)} to upgrade.` +
        (near === undefined ? ` There are: ${known.join(', ')}.` : ` Did you mean ${near}?`),
    );
  }
  return asked.length > 0 ? [...new Set(asked)] : known;
}

function upgradeResource(
  project: Project,
  resource: string,
  templates: Templates,
  markers: boolean,
): Rule {
  return async (tree) => {
    const home = { resource };
    const manifest = project.changes.manifest(home);
    const digest = await templates.digest();
    if (manifest === undefined || manifest.templates === digest) {
      return undefined;
    }
    const made = await resourceNow(project, resource, manifest, templates);
    const plan = await planName(project, manifest.generated, made, markers);
    if (plan.conflicts.length > 0 && !markers) {
      return tell(notesOn(resource, plan, markers), project);
    }
    await stageUnchecked(plan.edits, tree, project);
    project.changes.renewed(home, { ...manifest, templates: digest, generated: plan.generated });
    return tell(notesOn(resource, plan, markers), project);
  };
}

function notesOn(name: string, { conflicts, notes }: NamePlan, markers: boolean): Note[] {
  return [
    ...notes.map(info),
    ...(conflicts.length === 0
      ? []
      : [{ ...warning(conflictsIn(name, conflicts, markers)), isLeft: true as const }]),
  ];
}

function conflictsIn(name: string, conflicts: readonly string[], markers: boolean): string {
  const lines = conflicts.map((line) => `  ${line}`).join('\n');
  return markers
    ? `${name} has both versions, with marks around them. Keep what you want of each:\n${lines}`
    : `${name} stays as it is, because you changed lines that change. To see both versions, add --markers:\n${lines}`;
}
