// Specs: spec/existing/make-resource.spec.ts
import { basename, dirname } from 'node:path';
import { databaseOf, type OtherApp } from '../app/app';
import { formMacroOf } from '../app/style';
import { moduleOfPath } from '../layout';
import type { ModelNames } from '../naming/class-names';
import { isBelow } from '../project/walk';
import { topLevel } from '../python/import-statement';
import { importsOf } from '../python/imports';
import { findClass } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { BlueprintPlace } from './blueprint-place';
import type { FormHome } from './form-state';

/** The views that show a form. */
interface FormUse {
  /** The place of their blueprint; undefined without one, which is where no form is made. */
  readonly place: BlueprintPlace | undefined;
  /** Whether it exists, so that it may be in any file. */
  readonly isKnown?: boolean;
}

/** The home of a form in an application that `new` did not make: where its other forms are. */
export async function formHome(
  app: OtherApp,
  model: ModelNames,
  { isKnown = false, place }: FormUse,
): Promise<FormHome> {
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

/** Another file with forms. */
function fileWithForms({ sources }: OtherApp, own: string): PythonSource | undefined {
  return sources.containing('FlaskForm').find(({ path }) => /forms?\b/.test(path) && path !== own);
}
