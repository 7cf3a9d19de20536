import { template as render } from '@angular-devkit/core';
import {
  callSource,
  type Rule,
  type SchematicContext,
  type Tree,
} from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import { type Action, actionOf } from '../naming/actions';
import { findController } from '../project/controllers';
import { endpointPrefix } from '../project/registered-blueprints';
import { callsOf } from '../python/calls';
import { remembered } from '../python/remembered';
import { stringValue } from '../python/string-value';
import { childLists } from './page/children';
import { labelOf, shownColumns } from './page/page-columns';
import { dataOf, type PageData } from './page/page-data';
import { PageLinks } from './page/page-links';
import { relatedRows } from './page/related-row';
import { ownPaths } from './page/own-routes';
import { url } from './url';
import type { View } from './page/view';

/** The action whose page another one shows again. */
const SHOWN_BY: Readonly<Partial<Record<Action, Action>>> = { store: 'create', update: 'edit' };

/**
 * Adds the template of a view, or the form that an action shows again. It shows data where the controller's method
 * hands data to it. One that is there stays as it is, unless it is to be replaced.
 */
export function addTemplate(view: View): Rule {
  return async (_tree, context) => {
    const { names, project, replaceTemplate } = view;
    const again = names.action && SHOWN_BY[names.action];
    const name = names.template ?? (again && `${names.templateFolder}/${again}.html`);
    const handed = name === undefined ? undefined : await handedTo(view, name);
    if (name === undefined || (names.template === undefined && handed === undefined)) {
      return;
    }
    const path = `app/templates/${name}`;
    const text = await pageText(view, name, handed ?? new Set(), context);
    if (!project.has(path)) {
      project.create(path, text);
    } else if (names.template !== undefined && project.read(path)?.toString() !== text) {
      if (replaceTemplate) {
        project.replace(path, text);
      } else {
        context.logger.warn(`${path} is there already. It stays as it is.`);
      }
    }
  };
}

/** What the controller hands to a template; undefined where it does not show it. */
async function handedTo(
  { names, project }: View,
  template: string,
): Promise<ReadonlySet<string> | undefined> {
  const place = await findController(project, names.controller);
  const calls = place ? callsOf(place.definition.node, 'render_template') : [];
  const call = calls.find(({ positional: [name] }) => name && stringValue(name) === template);
  return call && new Set(call.keywords.keys());
}

async function pageText(
  view: View,
  name: string,
  handed: ReadonlySet<string>,
  context: SchematicContext,
): Promise<string> {
  const action = actionOf(/(\w+)\.html$/.exec(name)?.[1] ?? '');
  const known = await dataOf(view);
  const data =
    action && known && needs(action, known).every((each) => handed.has(each)) ? known : undefined;
  const file = (await pagesOf(context)).readText(
    `/${data && action ? action : 'page'}.html.template`,
  );
  return render<object>(
    file,
    {},
  )(data ? await values(view, data, handed) : { title: view.names.title });
}

/** The templates of pages, read once for all views of a run. */
const pagesOf = remembered(async (context: SchematicContext): Promise<Tree> =>
  lastValueFrom(callSource(url('./files'), context)),
);

/** What a page cannot do without. */
function needs(action: Action, { item: { model } }: PageData): string[] {
  switch (action) {
    case 'index':
      return [model.list];
    case 'show':
      return [model.item];
    case 'edit':
      return ['form', model.item];
    default:
      return ['form'];
  }
}

async function values(view: View, data: PageData, handed: ReadonlySet<string>): Promise<object> {
  const { names, project } = view;
  const { model } = data.item;
  const paths = await ownPaths(view);
  const endpoints = await endpointPrefix(project, names.blueprints);
  const links = (records: ReadonlySet<string>): PageLinks =>
    new PageLinks(data, endpoints, records, paths);
  const page = links(handed);
  const above = page.toParent();
  return {
    title: names.title,
    model,
    label: labelOf(data.item),
    parent: parentOf(data, handed),
    above,
    children: await childLists(view, data, page),
    columns: shownColumns(data, await relatedRows(project, data, above)),
    page,
    row: links(new Set([...handed, model.item])),
  };
}

/** What all records of a list belong to, where the template has it. */
function parentOf({ item, parents }: PageData, handed: ReadonlySet<string>): object | undefined {
  const parent = parents.find(({ model }) => model.id === item.belongsBy);
  return parent && handed.has(parent.model.item)
    ? { ...parent.model, label: labelOf(parent) }
    : undefined;
}
