import { type Layout, moduleOfPath } from '../layout';
import { classNameOf } from './class-name';
import { free, TAKEN } from './python-words';
import { pascalCase, phrase, snakeCase } from './spelling';
import { pluralOf, singularOf } from './words';

/** A class and the module that it is alone in. */
export interface ClassNames {
  readonly className: string;
  /** To import it from: `app.models.shopping_list`. */
  readonly module: string;
  /** From the project's root: `app/models/shopping_list.py`. */
  readonly file: string;
}

/** What a model, and all that is made of its name, is called. For `shopping_lists`: */
export interface ModelNames extends ClassNames {
  /** What the others are made of: `shopping_list`. */
  readonly name: string;
  /** `shopping_lists` */
  readonly table: string;
  /** The variable of one: `shopping_list`. */
  readonly record: string;
  /** The variable of several: `shopping_lists`, and `news_list` for `news`. */
  readonly records: string;
  /** The parameter of a URL, and the column of a model that belongs to it: `shopping_list_id`. */
  readonly id: string;
  /** One, within a sentence: `shopping list`. */
  readonly phrase: string;
  /** Several, within a sentence: `shopping lists`. */
  readonly pluralPhrase: string;
  readonly form: ClassNames;
}

/** The names of the model for a folder: `ShoppingList` for `shopping_lists`. */
export function modelOfFolder(folder: string, layout: Layout): ModelNames {
  const name = singularOf(folder);
  return modelNames(name, free(pascalCase(name), TAKEN.classes), layout);
}

/**
 * The names of a model whose class a person named.
 *
 * @throws UsageError where it cannot be a class.
 */
export function requestedModel(className: string, layout: Layout): ModelNames {
  return modelOfClass(classNameOf(className, '--model'), layout);
}

/** The names of a model that the project has, whatever its class is called. */
export function modelOfClass(className: string, layout: Layout): ModelNames {
  return modelNames(snakeCase(className).replace(/_+$/, ''), className, layout);
}

function modelNames(name: string, className: string, { forms, models }: Layout): ModelNames {
  const plural = pluralOf(name);
  return {
    name,
    ...classIn(models, free(name, TAKEN.modelModules), className),
    table: plural,
    record: free(name, TAKEN.variables),
    records: plural === name ? `${name}_list` : free(plural, TAKEN.variables),
    id: `${name}_id`,
    phrase: phrase(name),
    pluralPhrase: phrase(plural),
    form: classIn(forms, `${name}_form`, free(`${pascalCase(name)}Form`, TAKEN.forms)),
  };
}

/** A class in a module of its own, in the package that a folder is. */
export function classIn(folder: string, module: string, className: string): ClassNames {
  return {
    className,
    module: `${moduleOfPath(folder)}.${module}`,
    file: `${folder}/${module}.py`,
  };
}
