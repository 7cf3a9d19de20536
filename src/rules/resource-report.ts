// Specs: spec/make-resource/index.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import type { View } from '../view/view';
import type { GuardOption } from '../naming/guards';
import { adviseGuard, adviseLeftOpen, adviseOwnedParents, adviseTakeover } from './guard-advice';
import { adviseMissingKey } from './missing-key';
import { adviseTables } from './migration-advice';
import { info, type Note, type Outcome, warning } from './outcome';
import { adviseKeptMethod, adviseParentLink, adviseUrl } from './report';

/** A view of a resource as the run found it, and what the run made of it. */
export interface MadeView {
  readonly view: View;
  readonly outcome: Outcome;
}

/**
 * What to say about a resource: what stays as it is, its URL and the next steps, or that nothing changed.
 *
 * @param others The outcome of the rules for the whole resource.
 * @param guard As typed after `--guard`.
 */
export function reportOnResource(
  { name }: ResourceNames,
  made: readonly MadeView[],
  others: Outcome,
  guard: GuardOption | undefined,
): Note[] {
  const edits = [...made.flatMap(({ outcome }) => outcome.edits), ...others.edits];
  const isLinked = ({ parentPage }: View): boolean =>
    others.edits.some(({ path }) => path === parentPage?.path);
  const notes = [
    ...made.flatMap(({ outcome }) => outcome.notes),
    ...made.flatMap(({ view }) => adviseKeptMethod(view)),
    ...made.slice(0, 1).flatMap(({ view, outcome }) => adviseMissingKey(view, outcome.edits)),
    ...made.flatMap(({ view }) => adviseGuard(view, guard)).slice(0, 1),
    ...made.flatMap(({ view }) => adviseTakeover(view)),
    ...made.flatMap(({ view }) => adviseOwnedParents(view)),
    ...made.flatMap(({ view }) => adviseLeftOpen(view)),
    ...others.notes.filter(({ level }) => level === 'warn' || edits.length > 0),
    ...(edits.length === 0
      ? [info(`Nothing to do: ${name} already exists.`)]
      : [
          ...made.flatMap(({ view }) => (isLinked(view) ? [] : adviseParentLink(view))),
          ...made.slice(0, 1).flatMap(({ view }) => adviseSingular(name, view.pluralFolder)),
          ...made.slice(0, 1).flatMap(({ view }) => adviseUrl(view)),
          ...adviseTables(made.flatMap(({ view }) => view.models)),
        ]),
  ].filter(({ existingModel }) => existingModel === undefined);
  return [...new Map(notes.map((note) => [note.message, note])).values()];
}

/** Asks about a singular beside the plural of another resource. The run goes on. */
function adviseSingular(name: string, plural: string | undefined): Note[] {
  return plural === undefined
    ? []
    : [
        warning(
          `${name} was made as you typed it. Did you mean ${name.replace(/[^.]*$/, plural)}?`,
        ),
      ];
}
