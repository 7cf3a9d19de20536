// Specs: spec/rules/form.spec.ts
import { initOf } from '../layout';
import type { ClassNames, ModelNames } from '../naming/class-names';
import { type ClassPlace, findClassFrom } from '../project/class-place';
import type { Column } from '../project/column-type';
import type { FormAbilities } from '../project/form-field';
import type { Project } from '../project/project';
import { assignmentsIn, callOf, type Definition } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { FieldValues } from '../templates/code-values';
import type { NamedImport } from '../templates/plain-values';
import type { Choices } from './choices';
import { formField, isOnForm } from './form-fields';
import type { ModelState } from './model-state';

/** Where an application keeps the form of a model, and how it writes one. */
export interface FormHome {
  readonly names: ClassNames;
  /** Its class; undefined if it is to be made. */
  readonly place: ClassPlace | undefined;
  /** The file of a new form, if that exists. */
  readonly file: PythonSource | undefined;
  /** What `new` made for forms; undefined in other applications. */
  readonly own?: OwnForms | undefined;
  /** How an application writes forms that `new` did not make. */
  readonly plain?: PlainForms | undefined;
}

/** What an application that `new` made has for forms. */
interface OwnForms {
  /** The module of further fields. */
  readonly helpers: { readonly path: string; readonly source: PythonSource | undefined };
  /** The package that exports them, and its file. */
  readonly folder: string;
  readonly init: PythonSource | undefined;
}

/** How an application writes forms that `new` did not make. */
export interface PlainForms {
  readonly db: NamedImport;
  readonly abilities: FormAbilities;
  /** Whether it queries by `Post.query`. */
  readonly isLegacy: boolean;
  /** Whether functions are annotated. */
  readonly isTyped: boolean;
  /** Whether a macro shows the form, so that it needs a button of its own. */
  readonly isSubmitted: boolean;
  /** A file that is spelled as it should be. */
  readonly spelledAs: string;
  /** A file that imports from its own package as it should. */
  readonly importsAs: string;
}

/** The model of a form. */
export interface FormModel extends Pick<ModelState, 'columns' | 'module' | 'names' | 'place'> {
  /** What its foreign keys choose from, by column. */
  readonly choices: ReadonlyMap<string, Choices>;
}

/** The form of a view's model: as the project has it, and as its columns would have it. */
export interface FormState extends FormHome {
  readonly model: FormModel;
  /** The fields for the columns. */
  readonly fields: readonly FieldValues[];
  /** The columns without a field: none is known, the model sets them, or they are secret. */
  readonly left: readonly Column[];
}

/**
 * The form of a model.
 *
 * @param hidden The columns that are not on it: the key of what the URL names, and of the owner.
 */
export function formState(
  home: FormHome,
  model: FormModel,
  hidden: readonly (string | undefined)[] = [],
): FormState {
  const known = model.columns
    .filter((column) => isOnForm(column) && !hidden.includes(column.name))
    .map((column) => ({
      column,
      field: formField(column, model.choices.get(column.name), home.plain?.abilities),
    }));
  return {
    ...home,
    model,
    fields: known.flatMap(({ field }) => field ?? []),
    left: known.filter(({ field }) => field === undefined).map(({ column }) => column),
  };
}

/** The fields of a form, by name: those that it has for these columns, or will have. */
export function fieldsOfForm(form: FormState | undefined): string[] {
  return form?.place
    ? fieldsOf(form.place.definition.node).filter((name) =>
        form.model.columns.some((column) => column.name === name),
      )
    : (form?.fields ?? []).map(({ name }) => name);
}

/** The fields of the class of a form, without its button. */
export function fieldsOf(definition: Definition['node']): string[] {
  return assignmentsIn(definition).flatMap(({ target, value }) => {
    const name = (value && callOf(value)?.name) ?? '';
    return name.endsWith('Field') && name !== 'SubmitField' ? target : [];
  });
}

/** The home of a form in an application that `new` made: a module of its own in the package of forms. */
export async function ownFormHome(project: Project, { form }: ModelNames): Promise<FormHome> {
  const { forms } = project.layout;
  const helpers = `${forms}/fields.py`;
  const [init, file] = [await project.source(initOf(forms)), await project.source(form.file)];
  return {
    names: form,
    place: await placeIn(project, form, [init, file]),
    file,
    own: { folder: forms, init, helpers: { path: helpers, source: await project.source(helpers) } },
  };
}

async function placeIn(
  project: Project,
  { className }: ClassNames,
  files: readonly (PythonSource | undefined)[],
): Promise<ClassPlace | undefined> {
  for (const file of files) {
    const place = file && (await findClassFrom(project, file, className));
    if (place) {
      return place;
    }
  }
  return undefined;
}
