// Specs: spec/rules/guard-pairs.spec.ts
import { linesAt } from '../manifest/members';
import { actionOf } from '../naming/actions';
import { type Guard, isOwners } from '../naming/guards';
import { resourceOf } from '../naming/view-names';
import type { ClassPlace } from '../project/class-place';
import { methodOf } from '../project/controllers';
import type { Project } from '../project/project';
import { addMissingImports } from '../python/add-import';
import { findClass, functionIn, functionsIn } from '../python/queries';
import { statementDirectlyBefore } from '../python/statement-insertion';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import { joinedClass } from '../python/class-edits';
import { withoutStatement } from '../python/removal';
import { PythonSource } from '../python/source';
import type { View } from '../view/view';
import { type PartsChange, edited } from './outcome';
import { textAt, withChanged } from './with-difference';

/** A view that exists, as it would be made for the request of before, and for that of now. */
export interface ChangedView {
  readonly before: View;
  readonly after: View;
}

/** The class of a project that has the methods of views. */
interface OwnClass {
  readonly place: ClassPlace;
  readonly views: readonly ChangedView[];
}

/** A method as it would be made for two requests; undefined where it would not. */
type MethodVersions = Readonly<Record<'after' | 'before', GeneratedPiece | undefined>>;

/**
 * Makes the difference between what two requests make of the methods of views in those that the project has.
 *
 * @param guard Whose methods must be as generated, if it limits them to owners.
 */
export async function changeMethods(
  project: Project,
  views: readonly ChangedView[],
  guard: Guard | undefined,
): Promise<PartsChange> {
  const files = new Map<string, PythonSource>();
  const conflicts: string[] = [];
  for (const { place, views: own } of classesOf(views)) {
    const { path } = place.source;
    const now = { ...place, source: files.get(path) ?? place.source };
    const changed = await withMethods(project, { place: now, views: own }, guard);
    files.set(path, changed.source);
    conflicts.push(
      ...changed.conflicts.map((name) => {
        const { statement } = methodOf(place, name) ?? place.definition;
        return `${place.source.placeOf(statement)}: ${name}`;
      }),
    );
  }
  const edits = [...files]
    .map(([path, source]) => ({ kind: 'replace' as const, path, content: source.toString() }))
    .filter(({ content, path }) => content !== project.text(path));
  return { ...edited(edits), conflicts };
}

function classesOf(views: readonly ChangedView[]): readonly OwnClass[] {
  const classes = new Map<string, OwnClass>();
  for (const view of views) {
    const { owner: place, rendered } = view.after.controller;
    if (place && rendered && view.before.controller.rendered) {
      const key = `${place.source.path} ${place.definition.name}`;
      classes.set(key, { place, views: [...(classes.get(key)?.views ?? []), view] });
    }
  }
  return [...classes.values()];
}

/** The file with the difference, and the methods where that does not fit. */
async function withMethods(
  project: Project,
  { place, views }: OwnClass,
  guard: Guard | undefined,
): Promise<{ readonly source: PythonSource; readonly conflicts: readonly string[] }> {
  const [had, has] = [
    piecesOf(views.map(({ before }) => before)),
    piecesOf(views.map(({ after }) => after)),
  ];
  const conflicts: string[] = [];
  let { source } = place;
  for (const name of new Set([...has.keys(), ...had.keys()])) {
    const versions = { before: had.get(name), after: has.get(name) };
    if (versions.before?.code !== versions.after?.code) {
      const action = actionOf(name);
      const isLimited = guard !== undefined && action !== undefined && isOwners(guard, action);
      const isFit = !isLimited || (await isAsGenerated(project, { place, views }, name, versions));
      const changed = isFit && (await withMethod(source, place.definition.name, name, versions));
      source = changed || source;
      conflicts.push(...(changed ? [] : [name]));
    }
  }
  return { source, conflicts };
}

/** The methods of rendered classes, with the imports that they need. */
function piecesOf(views: readonly View[]): ReadonlyMap<string, GeneratedPiece> {
  const [first, ...others] = views.flatMap(({ controller }) => controller.rendered ?? []);
  const className = views[0]?.controller.values.controller.className ?? '';
  const module = first && joinedClass([first, ...others], className);
  const made = module && findClass(module, className);
  return new Map(
    module && made
      ? functionsIn(made.node).map(({ name, statement }) => [
          name,
          pieceOf(module, statement, BODY),
        ])
      : [],
  );
}

/** Whether a method is as generated, or as it is to be. */
async function isAsGenerated(
  project: Project,
  { place, views: [view] }: OwnClass,
  name: string,
  { after, before }: MethodVersions,
): Promise<boolean> {
  const { definition, source } = place;
  const method = methodOf(place, name);
  if (!method || !view) {
    return true;
  }
  const texts = [before, after].map((piece) => piece && textAt(source, method.statement, piece));
  const home = { resource: resourceOf(view.after.names) };
  const member = `${definition.name}.${name}`;
  const text = linesAt(source, method);
  return (
    texts.includes(method.statement.text) ||
    project.changes.isMemberAsGenerated(home, source.path, member, text)
  );
}

/** The file with the difference between two versions of a method; undefined if it does not fit. */
async function withMethod(
  source: PythonSource,
  className: string,
  name: string,
  { after, before }: MethodVersions,
): Promise<PythonSource | undefined> {
  const owner = findClass(source, className);
  const own = owner && functionIn(owner.node, name)?.statement;
  if (!own) {
    const [first] = owner && !before ? functionsIn(owner.node) : [];
    // A new method is what selects the records. What a person removed stays away.
    return first && after
      ? addMissingImports(
          source.insert(statementDirectlyBefore(source, first.statement, `${after.code}\n`)),
          after.imports,
        )
      : source;
  }
  if (before && after) {
    const changed = await withChanged(source, own, { before, after });
    return changed instanceof PythonSource ? changed : undefined;
  }
  const isGenerated = before && own.text === textAt(source, own, before);
  return isGenerated ? withoutStatement(source, own) : undefined;
}
