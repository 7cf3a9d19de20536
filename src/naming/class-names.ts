import { UsageError } from '../errors';
import { type Layout, moduleOfPath } from '../layout';
import { free, isBuiltin, isKeyword, TAKEN } from './python-words';
import { pascalCase, phrase, quoted, snakeCase } from './spelling';
import { pluralOf, singularOf } from './words';

const LONGEST = 100;

/**
 * Checks the name that a person chose for a class, and returns it unchanged.
 *
 * @param option The option with the name, for the message: `--model`.
 * @throws UsageError if a generated class cannot have this name. The message suggests the nearest valid one.
 */
export function classNameOf(name: string, option: string): string {
  const reason = refusal(name);
  if (reason !== undefined) {
    const better = pascalCase(snakeCase(name.split(/[./\\]/).at(-1) ?? ''));
    const question = refusal(better) === undefined ? ` Did you mean ${better}?` : '';
    throw new UsageError(`${option} ${quoted(name)} cannot be a class: ${reason}.${question}`);
  }
  return name;
}

function refusal(name: string): string | undefined {
  if (name.trim() === '') {
    return 'the name is empty';
  }
  if (name.length > LONGEST) {
    return `the name has ${name.length} characters, but at most ${LONGEST} are allowed`;
  }
  if (/[./\\]/.test(name)) {
    return 'it is a path. Give only the name';
  }
  if (isKeyword(name)) {
    return `${name} is a Python keyword`;
  }
  if (isBuiltin(name)) {
    return `${name} is a Python builtin`;
  }
  if (TAKEN.classes.has(name)) {
    return `the generated files import ${name}`;
  }
  if (!/^[A-Z][A-Za-z0-9_]*$/.test(name)) {
    return "a class name starts with a capital letter and contains only ASCII letters, digits and '_'";
  }
  return undefined;
}

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

/** The schemas that have the fields of a resource, by its controller: `PostIn`, `PostOut`, `PostQuery`. */
export function schemasOf(controller: string): string[] {
  return ['In', 'Out', 'Query'].map((ending) => schemaPrefix(controller) + ending);
}

/** What the names of its schemas start with: `Post`. */
export function schemaPrefix(controller: string): string {
  return controller.replace(/Controller$/, '');
}
