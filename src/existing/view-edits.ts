// Specs: spec/existing/make-page.spec.ts
import { type Edit, inserted } from '../edit';
import { variablesOf } from '../project/blueprints';
import { moduleOf, sourceOfModule } from '../project/class-place';
import { addImport } from '../python/add-import';
import { importsOf } from '../python/imports';
import type { PythonSource } from '../python/source';
import { withFunctions } from '../python/transplant';
import type { Templates } from '../templates/templates';
import type { AskedPage } from './asked-page';
import { refuseCircle } from './circles';
import { refuseClashes } from '../rules/clashes';
import { databaseOf } from './database';
import type { PlannedForm } from './form';
import { neighboursOf, newBlueprint, registration } from './new-blueprint';
import { quotedAs } from '../python/style';
import { dataValuesOf, valuesOf } from './view-values';

/** The view function; with its blueprint, if that is new. */
export async function viewEdits(
  { application, data, names, place, url }: AskedPage,
  form: PlannedForm | undefined,
  templates: Templates,
): Promise<Edit[]> {
  const { project } = application;
  const { found, source } = place;
  const values = valuesOf(application, names, place, url.local);
  const text = source?.text ?? neighboursOf(application);
  const render = (name: string, variable: string): PythonSource => {
    const endpoint = name === names.route.endpoint ? '' : `, endpoint="${names.route.endpoint}"`;
    const own = {
      ...values,
      name,
      path: values.path + endpoint,
      blueprint: { ...values.blueprint, variable },
    };
    const spelled = quotedAs(text);
    if (data === undefined) {
      return templates.module('plain/views.py', place.file, own, spelled);
    }
    const { action, formName, links, records } = data;
    const used = {
      action,
      form: form ?? { className: '', module: 'flask' },
      formName,
      links,
      place,
    };
    const all = dataValuesOf(application, own, records, used);
    return templates.module(`plain/${action}.py`, place.file, all, spelled);
  };
  if (found === undefined || source === undefined) {
    const rendered = render(names.route.function, place.variable);
    return [
      ...newBlueprint(application, place, rendered),
      ...(await registration(application, place, rendered)),
    ];
  }
  const database = data && (await sourceOfModule(project, databaseOf(application).module));
  return inserted(source, (file) => {
    const [known] = variablesOf(file, found);
    const wanted = { module: moduleOf(found.source), name: found.variable };
    const ready = known === undefined ? addImport(file, wanted) : file;
    const rendered = (name: string): PythonSource => render(name, known ?? found.variable);
    const added = rendered(names.route.function);
    refuseClashes(ready, added);
    if (database && !importsOf(file).some(({ module }) => module === moduleOf(database))) {
      refuseCircle(database, moduleOf(file), added);
    }
    return withFunctions(ready, [{ name: names.route.function, render: rendered }]);
  });
}
