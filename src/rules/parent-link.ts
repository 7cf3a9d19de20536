// Specs: spec/make-resource/parent-link.spec.ts
import type { Home } from '../manifest/format';
import { withDifference } from './with-difference';
import type { Project } from '../project/project';
import type { PageState } from '../view/page-state';
import { edited, NOTHING, type Outcome } from './outcome';

/**
 * Links from the page of a record to the list of what belongs to it. The page may be changed: the link goes where it would
 * be in the page as generated.
 *
 * @param before The page as it would be made without that list.
 * @param after The page as it would be made with it.
 * @param endpoint Of the list. A page that mentions it has a link.
 * @param home What the page belongs to.
 */
export async function linkFromParent(
  project: Project,
  before: PageState,
  after: PageState | undefined,
  endpoint: string,
  home: Home,
): Promise<Outcome> {
  const { existing = '', path } = before;
  if (after === undefined || after.text === before.text || existing.includes(endpoint)) {
    return NOTHING;
  }
  const versions = { before: before.text, after: after.text };
  const { merge } = await withDifference(project, path, versions, { home });
  return 'content' in merge
    ? edited([{ kind: 'replace', path, content: merge.content.toString() }])
    : NOTHING;
}
