import type { Tree } from '@angular-devkit/schematics';
import { indexed, ourApp } from '../../src/app/find-app';
import { type Edit, stageUnchecked } from '../../src/edit';
import type { ViewOptions } from '../../src/naming/view-options';
import type { Note, Outcome } from '../../src/rules/outcome';
import { lookAt } from '../../src/view/look';
import { Templates } from '../../src/templates/templates';
import type { View } from '../../src/view/view';
import { projectIn } from '../support/project-in';

/** Looks at a Tree for a view, as the schematic does. */
export async function viewIn(
  tree: Tree,
  options: ViewOptions,
  project = projectIn(tree),
): Promise<View> {
  const app = await indexed({ ...ourApp(project), templates: await Templates.load() });
  return lookAt(app, options);
}

/**
 * Applies rules to a tree for a view, as the schematic does, and returns what was said.
 *
 * @param advise What is said once the edits are known.
 */
export async function makeParts(
  tree: Tree,
  options: ViewOptions,
  rules: readonly ((view: View) => Outcome)[],
  advise: (view: View, edits: readonly Edit[]) => Note[] = () => [],
): Promise<string[]> {
  const project = projectIn(tree);
  const view = await viewIn(tree, options, project);
  const outcomes = rules.map((rule) => rule(view));
  const edits = outcomes.flatMap((outcome) => outcome.edits);
  await stageUnchecked(edits, tree, project);
  const notes = [...outcomes.flatMap((outcome) => outcome.notes), ...advise(view, edits)];
  return notes.map(({ level, message }) => `${level}: ${message}`);
}
