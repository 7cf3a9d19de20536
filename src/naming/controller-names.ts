// Specs: spec/naming/view-names.spec.ts
import type { Layout } from '../layout';
import { classNameOf } from './class-name';
import { classIn, type ClassNames } from './model-names';
import { pascalCase, snakeCase } from './spelling';

/**
 * The controller that a person named, or else the one of this name: `RecipeCommentController` for `recipe_comment`.
 * Its file is called after it either way.
 */
export function controllerNames(
  requested: string | undefined,
  name: string,
  { controllers }: Layout,
): ClassNames {
  const className =
    requested === undefined
      ? `${pascalCase(name)}Controller`
      : classNameOf(requested, '--controller');
  const module = `${snakeCase(className.replace(/(?<=.)Controller$/, ''))}_controller`;
  return classIn(controllers, module, className);
}
