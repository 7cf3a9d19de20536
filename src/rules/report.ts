// Specs: spec/make-view/index.spec.ts
import type { Edit } from '../edit';
import { enumeration } from '../naming/spelling';
import { actionLinks } from '../view/page-links';
import type { ModelState } from '../view/model-state';
import type { View } from '../view/view';
import { migrationAdvice } from './migration-advice';
import { info, type Note, warning } from './outcome';

/** The URL of the view and the next steps, or that nothing changed. */
export function report(view: View, edits: readonly Edit[]): Note[] {
  const { names } = view;
  if (edits.length === 0) {
    return [info(`Nothing to do: ${names.view} already exists.`)];
  }
  const { kept } = view.controller;
  const newModels = view.models.filter(({ isNew }) => isNew);
  return [
    ...(kept === undefined
      ? []
      : [
          warning(
            `${kept}: ${names.controller.className} already has ${names.method}. It stays as it is.`,
          ),
        ]),
    ...whereToLook(view),
    ...(newModels.length > 0 ? whatIsNext(view, newModels) : []),
  ];
}

function whereToLook(view: View): Note[] {
  const { layout, names, route, wants } = view;
  const shown = route.existing ?? (wants.route ? names.route : undefined);
  if (shown) {
    const line = `${names.route.method} ${shown.path}  →  ${route.endpoints}.${shown.endpoint}`;
    const link = missingLink(view);
    return [info(line), ...(link === undefined ? [] : [info(link)])];
  }
  return names.template === undefined
    ? []
    : [info(`${layout.templates}/${names.template} has no URL yet. Run again with -r to add one.`)];
}

/** The next steps for new models, which have only a key and times. */
function whatIsNext({ data, names }: View, models: readonly ModelState[]): Note[] {
  const places = models.map((model) => `${model.names.className} in ${model.names.file}`);
  const newTables = models.map((model) => model.names.pluralPhrase);
  const show = ` Then \`scaffold make:view ${names.view} --force\` shows them.`;
  return [
    info(
      `Next: add columns to ${enumeration(places)} before you make pages with a form, and migrate the database.` +
        (names.template === undefined || !data ? '' : show),
    ),
    { ...info(migrationAdvice(newTables)), newTables },
  ];
}

/** The advice for a new list if the page of its parent does not link to it. */
function missingLink({ data, names, parentPage, route }: View): string | undefined {
  const parent = names.action === 'index' ? data?.parents.at(-1) : undefined;
  if (!data || !parent || data.record.belongsBy === undefined || parentPage === undefined) {
    return undefined;
  }
  const { endpoints } = route;
  const handed = new Set([parent.model.record]);
  const { index } = actionLinks({ data, endpoints, handed, paths: new Map() });
  return index && !parentPage.text.includes(`${endpoints}.index`)
    ? `${parentPage.path} does not link there. To link it:\n` +
        `  <a class="link" href="{{ ${index.url} }}">${names.title}</a>`
    : undefined;
}
