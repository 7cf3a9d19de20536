// Specs: spec/make-resource/parent-link.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import { segmentsOf } from '../naming/segments';
import type { Project } from '../project/project';
import { existingLooks } from './existing-guard';
import { existingViews, urlsOf } from './look';
import type { PageState } from './page-state';
import { findResource } from './resource';
import type { Templates } from '../templates/templates';

/** The page of the record that a resource belongs to, as it would be made now; undefined if there is no such page. */
export async function parentPage(
  project: Project,
  { name, views }: ResourceNames,
  templates: Templates,
): Promise<PageState | undefined> {
  if (views.every(({ names }) => names.parents.length === 0)) {
    return undefined;
  }
  const parent = segmentsOf(name, 'resource').slice(0, -1).join('.');
  const { names, place } = await findResource(project, { name: parent });
  const looks = place ? await existingLooks(project, names.views) : [];
  const shows = looks.filter((each) => each.names.action === 'show');
  const [show] = await existingViews(project, shows, templates, urlsOf(looks));
  return show?.page?.existing === undefined ? undefined : show.page;
}
