// Specs: spec/naming/view-names.spec.ts
import type { Layout } from '../layout';
import { classNameOf } from './class-name';
import { classIn, type ClassNames } from './model-names';
import { pascalCase, snakeCase } from './spelling';

/**
 * The requested controller, or the default one: `RecipeCommentController` for `recipe_comment`. The class names the file.
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
