// Specs: spec/existing/make-page.spec.ts
import { chain, type Rule } from '@angular-devkit/schematics';
import { stageEdits } from '../edit';
import type { ProjectInTree } from '../growing';
import type { ViewOptions } from '../naming/view-options';
import { segmentsOf } from '../naming/segments';
import { actionOfView } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import { tell } from '../rules/tell';
import type { Templates } from '../templates/templates';
import { findApplication, served } from './application';
import { FUNCTIONS, type PlainAction } from './links';
import { makePage, notesOn } from './make-page';
import { rememberPage } from './remember-page';
import { adviseTable } from './table-advice';

/**
 * Makes pages in an application that `new` did not make, each on top of those before it.
 *
 * @throws SchematicsException if no application was found.
 */
export async function makePages(
  found: ProjectInTree,
  views: readonly ViewOptions[],
  templates: Templates,
): Promise<Rule> {
  const existing = await findApplication(found);
  return chain(
    views.map((options): Rule => async () => {
      const request = { ...options, made: madeWith(options, views) };
      const made = await makePage(await served(existing), request, templates);
      rememberPage(existing.project, made);
      const notes = notesOn(made, segmentsOf(options.name).join('.'), wantsOf(options).model);
      return chain([
        stageEdits(made.edits, existing.project),
        tell([...notes, ...adviseTable(existing, made.records)]),
      ]);
    }),
  );
}

/** The actions that a run makes in the folder of a view: its page links to them. */
function madeWith({ name }: ViewOptions, views: readonly ViewOptions[]): PlainAction[] {
  const folderOf = (view: string): string => segmentsOf(view).slice(0, -1).join('.');
  return views
    .filter((view) => wantsOf(view).route && folderOf(view.name) === folderOf(name))
    .flatMap((view) => {
      const action = actionOfView(view.name);
      return action === undefined ? [] : FUNCTIONS[action];
    });
}
