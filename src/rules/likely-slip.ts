// Specs: spec/make-view/index.spec.ts
import { ACTION_NAMES } from '../naming/actions';
import { nearestWord } from '../naming/nearest';
import type { View } from '../view/view';
import { type Note, warning } from './outcome';

/** Asks about a name that is nearly another one: `posts.idnex`, or `project.index` beside `projects`. It works all the same. */
export function adviseLikelySlip({ names, pluralFolder }: View): Note[] {
  const { action, view } = names;
  const folders = view.split('.').slice(0, -1);
  const page = view.slice(view.lastIndexOf('.') + 1);
  const near =
    action === undefined && folders.length > 0 && names.model
      ? nearestWord(page, [...ACTION_NAMES, 'delete'])
      : undefined;
  const meant = [
    ...folders.slice(0, -1),
    ...(folders.length > 0 ? [pluralFolder ?? folders.at(-1)] : []),
    near ?? page,
  ].join('.');
  return near === undefined && pluralFolder === undefined ? [] : [askAbout(view, meant)];
}

/** Asks about a name that was made although another one was probably meant. */
export function askAbout(name: string, meant: string): Note {
  return warning(`${name} was made as you typed it. Did you mean ${meant}?`);
}
