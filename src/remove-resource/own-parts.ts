// Specs: spec/remove-resource/index.spec.ts
import { memberOf } from '../difference/merged-member';
import type { Edit } from '../edit';
import { isWhole, type Manifest } from '../manifest/format';
import { linesAt } from '../manifest/members';
import type { Project } from '../project/project';
import { withoutStatement } from '../python/removal';

/** What goes with a resource, as its manifest has it. */
export interface OwnParts {
  readonly edits: readonly Edit[];
  /** What is no longer as generated: `app/models/post.py`, `app/routes/mains/routes.py: reports`. */
  readonly changed: readonly string[];
}

/**
 * Finds what the manifest of a resource has: files, and functions, classes and methods in other files.
 *
 * @param stays Whether something else needs a file.
 */
export async function ownParts(
  project: Project,
  resource: string,
  generated: Manifest['generated'],
  stays: (path: string) => boolean,
): Promise<OwnParts> {
  const home = { resource };
  const edits: Edit[] = [];
  const changed: string[] = [];
  for (const [path, lines] of Object.entries(generated)) {
    if (!project.has(path) || stays(path)) {
      continue;
    }
    if (isWhole(lines)) {
      const isOwn = project.changes.isAsGenerated(home, path, project.text(path));
      edits.push({ kind: 'delete', path });
      changed.push(...(isOwn ? [] : [path]));
      continue;
    }
    const source = await project.source(path);
    let left = source;
    for (const name of Object.keys(lines)) {
      const member = left && memberOf(left, name);
      if (left && member) {
        const text = linesAt(left, member);
        const isOwn = await project.changes.isMemberAsGenerated(home, path, name, text);
        changed.push(...(isOwn ? [] : [`${path}: ${name}`]));
        left = withoutStatement(left, member.statement);
      }
    }
    if (left && left !== source) {
      edits.push({ kind: 'replace', path, content: left.toString() });
    }
  }
  return { edits, changed };
}
