import { noop, type Rule } from '@angular-devkit/schematics';
import type { View } from './view';

/** Makes the form of a view's model, with the first action that needs one. */
export function addForm(view: View): Rule {
  return view.wants.controller ? noop() : noop();
}
