import type { Files } from '../project/files';
import { codeBelow } from '../project/walk';
import { PythonSource, SourceError } from '../python/source';
import { type ChangedSource, type Gone, goneFrom, goneViews } from './gone';
import { codeOfTemplate, usesInTemplate } from '../uses/template-uses';
import {
  mayRefer,
  referencesInPython,
  unboundIn,
  usesOf,
  withUsedImports,
} from './python-references';
import { type Obstacle, reference, type RewrittenFile } from './obstacle';

const TEMPLATE = /\.(html?|jinja2?|j2|xml|txt)$/;

/** The files that change, and the Python among them. */
interface ParsedChanges<File extends RewrittenFile = RewrittenFile> {
  readonly changes: readonly File[];
  readonly sources: readonly ChangedSource[];
}

/** The same changes, but imports of the run that others have come to use stay. */
export async function keepUsedImports<File extends RewrittenFile>(
  changes: readonly File[],
): Promise<ParsedChanges<File>> {
  const merged = await changedSources(changes);
  const lost = goneFrom(merged);
  const sources = merged.map((each) => ({ ...each, next: withUsedImports(each, lost) }));
  const kept = new Map(
    sources
      .filter(({ next }, index) => next !== merged[index]?.next)
      .map(({ now, next }) => [now.path, Buffer.from(String(next))]),
  );
  return {
    changes: changes.map((each) => ({ ...each, content: kept.get(each.path) ?? each.content })),
    sources,
  };
}

/**
 * Finds what stays in a project and refers to what goes when these files change: imports, attributes of modules, methods,
 * endpoints, templates, foreign keys and relationships.
 */
export async function referencesTo(
  { changes, sources }: ParsedChanges,
  files: Files,
): Promise<Obstacle[]> {
  const gone = { ...goneFrom(sources), ...(await goneViews(changes, files)) };
  const next = new Map(changes.map(({ path, content }) => [path, content]));
  const parsed = new Map(sources.map(({ now, next: source }) => [now.path, source]));
  const others = await Promise.all(
    codeBelow(files)
      .filter((path) => path.endsWith('.py') || TEMPLATE.test(path))
      .map(async (path) => {
        const content = next.has(path) ? next.get(path) : files.read(path);
        return content ? referencesIn(path, content, gone, parsed.get(path)) : [];
      }),
  );
  return [...sources.flatMap(unboundIn), ...others.flat()];
}

/**
 * What stays in a project and refers to what a run has taken away.
 *
 * @param before The files that the run changes, as they were.
 * @param after The project as the run leaves it.
 */
export async function referencesLeft(
  before: ReadonlyMap<string, Buffer | undefined>,
  after: Files,
): Promise<Obstacle[]> {
  const changes = [...before].map(([path, now]) => {
    return { path, now, content: after.read(path), isMerged: true };
  });
  return referencesTo({ changes, sources: await changedSources(changes) }, after);
}

async function changedSources(changes: readonly RewrittenFile[]): Promise<ChangedSource[]> {
  const sources = changes
    .filter(({ path }) => path.endsWith('.py'))
    .map(async ({ path, now, content, isMerged = false }): Promise<ChangedSource[]> => {
      const before = await PythonSource.parseOrError(path, now ?? '');
      const next = content && (await PythonSource.parseOrError(path, content));
      // A person changed what is not Python, so it is an obstacle itself.
      return before instanceof SourceError || next instanceof SourceError
        ? []
        : [{ now: before, next, isMerged }];
    });
  return (await Promise.all(sources)).flat();
}

async function referencesIn(
  path: string,
  content: Buffer,
  gone: Gone,
  parsed: PythonSource | undefined,
): Promise<Obstacle[]> {
  const text = content.toString('latin1');
  if (!path.endsWith('.py')) {
    return referencesInTemplate(path, text, gone);
  }
  if (!mayRefer(text, gone)) {
    return [];
  }
  const source = parsed ?? (await PythonSource.parseOrError(path, content));
  if (source instanceof SourceError) {
    const reason = `${source.reason}, so scaffold cannot tell what it refers to`;
    return [{ path, line: source.line, reason, yields: true }];
  }
  return referencesInPython(source, gone);
}

/** Finds what goes in a template: endpoints, templates, columns and relationships. */
function referencesInTemplate(
  path: string,
  text: string,
  { endpoints, models, templates }: Gone,
): Obstacle[] {
  const name = path.replace(/^(.*?\/)?templates\//, '');
  const uses = models.flatMap((model) =>
    usesOf(path, text, model, usesInTemplate(name, text, model)),
  );
  return [...uses, ...viewsIn(path, text, { endpoints, templates })];
}

function viewsIn(
  path: string,
  text: string,
  { endpoints, templates }: Pick<Gone, 'endpoints' | 'templates'>,
): Obstacle[] {
  const wanted = [
    ...[...templates].map((name) => ['template', name] as const),
    ...[...endpoints].map((name) => ['endpoint', name] as const),
  ].filter(([, name]) => text.includes(name) && !isTestedIn(text, name));
  if (wanted.length === 0) {
    return [];
  }
  const code = codeOfTemplate(text);
  return wanted.flatMap(([what, name]) =>
    [...code.matchAll(new RegExp(`(first_url\\([^()]*)?(["'])${escaped(name)}\\2`, 'g'))]
      .filter(([, test]) => test === undefined)
      .map(({ index }) =>
        reference(path, text.slice(0, index).split('\n').length - 1, `uses the ${what} ${name}`),
      ),
  );
}

/** Whether a template asks if the endpoint exists: `{% if "posts.show" is endpoint %}`. */
function isTestedIn(text: string, name: string): boolean {
  return new RegExp(`(["'])${escaped(name)}\\1 is (not )?endpoint`).test(text);
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
