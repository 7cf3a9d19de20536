// Specs: spec/new/index.spec.ts
import {
  apply,
  applyContentTemplate,
  forEach,
  mergeWith,
  move,
  renameTemplateFiles,
  type Rule,
  when,
} from '@angular-devkit/schematics';
import { url } from './url';

/**
 * Adds a folder of the running schematic to the Tree. Files that end in `.template` are rendered with the values and
 * lose the ending; the others are copied. Paths are never templates, because `__init__.py` would be one.
 *
 * @param source A folder relative to the schematic, such as `./files/project`.
 * @param target A folder of the Tree, such as `blog`.
 */
export function render(source: string, target: string, values: object): Rule {
  return mergeWith(
    apply(url(source), [
      forEach(when((path) => path.endsWith('.template'), applyContentTemplate(values))),
      renameTemplateFiles(),
      move(target),
    ]),
  );
}
