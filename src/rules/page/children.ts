import { modelOfFolder } from '../../naming/model-names';
import { capitalize, phrase } from '../../naming/spelling';
import { columnsOf } from '../../project/columns';
import { endpointPrefix } from '../../project/registered-blueprints';
import { dataOf, type PageData } from './page-data';
import { type Link, PageLinks } from './page-links';
import type { View } from './view';

/** A list of what belongs to a record, as the page of the record leads to it. */
export interface ChildList extends Link {
  /** `Comments` */
  readonly title: string;
}

/** The lists that the project has routes for, of what belongs to a record. */
export async function childLists(
  { names, project }: View,
  { item }: PageData,
  links: PageLinks,
): Promise<ChildList[]> {
  const own = names.blueprints.at(-1) ?? names.blueprints[0];
  const lists: ChildList[] = [];
  for (const folder of project.foldersIn(own.folder).toSorted()) {
    const columns = await columnsOf(project, modelOfFolder(folder));
    const link = links.toChildren(folder);
    if (link && columns?.some(({ name }) => name === item.model.id)) {
      lists.push({ ...link, title: capitalize(phrase(folder)) });
    }
  }
  return lists;
}

/** What to say of a new list that the page of its parent, made before it, does not lead to. */
export async function missingLink(view: View): Promise<string | undefined> {
  const { names, project } = view;
  const data = names.action === 'index' ? await dataOf(view) : undefined;
  const parent = data?.parents.at(-1);
  const page = `app/templates/${names.templateFolder.replace(/[^/]+$/, '')}show.html`;
  const text = project.read(page)?.toString();
  if (!data || !parent || data.item.belongsBy === undefined || text === undefined) {
    return undefined;
  }
  const endpoints = await endpointPrefix(project, names.blueprints);
  const link = new PageLinks(data, endpoints, new Set([parent.model.item]), new Map()).to('index');
  return link && !text.includes(`${endpoints}.index`)
    ? `${page} does not lead there. To link it:\n` +
        `  <a class="link" href="{{ ${link.url} }}">${names.title}</a>`
    : undefined;
}
