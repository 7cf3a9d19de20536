import { writtenAs } from '../app/style';
import { type CreateEdit, type Edit, inserted, insertedInto } from '../edit';
import { fileOf, pieceOf } from '../python/generated';
import { assignmentsIn, findClass, hasMember } from '../python/queries';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';
import { withStatement } from '../python/transplant';
import type { ModelState } from '../view/model-state';
import { ownModel, type View } from '../view/view';
import { refuseClashes } from './clashes';
import { info, nextStep, type Note, NOTHING, type Outcome, warning } from './outcome';
import { migrationAdvice } from './migration-advice';
import { withOwner } from '../view/owner-state';
import { withClearRelationships } from './model-edits';
import { registerClass } from './registration/registered-class';
import { prefixIn, separated, styleOf } from '../project/column-style';
import { addAttribute } from '../python/class-edits';
import { addImport, addTypeImport } from '../python/add-import';
import { hasDeferredAnnotations } from '../python/imports';
import { BODY } from '../python/lines';
import { type Belonging, parentValues } from '../view/belonging';
import type { Templates } from '../templates/templates';

/** What the models of a view ask of it. */
type ModelView = Pick<View, 'app' | 'layout' | 'models' | 'names' | 'wants'>;

/**
 * Makes the missing parents of a view's model, then the model.
 *
 * @throws SchematicsException if the project has no database or a name is taken.
 */
export function addModel(view: ModelView): Outcome {
  const own = ownModel(view);
  if (!own) {
    return NOTHING;
  }
  const owned = addOwner(own, view);
  if (!view.wants.model) {
    return owned;
  }
  return {
    edits: [...owned.edits, ...view.models.flatMap((model) => editsFor(model, view))],
    notes: [...owned.notes, ...view.models.flatMap((model) => notesOn(model, model === own))],
  };
}

function addOwner({ names, owner, place }: ModelState, { app }: ModelView): Outcome {
  const added = owner?.added;
  if (!added || !place) {
    return NOTHING;
  }
  const { child, links, user, userPlace } = added;
  const into = (source: PythonSource): PythonSource => {
    const clear = withClearRelationships(source, child.className, user.className, links);
    return withOwner(clear, added, app.templates);
  };
  const advice = nextStep(migrationAdvice(`Add ${owner.column} to ${names.table}`));
  return {
    edits: [
      insertedInto(place.source.path, into),
      ...inserted(userPlace.source, (source) =>
        withClearRelationships(source, user.className, child.className, links),
      ),
    ],
    notes: [{ ...advice, doneBy: 'migration' }],
  };
}

function editsFor(model: ModelState, view: ModelView): Edit[] {
  const { init } = model.home;
  const home = model === ownModel(view) ? {} : { home: { resource: model.names.table } };
  // The package comes first, because its file may define the parent.
  return [
    ...(init ? registerClass(view.layout.models, init, model) : []),
    ...(model.isNew ? [...newModelEdits(model, home), ...childrenOf(model, view)] : []),
  ];
}

/**
 * Writes a model that the run makes: into its file if that exists.
 *
 * @throws SchematicsException if the file uses a name that the model needs for something else.
 */
function newModelEdits(
  { home: { file, style }, names, place }: ModelState,
  home: Pick<CreateEdit, 'home'>,
): Edit[] {
  if (!place) {
    return [];
  }
  const { definition, source } = place;
  if (file) {
    refuseClashes(file, source);
    const tables = assignmentsIn(source.root).map(({ node }) => statementOf(node));
    return inserted(file, (each) => withStatement(each, source, definition.statement, tables));
  }
  const code = fileOf(source);
  const content = style.neighbour ? writtenAs(style.neighbour.text, code, names.file) : code;
  return [{ kind: 'create', path: names.file, content, ...home }];
}

/** Adds the relationship to the parent: `comments: Mapped[list[Comment]] = relationship(…)`. */
function childrenOf({ belonging }: ModelState, { app }: ModelView): Edit[] {
  // A person writes composite keys. `adviseMissingKey` gives the lines.
  return belonging?.parentKey.length === 1
    ? inserted(belonging.place.source, (source) => withChildren(source, belonging, app.templates))
    : [];
}

function notesOn({ isNew, names, place }: ModelState, isOwn: boolean): Note[] {
  if (isNew) {
    return isOwn ? [] : [info(`Also made the model ${names.className} in ${names.file}.`)];
  }
  if (!isOwn || !place) {
    return [];
  }
  const { path } = place.source;
  return [
    {
      ...warning(`The model ${names.className} already exists in ${path}. It stays as it is.`),
      existingModel: path,
    },
  ];
}

const ORM = 'sqlalchemy.orm';

/** Adds the relationship to the children to the parent's file, unless it exists. */
export function withChildren(
  source: PythonSource,
  belonging: Belonging,
  templates: Templates,
): PythonSource {
  const { child, key, list, place } = belonging;
  const owner = findClass(source, place.definition.name);
  if (owner === undefined || hasMember(owner, list)) {
    return source;
  }
  const style = styleOf(source, owner.node);
  const { isMapped } = style;
  const prefix = prefixIn(style);
  const made = templates.module('models/relationship.py', place.source.path, {
    ...{ child, isMapped, prefix },
    parent: parentValues(belonging),
    quote: hasDeferredAnnotations(source) ? '' : '"',
    foreignKeys: key === undefined ? '' : `, foreign_keys="${key}"`,
  });
  const body = findClass(made, belonging.parent.className)?.body ?? made.root;
  const { code } = pieceOf(made, body, BODY);
  const added = addAttribute(source, owner, list, separated(owner, code));
  if (prefix !== '') {
    return added;
  }
  const names = isMapped ? ['Mapped', 'relationship'] : ['relationship'];
  const imported = names.reduce((before, name) => addImport(before, { module: ORM, name }), added);
  return isMapped && !findClass(imported, child.className)
    ? addTypeImport(imported, { module: child.module, name: child.className })
    : imported;
}
