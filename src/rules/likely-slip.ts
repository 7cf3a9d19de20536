// Specs: spec/make-view/index.spec.ts
import { ACTION_NAMES } from '../naming/actions';
import { nearestWord } from '../naming/spelling';
import type { View } from '../view/view';
import { type Note, warning } from './outcome';

/**
 * Asks about a name that is nearly another one: `posts.idnex`, `project.index` beside `projects`, `isues.files.index` beside
 * the model `Issue`. It works all the same.
 */
export function adviseLikelySlip({ meantFolders, names }: View): Note[] {
  const { action, view } = names;
  const folders = view.split('.').slice(0, -1);
  const page = view.slice(view.lastIndexOf('.') + 1);
  const near =
    action === undefined && folders.length > 0 && names.model
      ? nearestWord(page, [...ACTION_NAMES, 'delete'])
      : undefined;
  const meant = [...(meantFolders ?? folders), near ?? page].join('.');
  return meant === view ? [] : [askAbout(view, meant)];
}

/** Asks about a name that was made although another one was probably meant. */
export function askAbout(name: string, meant: string): Note {
  return warning(`${name} was made as you typed it. Did you mean ${meant}?`);
}
