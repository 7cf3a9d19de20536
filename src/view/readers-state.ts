// Specs: spec/rules/readers.spec.ts
import { type Action, actionOf } from '../naming/actions';
import { type Decorator, GUARDS, isGuard, USER } from '../naming/guards';
import { isRelationship } from '../project/column-style';
import type { Project } from '../project/project';
import { guardOf } from '../project/route-guards';
import { assignmentsIn, callsOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { decoratorOf, guardedBy } from './guard-state';
import { lookAt } from './look';
import { otherResources } from './other-resources';
import { callsScope, scopeIn } from './owner-scope';
import {
  ADMINS,
  EVERYBODY,
  mostOpen,
  ownerPathOf,
  ownerReader,
  type Readers,
  readersOf,
  USERS,
} from './readers';
import type { ClassValues } from '../templates/code-values';
import type { Templates } from '../templates/templates';
import { ownBlueprint } from './blueprint-state';
import { changesGuard, ownModel, type View, type Views } from './view';

/** Who may read the records of a model once this run is done, and the files that say so. */
export interface ReadersState {
  /** The file with the table. */
  readonly table: PythonSource;
  readonly model: ClassValues & { readonly phrase: string };
  readonly readers: Readers;
  /** The file with the words of the table; undefined if it is missing. */
  readonly words: PythonSource | undefined;
  /** Whom this run lets read who could not before: `everybody`, `users`. */
  readonly opened: string | undefined;
  /** The fields of existing forms from which some can no longer choose: `app/forms/comment_form.py:9`. */
  readonly fields: readonly string[];
}

/** The actions whose pages show a record. */
const READING: readonly Action[] = ['index', 'show', 'edit'];

/**
 * Who may read the records of a model once this run is done. Of several resources of the model, each adds its readers. What
 * the table has beside them is a person's.
 *
 * @returns undefined if the table stays as it is.
 */
export async function readersState(
  project: Project,
  views: Views,
  templates: Templates,
): Promise<ReadersState | undefined> {
  const [view] = views;
  const { guards, readers: path } = project.layout;
  const table = await project.source(path);
  const model = ownModel(view);
  const known = await readersOf(project);
  const className = model?.names.className ?? '';
  // The names of users are for everybody, such as those of authors, until a person says otherwise.
  if (!table || !model?.place || className === USER) {
    return undefined;
  }
  if (!known.has(className) && views.every(({ guard }) => guard === undefined)) {
    return undefined;
  }
  const others = await otherReaders(project, view, templates);
  const pages = mostOpen([...others, ...readersBefore(view, known)]);
  const before = pages.length > 0 || known.has(className) ? pages : [EVERYBODY];
  const after = mostOpen([...others, ...readersAfter(views, known)]);
  const listed = known.get(className) ?? before;
  const kept = listed.filter((reader) => after.includes(reader) || !before.includes(reader));
  const readers = mostOpen([...kept, ...after.filter((each) => !before.includes(each))]);
  const isSame = readers.join() === listed.join();
  const opened = listed.includes(EVERYBODY)
    ? undefined
    : [EVERYBODY, USERS].find((reader) => readers.includes(reader) && !listed.includes(reader));
  return readers.length === 0 || isSame
    ? undefined
    : {
        table,
        model: { className, module: model.module, phrase: model.names.phrase },
        readers,
        words: await project.source(guards),
        opened,
        fields:
          opened !== undefined || listed.every((each) => readers.includes(each))
            ? []
            : await fieldsFor(project, className),
      };
}

type KnownReaders = ReadonlyMap<string, Readers>;

/** Who may read by the pages of the model's other resources. */
async function otherReaders(project: Project, view: View, templates: Templates): Promise<Readers> {
  const model = ownModel(view)?.names;
  const known = await readersOf(project);
  const readers: string[] = [];
  for (const { look } of model
    ? await otherResources(project, model, ownBlueprint(view).names.folder)
    : []) {
    readers.push(...readersBefore(await lookAt(project, look, templates), known));
  }
  return readers;
}

/** Who may read by the pages that the resource of a view has. */
function readersBefore(view: View, known: KnownReaders): Readers {
  const decorators = view.route.own
    .filter(({ endpoint }) => isReading(actionOf(endpoint)))
    .map(guardOf);
  return readersBy(decorators, ownerBefore(view, known));
}

/** Who may read by the pages that it has after this run. */
function readersAfter(views: Views, known: KnownReaders): Readers {
  const [view] = views;
  const { guard, resource, route } = view;
  const asked = views.filter(({ names, wants }) => isReading(names.action) && wants.route);
  const existing = route.own.filter(({ endpoint }) => isReading(actionOf(endpoint)));
  const isGuarded = (endpoint: string): boolean =>
    changesGuard(view) &&
    (resource !== undefined || views.some(({ names }) => names.route.endpoint === endpoint));
  const decorators = [
    ...existing.map((each) =>
      isGuarded(each.endpoint)
        ? guardedBy(each, guard?.word, route.made[each.endpoint]).after
        : guardOf(each),
    ),
    ...asked
      .filter((each) => each.route.existing === undefined)
      .map(
        ({ guard: own, names }) =>
          own && decoratorOf(own.word, { ...names.route, methods: [names.route.method] }),
      ),
  ];
  return readersBy(decorators, ownerAfter(view, known));
}

function isReading(action: Action | undefined): boolean {
  return action !== undefined && READING.includes(action);
}

function readersBy(
  decorators: readonly (Decorator | undefined)[],
  owner: string | undefined,
): Readers {
  return decorators.map((decorator) => {
    switch (decorator) {
      case undefined:
        return EVERYBODY;
      case 'admin_required':
        return owner ?? ADMINS;
      case 'login_required':
        return owner ?? USERS;
    }
  });
}

/** The owner who alone reads by the controller as it is. */
function ownerBefore(view: View, known: KnownReaders): string | undefined {
  const {
    controller: { place },
    names,
    scopes,
  } = view;
  const own = place && names.model && scopeIn(place, names.model);
  if (own?.owner) {
    return ownerBy(view, own.owner.column);
  }
  const isBelow = place && scopes.some((scope) => callsScope(place.definition.node, scope));
  return isBelow ? ownerAbove(view, known) : undefined;
}

/** The owner who alone reads by the controller as this run makes it. */
function ownerAfter(view: View, known: KnownReaders): string | undefined {
  const owner = ownModel(view)?.owner;
  if (owner) {
    return owner.isHidden ? ownerBy(view, owner.column) : undefined;
  }
  const isBelowOwned = view.data?.parents.some(({ scope }) => scope?.query !== undefined);
  const hadOwner = Object.values(view.route.made).some(
    (made) => isGuard(made?.guard) && GUARDS[made.guard].owner !== undefined,
  );
  const isChanged = hadOwner && changesGuard(view) && view.resource !== undefined;
  const kept = isChanged ? undefined : ownerBefore(view, known);
  return kept ?? (isBelowOwned ? ownerAbove(view, known) : undefined);
}

function ownerBy(view: View, column: string): string {
  const relationship = column.replace(/_id$/, '');
  return ownerReader(isRelated(view, relationship) ? relationship : column);
}

/** The owner of what the record belongs to. Without a relationship to that, only admins read. */
function ownerAbove(view: View, known: KnownReaders): string {
  const parent = view.names.parents.at(-1);
  const [above] = (known.get(parent?.className ?? '') ?? []).flatMap(
    (reader) => ownerPathOf(reader) ?? [],
  );
  return parent && above !== undefined && isRelated(view, parent.record)
    ? ownerReader(`${parent.record}.${above}`)
    : ADMINS;
}

function isRelated(view: View, name: string): boolean {
  const place = ownModel(view)?.place;
  return (
    place !== undefined &&
    assignmentsIn(place.definition.node).some(
      ({ target, value }) => target === name && isRelationship(value),
    )
  );
}

/** The fields of existing forms that offer the records of a model. */
async function fieldsFor(project: Project, className: string): Promise<string[]> {
  const paths = project.pythonFilesIn(project.layout.forms);
  const sources = await project.sources(
    paths.filter((path) => project.text(path).includes(`=${className}.`)),
  );
  return sources.flatMap((source) =>
    callsOf(source.root, 'RowField')
      .filter(({ keywords }) => keywords.get('key')?.child('object')?.text === className)
      .map(({ node }) => source.placeOf(node)),
  );
}
