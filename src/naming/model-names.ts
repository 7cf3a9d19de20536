// Specs: spec/naming/view-names.spec.ts
import { type Layout, moduleOfPath } from '../layout';
import { classNameOf } from './class-name';
import { free, TAKEN } from './python-words';
import { pascalCase, phrase, snakeCase } from './spelling';
import { pluralOf, singularOf } from './words';

/** A class that has a file of its own. */
export interface ClassNames {
  /** The name of the class: `ShoppingList`. */
  readonly className: string;
  /** The module of the file: `app.models.shopping_list`. */
  readonly module: string;
  /** The file, from the project's root: `app/models/shopping_list.py`. */
  readonly file: string;
}

/** The names of a model, and those made from it. The examples are for `shopping_lists`. */
export interface ModelNames extends ClassNames {
  /** The name that the others are made from: `shopping_list`. */
  readonly name: string;
  /** The table: `shopping_lists`. */
  readonly table: string;
  /** The variable for one record: `shopping_list`. */
  readonly record: string;
  /** The variable for several: `shopping_lists`; `news_list` for `news`, which has no plural. */
  readonly records: string;
  /** The parameter of a URL, and the foreign key of a model that belongs to it: `shopping_list_id`. */
  readonly id: string;
  /** One record, within a sentence: `shopping list`. */
  readonly phrase: string;
  /** Several, within a sentence: `shopping lists`. */
  readonly pluralPhrase: string;
  /** The class of its form: `ShoppingListForm`. */
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
