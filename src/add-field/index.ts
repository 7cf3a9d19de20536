import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { checkAddable, columnNameOf, parseFields } from '../fields/field-list';
import type { Field } from '../fields/words';
import { growing } from '../growing';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { adviseUnread } from '../rules/guard-advice';
import { rememberFields } from '../rules/request';
import { tell } from '../rules/tell';
import {
  type GrownResource,
  lookAtGrown,
  partsOf,
  type ResourceParts,
} from '../view/grown-resource';
import type { Templates } from '../templates/templates';
import { carryParts } from './carry-parts';
import { modelEdits, withoutFields } from '../rules/model-edits';
import type { AddFieldOptions } from './options';
import { adviseOtherResources } from './other-resources';
import { report } from './report';

/**
 * Adds fields to a resource: columns to its model, and what follows from them to its form, list, page, factory and tests.
 *
 * @throws UsageError if a name or a field is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function addField({
  fields: typed,
  files,
  projectPath,
  ...options
}: WithFiles<AddFieldOptions>): Rule {
  const fields = parseFields(typed);
  checkAddable(fields, options.name);
  return growing(
    { files, projectPath },
    async (project, templates) => {
      const resource = await lookAtGrown(project, options, fields, templates);
      const { fields: state, model, place } = resource;
      rememberFields(project, resource.names, model.columns, fields);
      const added = await modelEdits(project, { columns: model.columns, fields: state, place });
      const carryOn: Rule = async () => {
        const missing = state.missing.map(columnNameOf);
        const { after, before } = await partsWithAndWithout(project, resource, fields, templates);
        const carried = await carryParts(project, fields, before, after);
        const others = await adviseOtherResources(project, resource, fields);
        const edits = [...added, ...carried.edits];
        return chain([
          stageEdits(carried.edits, project),
          tell(
            [
              ...carried.notes,
              ...after.views.flatMap((view) => adviseUnread(view, missing)).slice(0, 1),
              ...others,
              ...report(resource, fields, edits),
            ],
            project,
          ),
        ]);
      };
      return chain([stageEdits(added, project), carryOn]);
    },
    async (found, templates) => {
      const { addFieldsIn } = await import('../existing/add-fields');
      return addFieldsIn(found, options, fields, templates);
    },
  );
}

/** The parts of a resource as they would be made for its model, with some fields and without them. */
async function partsWithAndWithout(
  project: Project,
  { names, place }: GrownResource,
  fields: readonly Field[],
  templates: Templates,
): Promise<Record<'after' | 'before', ResourceParts>> {
  const { path } = place.source;
  const source = (await project.source(path)) ?? place.source;
  project.stageSource(withoutFields(source, place.definition.name, fields));
  const before = await partsOf(project, names, templates);
  project.stageSource(source);
  return { before, after: await partsOf(project, names, templates) };
}
