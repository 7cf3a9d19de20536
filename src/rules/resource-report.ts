// Specs: spec/make-resource/index.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import { ownModel, type View, type Views } from '../view/view';
import type { GuardOption } from '../naming/guards';
import {
  adviseGuard,
  adviseKeptGuards,
  adviseOwnedParents,
  adviseOwner,
  adviseTakeover,
  adviseUnread,
} from './guard-advice';
import { askAbout } from './report';
import { adviseMissingKey } from './missing-key';
import { aboutTable, adviseTables } from './migration-advice';
import { info, type Note, type Outcome } from './outcome';
import { adviseKeptMethod, adviseLink, adviseParentLink, adviseUrl } from './report';

/**
 * What to say about a resource: what stays as it is, its URL and the next steps, or that nothing changed.
 *
 * @param made The outcome of the rules for its views.
 * @param others The outcome of the rules for the whole resource.
 * @param guard As typed after `--guard`.
 */
export function reportOnResource(
  { name }: ResourceNames,
  views: Views,
  made: Outcome,
  others: Outcome,
  guard: GuardOption | undefined,
): Note[] {
  const [first] = views;
  const { index } = first;
  const model = index && ownModel(first);
  const about = model ? aboutTable(model) : {};
  const edits = [...made.edits, ...others.edits];
  const isTold = ({ parentPage }: View): boolean =>
    others.edits.some(({ path }) => path === parentPage?.path) ||
    others.notes.some(({ message }) => message.startsWith(`${parentPage?.path} `));
  const notes = [
    ...made.notes,
    ...views.flatMap((view) => adviseKeptMethod(view, edits)),
    ...adviseMissingKey(first, made.edits),
    ...views.flatMap((view) => adviseGuard(view, guard)).slice(0, 1),
    ...adviseKeptGuards(first, guard),
    ...(edits.length > 0 ? adviseOwner(first) : []),
    ...views.flatMap((view) => adviseUnread(view)).slice(0, 1),
    ...views.flatMap(adviseTakeover),
    ...views.flatMap((view) => adviseOwnedParents(view, edits)),
    ...others.notes.filter(({ level }) => level === 'warn' || edits.length > 0),
    ...(edits.length === 0
      ? [{ ...info(`Nothing to do: ${name} already exists.`), ...about }]
      : [
          ...views.flatMap((view) => (isTold(view) ? [] : adviseParentLink(view))),
          ...views.flatMap(adviseLink),
          ...adviseFolders(name, first.meantFolders),
          ...adviseUrl(first).map((note) => ({ ...note, ...about })),
          ...adviseTables(index, first.models),
        ]),
  ].filter(({ existingModel }) => existingModel === undefined);
  return [...new Map(notes.map((note) => [note.message, note])).values()];
}

/** Asks about a singular beside the plural of another resource, and about a parent beside a model. The run goes on. */
function adviseFolders(name: string, meant: View['meantFolders']): Note[] {
  return meant === undefined ? [] : [askAbout(name, meant.join('.'))];
}
