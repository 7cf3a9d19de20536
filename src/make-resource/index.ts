import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import { parseFields } from '../fields/field-list';
import { growing } from '../growing';
import { addViews } from '../make-view/add-views';
import { planViews } from '../make-view/plan-views';
import type { WithFiles } from '../project/files';
import type { Project } from '../project/project';
import { rememberViews } from '../rules/request';
import { reportOnResource } from '../rules/resource-report';
import { tell } from '../rules/tell';
import { lookAtAll } from '../view/look';
import type { Templates } from '../templates/templates';
import { allOf } from '../rules/outcome';
import { addReaders } from '../rules/readers';
import { readersState } from '../view/readers-state';
import type { Views } from '../view/view';
import { lookAround, planAround } from './around';
import { type AskedResource, askedResource } from './asked-resource';
import type { MakeResourceOptions } from './options';

/**
 * Adds a resource to a Flask application: its pages, what serves them, and what belongs to them.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeResource({
  fields: typed,
  files,
  projectPath,
  ...options
}: WithFiles<MakeResourceOptions>): Rule {
  const fields = parseFields(typed);
  return growing(
    { files, projectPath },
    async (project, templates) => {
      const asked = await askedResource(project, options, fields, templates);
      return addViews(
        project,
        () => lookAtAll(project, asked.looks, { fields, templates, resource: asked.urls }),
        (views) => {
          rememberViews(project, views, options);
          return addResource(project, asked, views, templates);
        },
      );
    },
    async (found, templates) => {
      const { makeResourceIn } = await import('../existing/make-resources');
      return makeResourceIn(found, options, fields, templates);
    },
  );
}

/** Adds the views of a resource, and then what belongs to them. */
function addResource(
  project: Project,
  asked: AskedResource,
  views: Views,
  templates: Templates,
): Rule {
  return async () => {
    const readers = await readersState(project, views, templates);
    const made = allOf([planViews(views), addReaders(readers, project.layout, templates)]);
    const before = await lookAround(project, asked, views, templates);
    const surround: Rule = async () => {
      const around = await planAround(project, asked, views, before, templates);
      return chain([
        stageEdits(around.edits, project),
        tell(reportOnResource(asked.whole, views, made, around, asked.guard), project),
      ]);
    };
    return chain([stageEdits(made.edits, project), surround]);
  };
}
