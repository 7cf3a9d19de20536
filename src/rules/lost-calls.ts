// Specs: spec/rules/owner.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { findController } from '../project/controllers';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { callsOf } from '../python/queries';
import { MAY_CHANGE, type OwnerScope, scopeIn } from '../view/owner-scope';
import type { View, Views } from '../view/view';
import { openChildren } from './left-open';

/**
 * Refuses a guard that takes away what other code asks for the records of an owner: `PostController().posts()`.
 *
 * @param before The views of the resource, as they were before the guard.
 * @param after The same with it.
 * @throws SchematicsException with the lines that would break, or with what the guard would open to others.
 */
export async function refuseLostCalls(before: readonly View[], after: Views): Promise<void> {
  const [first] = before;
  const { controller, model } = first?.names ?? {};
  const { project } = after[0].app;
  const place = first?.controller.place;
  const had = place && model && scopeIn(place, model);
  const now = controller && (await findController(project, controller));
  const has = now && model && scopeIn(now, model);
  if (!place || !had || (had.query === has?.query && had.mayChange === has?.mayChange)) {
    return;
  }
  if (had.query !== undefined) {
    await refuseOpened(after);
  }
  const lines = await callsElsewhere(project, had, place.source.path);
  if (lines.length > 0) {
    throw new SchematicsException(
      `This guard takes away ${had.query ?? had.mayChange}, which other code calls, so nothing was written:\n` +
        `${lines.map((line) => `  ${line}`).join('\n')}\n` +
        'Say there which records the visitor may reach, then run this again.',
    );
  }
}

/** Refuses to open what belongs to the records of owners, and was for these alone. */
async function refuseOpened([view]: Views): Promise<void> {
  const open = view.guard ? await openChildren(view) : [];
  if (open.length > 0) {
    throw new SchematicsException(
      `This guard would open what belongs to each ${view.names.model?.phrase ?? 'record'} to people other than its owner. ` +
        `Guard that first, then run this again:\n${open.map(({ command }) => `  ${command}`).join('\n')}`,
    );
  }
}

/** `app/controllers/post_note_controller.py:13: post = …` for each call of what selects or checks the records. */
async function callsElsewhere(
  project: Project,
  { controller: { className }, names, query }: OwnerScope,
  own: string,
): Promise<string[]> {
  const method = query === undefined ? MAY_CHANGE : names.records;
  const paths = pathsBelow(project, project.layout.package).filter(
    (path) =>
      path.endsWith('.py') &&
      path !== own &&
      project.text(path).includes(`${className}().${method}(`),
  );
  return (await project.sources(paths)).flatMap((source) => {
    const lines = source.text.split('\n');
    return callsOf(source.root, method)
      .filter(({ receiver }) => receiver === `${className}()`)
      .map(({ node }) => `${source.placeOf(node)}: ${lines[node.row]?.trim() ?? ''}`);
  });
}
