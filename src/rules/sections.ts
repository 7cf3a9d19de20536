// Specs: spec/make-resource/sections.spec.ts
import type { Project } from '../project/project';
import type { SectionPage } from '../view/section-pages';
import { allOf, edited, noted, NOTHING, type Outcome, warning } from './outcome';
import { withDifference } from './with-difference';

/**
 * Shows what a run changes of records on the pages of what they belong to. A page may be changed: a section goes where it would
 * be in the page as generated, or the note has its lines.
 *
 * @param before The pages as they would be made before the run.
 * @param after The same after it.
 */
export async function changeSections(
  project: Project,
  before: readonly SectionPage[],
  after: readonly SectionPage[],
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const each of after) {
    const earlier = before.find(({ page }) => page.path === each.page.path);
    outcomes.push(earlier ? await changePage(project, earlier, each) : NOTHING);
  }
  return allOf(outcomes);
}

async function changePage(
  project: Project,
  { page: { text: before } }: SectionPage,
  { home, page: { path, text: after } }: SectionPage,
): Promise<Outcome> {
  const now = project.text(path);
  if (before === after || hasOwn(now, before, after)) {
    return NOTHING;
  }
  const { added, merge } = await withDifference(project, path, { before, after }, { home });
  if ('content' in merge) {
    const content = merge.content.toString();
    return content === now ? NOTHING : edited([{ kind: 'replace', path, content }]);
  }
  const lines = (await added()).trimEnd();
  return lines === ''
    ? NOTHING
    : noted(
        warning(
          `${path} was changed where what belongs to its record would go, so the page stays. Add by hand:\n${lines}`,
          path,
        ),
      );
}

/** What leads to a list, or shows a part of it. */
const LISTING = /newest\("[\w.]+"|url_for\('[\w.]+\.index'/g;

/** Whether a page has a link to one of the new lists already. */
function hasOwn(now: string, before: string, after: string): boolean {
  const listings = after.match(LISTING) ?? [];
  return listings.some((each) => !before.includes(each) && now.includes(each));
}
