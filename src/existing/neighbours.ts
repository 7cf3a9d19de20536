// Specs: spec/existing/make-page.spec.ts
import { templatesIn } from '../layout/jinja';
import { layoutOf } from '../layout/pages';
import type { ExistingApplication } from './application';
import type { PagePlace } from './page-place';

/** How many pages of a file with views tell that they have a layout of their own. */
const TELLING = 3;

/**
 * The application as a view in this place sees it. Some have a layout for each section, which needs what the views there
 * hand to it: so if most pages that the file shows extend another layout than most of all, a new one does, too.
 */
export function withNeighbours(
  application: ExistingApplication,
  { source, templates: folder }: PagePlace,
): ExistingApplication {
  const { layout, project } = application;
  const { content_block, layout: usual, title } = layout;
  const isSet = [usual, content_block, title].some(({ from }) => /\.toml:\d+$/.test(from));
  if (source === undefined || isSet) {
    return application;
  }
  const shown = new Set(
    [...source.text.matchAll(/["']([^"'\n]+\.\w+)["']/g)].map(([, name]) => name),
  );
  const templates = templatesIn(project, folder);
  const pages = templates.filter(
    ({ path, ...each }) => each.layout && shown.has(path.slice(folder.length + 1)),
  );
  const own = layoutOf(templates, pages);
  const { value } = own.layout;
  const alike = pages.filter((page) => layoutOf(templates, [page]).layout.value === value);
  const isOwn = alike.length >= TELLING && alike.length * 2 > pages.length;
  return isOwn && value !== usual.value && own.content_block.value !== undefined
    ? { ...application, layout: { ...layout, ...own } }
    : application;
}
