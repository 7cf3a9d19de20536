// Specs: spec/rules/form.spec.ts
import { basename, dirname } from 'node:path';
import { type App, databaseOf, type OtherApp } from '../app/app';
import { formMacroOf } from '../app/style';
import { refuseLikeMethods } from '../fields/field-name';
import { initOf, moduleOfPath } from '../layout';
import type { ClassNames, ModelNames } from '../naming/class-names';
import { type ClassPlace, findClassFrom, lineageOf } from '../project/class-place';
import type { Column } from '../project/column-type';
import type { FormAbilities } from '../project/form-field';
import type { Project } from '../project/project';
import { isBelow } from '../project/walk';
import { topLevel } from '../python/import-statement';
import { importsOf } from '../python/imports';
import { assignmentsIn, callOf, type Definition, findClass } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { FieldValues } from '../templates/code-values';
import type { NamedImport } from '../templates/plain-values';
import type { BlueprintPlace } from './blueprint-place';
import type { Choices } from './choices';
import { formField, isOnForm } from './form-fields';
import type { ModelState } from './model-state';

/** Where an application keeps the form of a model, and how it writes one. */
interface FormHome {
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

export interface FormModel extends Pick<ModelState, 'columns' | 'module' | 'names' | 'place'> {
  /** What its foreign keys choose from, by column. */
  readonly choices: ReadonlyMap<string, Choices>;
}

/** The form of a view's model: as the project has it, and as its columns would have it. */
export interface FormState extends FormHome {
  readonly model: FormModel;
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
      field: formField(
        column,
        model.columns,
        model.choices.get(column.name),
        home.plain?.abilities,
      ),
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

/** The columns that a person keeps off a form: neither its class nor a base class has a field for them. */
export async function columnsOff(
  project: Project,
  { fields, model, place }: FormState,
): Promise<Column[]> {
  if (place === undefined) {
    return [];
  }
  const values = new Map<string, string | undefined>();
  for await (const { definition } of lineageOf(project, place)) {
    for (const { target, value } of assignmentsIn(definition.node)) {
      values.set(target, values.get(target) ?? value?.text);
    }
  }
  const off = fields.filter(({ name }) => (values.get(name) ?? 'None') === 'None');
  return model.columns.filter(({ name }) => off.some((field) => field.name === name));
}

/** The fields of the class of a form, without its button. */
export function fieldsOf(definition: Definition['node']): string[] {
  return assignmentsIn(definition).flatMap(({ target, value }) => {
    const name = (value && callOf(value)?.name) ?? '';
    return name.endsWith('Field') && name !== 'SubmitField' ? target : [];
  });
}

/**
 * Checks that the form of a model works with new fields.
 *
 * @param added Their columns.
 * @param columns Those of the model.
 * @throws UsageError if it would take one field for a method of another one.
 */
export async function refuseUnfitForm(
  app: App,
  model: ModelNames,
  added: readonly string[],
  columns: readonly Column[],
): Promise<void> {
  const { place } = await formHome(app, model, { place: undefined, isKnown: true });
  const present = place ? fieldsOf(place.definition.node) : [];
  refuseLikeMethods(added, [...columns.map(({ name }) => name), ...present]);
}

/** The home of a form in an application that `new` made: a module of its own in the package of forms. */
async function ownFormHome(project: Project, { form }: ModelNames): Promise<FormHome> {
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

/** The views that show a form. */
interface FormUse {
  /** The place of their blueprint; undefined without one, which is where no form is made. */
  readonly place: BlueprintPlace | undefined;
  /** Whether it exists, so that it may be in any file. */
  readonly isKnown?: boolean;
}

/** The home of a form: where the application's other forms are. */
export async function formHome(
  app: App,
  model: ModelNames,
  { isKnown = false, place }: FormUse,
): Promise<FormHome> {
  if (app.isOurs) {
    return ownFormHome(app.project, model);
  }
  const { isLegacy, layout, project, required, sources } = app;
  const { className } = model.form;
  const wanted = place && fileOfForms(app, model, place);
  const paths = sources.containing(`class ${className}(`).map(({ path }) => path);
  const only = isKnown && paths.length === 1 ? paths[0] : undefined;
  const path = paths.find((each) => each === wanted) ?? only ?? wanted ?? '';
  const file = await project.source(path);
  const definition = file && findClass(file, className);
  const other = fileWithForms(app, path);
  const hasOwnImports =
    file && importsOf(file).some(({ module }) => topLevel(module) === topLevel(path));
  return {
    names: { className, file: path, module: moduleOfPath(path) },
    place: definition && { source: file, definition },
    file,
    plain: {
      db: databaseOf(app),
      abilities: { hasOldWtforms: required.hasOldWtforms, validatesEmail: validatesEmail(app) },
      isLegacy,
      isTyped: layout.typed.value === true,
      isSubmitted: definition === undefined && formMacroOf(project) !== undefined,
      spelledAs: (file ?? other)?.text ?? '',
      importsAs: (hasOwnImports ? undefined : other)?.text ?? '',
    },
  };
}

/** The file with forms: of the application, of the model, or of the feature. */
function fileOfForms(
  { layout, project }: OtherApp,
  { name }: ModelNames,
  { file, name: blueprint }: BlueprintPlace,
): string {
  const { package: folder } = project.layout;
  const pattern = layout.forms.value;
  const isFeature = dirname(file) !== folder && isBelow(file, folder);
  if (typeof pattern !== 'string') {
    const own = isFeature ? dirname(file) : folder;
    return own === '.' ? 'forms.py' : `${own}/forms.py`;
  }
  if (basename(pattern).includes('{name}')) {
    return pattern.replace('{name}', name);
  }
  return pattern.includes('{name}') && isFeature
    ? `${dirname(file)}/${basename(pattern)}`
    : pattern.replace('{name}', blueprint);
}

/** Whether forms may ask for an e-mail address: WTForms needs another package for that. */
function validatesEmail({ required, sources }: OtherApp): boolean {
  return (
    required.hasEmailValidator ||
    sources
      .containing('Email')
      .some(({ text }) => /\bEmail\(/.test(text) && text.includes('wtforms.validators'))
  );
}

function fileWithForms({ sources }: OtherApp, own: string): PythonSource | undefined {
  return sources.containing('FlaskForm').find(({ path }) => /forms?\b/.test(path) && path !== own);
}
