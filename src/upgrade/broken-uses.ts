// Specs: spec/upgrade/application.spec.ts
import { codeOf } from '../changing/model-uses';
import type { Edit } from '../edit';
import { moduleOfPath } from '../layout';
import type { Project } from '../project/project';
import { searchedImports } from '../python/imports';
import { functionsIn, namesBoundIn, classesOf } from '../python/queries';
import type { PythonSource } from '../python/source';

/** What files offer to others: the names, each with its parameters if it is called. */
type Offers = ReadonlyMap<string, readonly string[] | undefined>;

/** A file whose offers change. */
interface ChangedFile {
  /** As others name it: `app.forms.base`, `macros/lists.html`. */
  readonly name: string;
  readonly before: Offers;
  readonly after: Offers;
}

/**
 * The places where code uses what edits take away: a function, a class, a macro, or the way to call one. They stay as they
 * are: `app/forms/post_form.py: Bits of app/forms/base.py`.
 *
 * @param after The project with the edits.
 */
export async function brokenUses(
  edits: readonly Edit[],
  before: Project,
  after: Project,
): Promise<string[]> {
  const changed: ChangedFile[] = [];
  for (const { path } of edits.filter(({ kind }) => kind !== 'create')) {
    const file = {
      name: path.endsWith('.py')
        ? moduleOfPath(path)
        : path.replace(`${after.layout.templates}/`, ''),
      before: await offersOf(before, path),
      after: await offersOf(after, path),
    };
    if (goneFrom(file, true).length > 0) {
      changed.push(file);
    }
  }
  const rewritten = new Set(edits.map(({ path }) => path));
  const files = changed.length > 0 ? codeOf(after) : [];
  return files.flatMap((path) => usesIn(path, after.text(path), changed, rewritten.has(path)));
}

async function offersOf(project: Project, path: string): Promise<Offers> {
  if (!path.endsWith('.py')) {
    const macros = [...project.text(path).matchAll(/\{%-? macro (\w+)\((.*?)\) -?%\}/g)];
    return new Map(macros.map(([, name = '', given = '']) => [name, given.split(/,\s*/)]));
  }
  const source = await sourceOf(project, path);
  return source
    ? new Map([
        ...[...namesBoundIn(source.root)].map((name) => [name, undefined] as const),
        ...classesOf(source).map(({ name }) => [name, undefined] as const),
        ...functionsIn(source.root).map(
          ({ name, node }) =>
            [
              name,
              (node.child('parameters')?.namedChildren ?? [])
                .filter(({ isExtra }) => !isExtra)
                .map(({ text }) => text),
            ] as const,
        ),
      ])
    : new Map();
}

/** What has marks of a conflict is no Python. */
async function sourceOf(project: Project, path: string): Promise<PythonSource | undefined> {
  return project.source(path).catch(() => undefined);
}

/** What a file no longer offers, or what is called in another way if the caller stays as it is. */
function goneFrom({ after, before }: ChangedFile, isCallerOld: boolean): string[] {
  return [...before].flatMap(([name, had]) => {
    const has = after.get(name);
    const isGone = !after.has(name) || (isCallerOld && had && has && !isCalledAlike(had, has));
    return isGone ? [name] : [];
  });
}

/** Whether calls of a function still work: it has the same parameters, and further ones have a default. */
function isCalledAlike(had: readonly string[], has: readonly string[]): boolean {
  const nameOf = (parameter: string): string => /^\**\w+/.exec(parameter)?.[0] ?? parameter;
  return (
    had.every((parameter, index) => nameOf(parameter) === nameOf(has[index] ?? '')) &&
    has.slice(had.length).every((parameter) => /[=*]/.test(parameter))
  );
}

function usesIn(
  path: string,
  text: string,
  changed: readonly ChangedFile[],
  isRewritten: boolean,
): string[] {
  const imported = path.endsWith('.py')
    ? searchedImports(text)
    : [...text.matchAll(/\{%-? from ["']([^"']+)["'] import ([^%]+?) -?%\}/g)].map(
        ([, module = '', names = '']) => ({
          module,
          names: names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
        }),
      );
  return imported.flatMap(({ module, names }) =>
    changed
      .filter((file) => file.name === module)
      .flatMap((file) => {
        const gone = goneFrom(file, !isRewritten).filter((name) => names.includes(name));
        return gone.map((name) => `${path}: ${name} of ${file.name}`);
      }),
  );
}
