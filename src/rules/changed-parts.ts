// Specs: spec/rules/guard-pairs.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { TextChange } from '../manifest/changed-text';
import type { Home } from '../manifest/format';
import { type GuardOption, guardOption } from '../naming/guards';
import { resourceOf } from '../naming/view-names';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { type ChangedView, changeMethods } from './changed-methods';
import { addFormFields } from './form';
import type { View } from '../view/view';
import { allChanges, type PartsChange, edited, info, NO_CHANGE, NOTHING } from './outcome';
import { withDifference } from './with-difference';

/** The views of before that are among those of now. */
export function pairsOf(before: readonly View[], after: readonly View[]): ChangedView[] {
  return before.flatMap((view) => {
    const now = after.find(({ names }) => names.view === view.names.view);
    return now ? [{ before: view, after: now }] : [];
  });
}

/**
 * Makes the difference between what two requests make of views in their methods, their form and their pages, as the project
 * has these. What a person wrote stays.
 *
 * @param guard That the later request gives them; undefined if guards stay as they are.
 * @throws SchematicsException if a person changed what the guard changes.
 */
export async function changeViews(
  project: Project,
  views: readonly ChangedView[],
  guard: GuardOption | undefined,
): Promise<PartsChange> {
  const changes = [
    await changeMethods(project, views, guardOption(guard)),
    await changeForm(views),
  ];
  for (const view of views) {
    changes.push(await changePage(project, view));
  }
  const change = allChanges(changes);
  if (guard) {
    refuseConflicts(guard, change);
  }
  const places = enumeration(change.conflicts);
  return change.conflicts.length === 0
    ? change
    : {
        ...change,
        notes: [
          ...change.notes,
          info(
            `${places} was changed where further links would go, so it stays.`,
            change.conflicts[0],
          ),
        ],
      };
}

/** Adds the fields to a form that only the later request has. */
async function changeForm(views: readonly ChangedView[]): Promise<PartsChange> {
  const { after, before } = views.find((view) => view.after.form && view.before.form) ?? {};
  const known = before?.form?.fields.map(({ name }) => name);
  const names = after?.form?.fields.map(({ name }) => name) ?? [];
  const added = names.filter((name) => !known?.includes(name));
  return before && after && added.length > 0
    ? { ...(await addFormFields(before.form, after.form, added, after.templates)), conflicts: [] }
    : NO_CHANGE;
}

async function changePage(project: Project, { after, before }: ChangedView): Promise<PartsChange> {
  const { names, page } = after;
  const isKnown =
    page?.isOwn && project.changes.isKnown({ resource: resourceOf(names) }, page.path);
  return page && isKnown && before.page && page.existing !== undefined
    ? changeFile(project, page.path, { before: before.page.text, after: page.text })
    : NO_CHANGE;
}

/**
 * Makes the difference between two generated texts in the file of a project.
 *
 * @param home What the file belongs to, if that is not what the run makes.
 */
export async function changeFile(
  project: Project,
  path: string,
  versions: TextChange,
  home?: Home,
): Promise<PartsChange> {
  if (versions.before === versions.after) {
    return NO_CHANGE;
  }
  const { merge } = await withDifference(project, path, versions, { home });
  if (!('content' in merge)) {
    return { ...NOTHING, conflicts: merge.conflicts.map((line) => `${path}:${line}`) };
  }
  const content = merge.content.toString();
  const isSame = content === project.text(path);
  return { ...edited(isSame ? [] : [{ kind: 'replace', path, content }]), conflicts: [] };
}

/**
 * Refuses to guard half of a resource.
 *
 * @throws SchematicsException if a person changed what the guard changes.
 */
export function refuseConflicts(guard: GuardOption, { conflicts }: PartsChange): void {
  if (conflicts.length > 0) {
    throw new SchematicsException(
      `--guard ${guard} changes these, and they are no longer as generated, so nothing is ${guard === 'none' ? 'opened' : 'guarded'}. Put them back or remove ` +
        `them, run this again, and then make your change anew:\n${conflicts.map((line) => `  ${line}`).join('\n')}`,
    );
  }
}
