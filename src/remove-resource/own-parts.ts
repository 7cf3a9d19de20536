// Specs: spec/remove-resource/index.spec.ts
import { dirname } from 'node:path';
import { memberOf } from '../difference/merged-member';
import type { Edit } from '../edit';
import { initOf } from '../layout';
import { type Generated, isWhole } from '../manifest/format';
import { linesAt } from '../manifest/kept-text';
import type { ClassPlace } from '../project/class-place';
import type { Project } from '../project/project';
import { linkTables, withoutTables } from '../project/link-tables';
import { pathsBelow } from '../project/walk';
import { findClass } from '../python/queries';
import { withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';

/** What goes with a resource, as its manifest has it. */
export interface OwnParts {
  readonly edits: readonly Edit[];
  /** What is no longer as generated: `app/models/post.py`, `app/routes/mains/routes.py: reports`. */
  readonly changed: readonly string[];
}

/**
 * Finds what the manifest of a resource has: files, and functions, classes and methods in other files.
 *
 * @param stays The names of classes and functions that something else needs.
 */
export async function ownParts(
  project: Project,
  resource: string,
  stays: readonly string[],
): Promise<OwnParts> {
  const home = { resource };
  const edits: Edit[] = [];
  const changed: string[] = [];
  const kept = new RegExp(`^(class|def) (${stays.join('|')})\\b`, 'm');
  for (const [path, lines] of project.changes.generatedOf(home)) {
    const text = project.text(path);
    if (!project.has(path) || (isWhole(lines) && stays.length > 0 && kept.test(text))) {
      continue;
    }
    if (isWhole(lines)) {
      const isOwn = project.changes.isAsGenerated(home, path, text);
      edits.push({ kind: 'delete', path });
      changed.push(...(isOwn ? [] : [path]));
      continue;
    }
    const source = await project.source(path);
    let left = source;
    for (const name of Object.keys(lines).filter((each) => !stays.includes(each))) {
      const member = left && memberOf(left, name);
      if (left && member) {
        const isOwn = await project.changes.isMemberAsGenerated(
          home,
          path,
          name,
          linesAt(left, member),
        );
        changed.push(...(isOwn ? [] : [`${path}: ${name}`]));
        left = withoutMember(left, name);
      }
    }
    if (left && left !== source) {
      edits.push({ kind: 'replace', path, content: left.toString() });
    }
  }
  return { edits: edits.map((edit) => withPackage(project, edit, edits)), changed };
}

/** The file of a package becomes empty while anything else in it stays. */
function withPackage(project: Project, edit: Edit, edits: readonly Edit[]): Edit {
  const folder = dirname(edit.path);
  const isLast = pathsBelow(project, folder).every(
    (path) =>
      !path.endsWith('.py') || edits.some((each) => each.kind === 'delete' && each.path === path),
  );
  return edit.kind !== 'delete' || initOf(folder) !== edit.path || isLast
    ? edit
    : { kind: 'replace', path: edit.path, content: '' };
}

/** Without a function or a class, and without the tables that only this class leads to others by. */
function withoutMember(source: PythonSource, name: string): PythonSource {
  const definition = findClass(source, name);
  const tables = definition ? linkTables(source, definition.node) : [];
  const member = memberOf(source, name);
  const left = member ? withoutStatement(source, member.statement) : source;
  return withoutTables(left, tables);
}

/** Whether a manifest has the whole file of a class, or the class. */
export function hasClass(
  generated: ReadonlyMap<string, Generated>,
  { definition, source }: ClassPlace,
): boolean {
  const known = generated.get(source.path);
  return known !== undefined && (isWhole(known) || definition.name in known);
}
