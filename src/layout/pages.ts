// Specs: spec/layout/read-layout.spec.ts
import { posix } from 'node:path';
import type { Files } from '../project/files';
import { stringValue } from '../python/node';
import type { FoundApplication } from './application';
import { type Finding, majority, none, placeIn } from './finding';
import { literal, nameIn, type Template, templatesIn } from './jinja';
import type { Sources } from './sources';

/** Blocks that hold something other than the content of a page. */
const NOT_CONTENT =
  /title|head|style|css|script|js$|javascript|nav|meta|side|foot|crumb|menu|flash|body_?(attr|class)|classes/i;

/** How an application's pages are made. */
interface FoundPages {
  readonly templates: Finding;
  readonly layout: Finding;
  readonly content_block: Finding;
  readonly title: Finding;
}

/**
 * How the pages of an application are made.
 *
 * @param own The folders of templates that blueprints have of their own, with `{name}`: `hello/{name}/templates`.
 */
export function pagesOf(
  { files }: Sources,
  application: FoundApplication,
  own: readonly {
    readonly folder: string;
    readonly pattern: string;
    readonly place: () => string;
  }[],
): FoundPages {
  const stated = templatesFolder(application);
  const usual = stated.folder === undefined ? [] : templatesIn(files, stated.folder);
  const isEmpty = own.length === 0 && !usual.some(({ layout }) => layout);
  const theme = isEmpty ? themeIn(files, application.folder) : undefined;
  const all = theme?.templates ?? usual;
  const main = theme ? { folder: theme.folder, place: () => theme.folder } : stated;
  const ofBlueprints = own.flatMap(({ folder, pattern, place }) =>
    templatesIn(files, folder).map((template) => ({ ...template, pattern, at: place })),
  );
  const templates = [...all, ...ofBlueprints];
  const [fromMain, fromOwn] = [all, ofBlueprints].map((each) =>
    each.filter(({ layout }) => layout),
  );
  const [best] = ofBlueprints;
  const folder: Finding =
    best && (fromOwn?.length ?? 0) > (fromMain?.length ?? 0)
      ? { value: best.pattern, from: best.at() }
      : all.length > 0
        ? { value: main.folder, from: main.place() }
        : none(`no templates in ${main.folder ?? 'a folder that could be read'}`);
  return { templates: folder, ...layoutOf(templates) };
}

/** The folder with most pages of all that are called `templates`: a theme has one of its own. */
function themeIn(
  files: Files,
  folder: string,
): { folder: string; templates: Template[] } | undefined {
  const folders = (within: string): string[] =>
    files
      .foldersIn(within)
      .map((name) => `${within}/${name}`)
      .flatMap((each) => (each.endsWith('/templates') ? each : folders(each)));
  const [best] = folders(folder)
    .map((each) => ({ folder: each, templates: templatesIn(files, each) }))
    .map((each) => ({ ...each, pages: each.templates.filter(({ layout }) => layout).length }))
    .filter(({ pages }) => pages > 0)
    .sort((one, other) => other.pages - one.pages);
  return best;
}

/** The folder of templates: from `template_folder`, or the usual one of the package. */
function templatesFolder({ call, folder, place, source }: FoundApplication): {
  folder: string | undefined;
  place: () => string;
} {
  const stated = call.keywords.get('template_folder');
  if (stated === undefined) {
    return { folder: posix.join(folder, 'templates'), place };
  }
  const assigned = source.root
    .descendants('assignment')
    .findLast(
      (each) => each.child('left')?.text === stated.text && stringValue(each.child('right')),
    );
  const found = stringValue(stated) ?? stringValue(assigned?.child('right'));
  return {
    folder: found === undefined ? undefined : posix.join(folder, found),
    place: assigned ? () => source.placeOf(assigned) : place,
  };
}

/**
 * The layout of these pages, by default of all templates.
 *
 * @param templates All, among which the layout itself is.
 */
export function layoutOf(
  templates: readonly Template[],
  pages = templates,
): Omit<FoundPages, 'templates'> {
  const extending = pages.flatMap(({ layout }) =>
    layout ? { value: layout.expression.replaceAll("'", '"'), place: layout.place } : [],
  );
  const best = majority(extending);
  if (best === undefined) {
    const missing = none('no template extends another one');
    return { layout: missing, content_block: missing, title: missing };
  }
  const children = pages.filter(
    ({ layout }) => layout?.expression.replaceAll("'", '"') === best.value,
  );
  const filled = children.flatMap(({ blocks }) =>
    [...blocks].map(([value, place]) => ({ value, place })),
  );
  const content = majority(filled.filter(({ value }) => !NOT_CONTENT.test(value)));
  return {
    layout: { value: literal(best.value) ?? best.value, from: best.from },
    content_block: content ?? none('no page fills a block'),
    title: titleOf(templates, best.value, children),
  };
}

/** A block that most pages fill, or that is inside of `<title>`; else the variable there: `{{ title }}`. */
function titleOf(
  templates: readonly Template[],
  layout: string,
  children: readonly Template[],
): Finding {
  const filled = children.flatMap(({ blocks }) =>
    [...blocks].filter(([name]) => /title/i.test(name)).map(([value, place]) => ({ value, place })),
  );
  const usual = majority(filled);
  if (usual && usual.count * 2 >= children.length) {
    return usual;
  }
  const chain = chainOf(templates, layout);
  for (const template of chain) {
    const title = titleIn(template);
    const block = /\{%[-+]?\s*block\s+(\w+)/.exec(title?.text ?? '')?.[1];
    if (block !== undefined && title) {
      return { value: block, from: title.place };
    }
  }
  const included = chain
    .flatMap(({ includes }) => includes)
    .flatMap((name) => named(templates, name) ?? []);
  for (const template of [...chain, ...included]) {
    const title = titleIn(template);
    const variable = /\{\{-?\s*(\w*title\w*)\b/i.exec(title?.text ?? '')?.[1];
    if (variable !== undefined && title) {
      return { value: `{{ ${variable} }}`, from: title.place };
    }
  }
  return usual ?? none('the layout has no block or variable in <title>');
}

/** Everything in `<title>`, or in a condition around it. */
function titleIn({ path, text }: Template): { text: string; place: string } | undefined {
  const found = [...text.matchAll(/<title[^>]*>([^]*?)<\/title>/gi)];
  const [first] = found;
  return (
    first && {
      text: found.map(({ 1: inner }) => inner).join(' '),
      place: placeIn(path, text, first.index),
    }
  );
}

/** The layout and the templates that it extends itself. */
function chainOf(templates: readonly Template[], layout: string): Template[] {
  const chain: Template[] = [];
  for (let next = named(templates, nameIn(layout)); next && !chain.includes(next);) {
    chain.push(next);
    next = named(templates, nameIn(next.layout?.expression ?? ''));
  }
  return chain;
}

/** The template of a name; of several, the one nearest to the root. */
function named(templates: readonly Template[], name: string | undefined): Template | undefined {
  return templates
    .filter(({ path }) => name !== undefined && `/${path}`.endsWith(`/${name}`))
    .sort((one, other) => one.path.length - other.path.length)[0];
}
