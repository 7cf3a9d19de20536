// Specs: spec/existing/make-page.spec.ts
import { chain, type Rule, type Tree } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import type { MakeViewOptions } from '../make-view/options';
import type { Files } from '../project/files';
import { StagedFiles } from '../project/staged-files';
import { tell } from '../rules/tell';
import type { Templates } from '../view/templates';
import { findApplication, served } from './application';
import { makePage } from './make-page';

/**
 * Makes pages in an application that `new` did not make, each on top of those before it.
 *
 * @throws SchematicsException if no application was found.
 */
export async function makePages(
  tree: Tree,
  projectPath: string,
  found: Files,
  views: readonly MakeViewOptions[],
  templates: Templates,
): Promise<Rule> {
  const files = new StagedFiles(found);
  const existing = await findApplication(tree, projectPath, files);
  return chain(
    views.map((options): Rule => async () => {
      const { edits, notes } = await makePage(await served(existing), options, templates);
      return chain([stageEdits(edits, existing.project), tell(notes)]);
    }),
  );
}
