// Specs: spec/naming/view-names.spec.ts
import { type Layout, moduleOfPath } from '../layout';
import { classNameOf } from './class-name';
import { free, TAKEN } from './python-words';
import { pascalCase, phrase, snakeCase } from './spelling';
import { pluralOf, singularOf } from './words';

/** The names of a class with its own module. */
export interface ClassNames {
  /** The name of the class: `ShoppingList`. */
  readonly className: string;
  /** The module to import it from: `app.models.shopping_list`. */
  readonly module: string;
  /** Its file, relative to the project's root: `app/models/shopping_list.py`. */
  readonly file: string;
}

/** The name of a model, and the names derived from it. Examples for `shopping_lists`: */
export interface ModelNames extends ClassNames {
  /** The name that the others derive from: `shopping_list`. */
  readonly name: string;
  /** The table: `shopping_lists`. */
  readonly table: string;
  /** The variable for one record: `shopping_list`. */
  readonly record: string;
  /** The variable for several records: `shopping_lists`, and `news_list` for `news`. */
  readonly records: string;
  /** The URL parameter, and the foreign key in a child model: `shopping_list_id`. */
  readonly id: string;
  /** One record, within a sentence: `shopping list`. */
  readonly phrase: string;
  /** Several records, within a sentence: `shopping lists`. */
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
 * The names of the model that a person requested by its class.
 *
 * @throws UsageError if no class can have that name.
 */
export function requestedModel(className: string, layout: Layout): ModelNames {
  return modelOfClass(classNameOf(className, '--model'), layout);
}

/** The names of an existing model, whose class may have any name. */
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

/** A class with its own module in the package at `folder`. */
export function classIn(folder: string, module: string, className: string): ClassNames {
  return {
    className,
    module: `${moduleOfPath(folder)}.${module}`,
    file: `${folder}/${module}.py`,
  };
}
