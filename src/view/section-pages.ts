// Specs: spec/make-resource/sections.spec.ts
import type { App } from '../app/app';
import type { Home } from '../manifest/format';
import { modelOfClass } from '../naming/class-names';
import type { ResourceNames } from '../naming/resource-names';
import type { Column } from '../project/column-type';
import { findModelOfTable } from '../project/models';
import { existingLooks } from './present-guard';
import { urlsOf } from './asked';
import { existingViews } from './look';
import { resourcesOf } from './resources-of';
import type { PageState } from './page-state';
import { findResource } from './resource';

/** The page of a record, as it would be made now. It shows what belongs to the record. */
export interface SectionPage {
  readonly page: PageState;
  readonly home: Home;
}

/**
 * The resources of the models that columns lead to. The pages of their records show the records that have these columns.
 *
 * @param own The resource with the columns.
 */
export async function resourcesAbove(
  app: App,
  columns: readonly Pick<Column, 'references'>[],
  own: string,
): Promise<ResourceNames[]> {
  const { project } = app;
  const targets = columns.flatMap(({ references }) => references?.replace(/\.\w+$/, '') ?? []);
  const found: ResourceNames[] = [];
  for (const target of new Set(targets)) {
    const place = await findModelOfTable(project, target);
    const model = modelOfClass(place?.definition.name ?? target, project.layout);
    for (const { look } of await resourcesOf(project, model)) {
      const name = look.name.replace(/\.index$/, '');
      if (name !== own) {
        found.push((await findResource(app, { ...look, name })).names);
      }
    }
  }
  return found;
}

/** The pages of the records of resources, as far as the project has them. */
export async function sectionPages(
  app: App,
  resources: readonly ResourceNames[],
): Promise<SectionPage[]> {
  const pages: SectionPage[] = [];
  for (const { name, views } of resources) {
    const looks = await existingLooks(app.project, views);
    const shows = looks.filter(({ names }) => names.action === 'show');
    const [show] = await existingViews(app, shows, urlsOf(looks));
    if (show?.page?.existing !== undefined) {
      pages.push({ page: show.page, home: { resource: name } });
    }
  }
  return pages;
}
