import {
  type Application,
  applicationsOf,
  HELPER,
  namedHelperOf,
  nameOf,
} from '../../project/applications';
import { type Blueprint, namesOf } from '../../project/blueprints';
import { REGISTER, registeredNodes } from '../../project/register-calls';
import {
  lastRegistrationsOf,
  type Registration,
  registrationsOf,
} from '../../project/registrations';
import { importInsertions, moduleAsWritten } from '../../python/add-import';
import { groupOf, importAt, placeInGroup } from '../../python/import-place';
import { importLine } from '../../python/import-statement';
import { itemAt, type Sequence } from '../../python/sequence';
import { type Assignment, assignmentsIn, callOf, functionsOf, isNamed } from '../../python/queries';
import { type Import, importsWith, isImportedAt } from '../../python/imports';
import {
  statementAfter,
  statementAtEnd,
  statementBefore,
  statementDirectlyBefore,
} from '../../python/statement-insertion';
import { indentationAt } from '../../python/lines';
import { orderOf, placeIn } from '../../python/order';
import { type Insertion, type PythonSource, SourceError } from '../../python/source';
import { alwaysRuns, functionAround, scopeOf, statementOf } from '../../python/statements';
import { wrapped } from '../../python/wrap';
import { placeOf, type RegistrationPlace } from './registration-place';

/**
 * Registers a blueprint on the application of a file, in the style of the file. Returns the same source if it is already
 * registered.
 *
 * @throws SourceError if the file has no application, or several. The message says how to name one.
 */
export function registerBlueprint(source: PythonSource, blueprint: Blueprint): PythonSource {
  if (isRegistered(source, blueprint)) {
    return source;
  }
  const { application, place } = applicationIn(source);
  const { scope, variable } = application;
  const list = listAt(source, place);
  const register = (local: string): Insertion[] =>
    list
      ? inList(source, list, local)
      : [statementAt(source, place, registration(source, place, variable, local))];
  const [name] = namesOf(source, scope, blueprint, ({ node }) => alwaysRuns(node));
  if (name !== undefined) {
    return source.insert(...register(name));
  }
  const registrations = lastRegistrationsOf(source);
  const last = registrations.find((each) => each.scope === scope) ?? registrations.at(-1);
  const beside = last && importOf(source, last);
  const alias = isNamed(source, scope, blueprint.alias) ? `${blueprint.alias}_` : blueprint.alias;
  const wanted = { module: blueprint.package, name: blueprint.variable, alias };
  const line = importLine(
    { ...wanted, module: moduleAsWritten(source, wanted.module) },
    source.style.lineLength,
  );
  if (!isImportedLocally(source, beside)) {
    return source.insert(...importInsertions(source, wanted, beside), ...register(alias));
  }
  const isLocal = beside && scope.parent !== null && scopeOf(beside.node) === scope;
  const group = isLocal ? groupOf(source, beside.node) : undefined;
  if (group && group.length > 1) {
    const at = placeInGroup(group, line, beside?.node);
    return source.insert(importAt(source, at, scope, line), ...register(alias));
  }
  return list
    ? source.insert(...beforeList(source, list, line), ...register(alias))
    : source.insert(
        statementAt(source, place, `${line}\n${registration(source, place, variable, alias)}`),
      );
}

function registration(
  source: PythonSource,
  { node }: RegistrationPlace,
  app: string,
  blueprint: string,
): string {
  const { length } = indentationAt(source.text, node.startIndex);
  return registerCall(source, app, blueprint, length);
}

/**
 * The list of the loop at the place, if each blueprint has its own line. An insertion into a shared line would change
 * a line that a person wrote.
 */
function listAt(source: PythonSource, place: RegistrationPlace): Sequence | undefined {
  const looped = registrationsOf(source).find(({ list: own, loop }) => own && loop === place.node);
  const list = looped?.list;
  const last = list?.items.at(-1);
  // Arguments such as `url_prefix` are meant for the blueprints in the list, not for a new one.
  const isPlain = looped?.call.keywords.size === 0;
  return last &&
    isPlain &&
    /^\s*,[^\n]*\n/.test(source.text.slice(last.endIndex, list?.close?.startIndex))
    ? list
    : undefined;
}

/** Whether the file registers the blueprint by any of its names. */
function isRegistered(source: PythonSource, blueprint: Blueprint): boolean {
  const importing = functionsOf(source).filter(({ node }) => node.text.includes('import'));
  const names = [source.root, ...importing.map(({ node }) => node)].flatMap((scope) => {
    return namesOf(source, scope, blueprint);
  });
  if (names.length === 0) {
    return false;
  }
  const listed = registrationsOf(source).flatMap(({ list }) => list?.items ?? []);
  return [...registeredNodes(source), ...listed]
    .filter(({ text }) => names.includes(text))
    .some((node) => namesOf(source, functionAround(node), blueprint).includes(node.text));
}

/** What a file registers blueprints on, and the place for the next one. */
interface KnownApplication {
  readonly application: Application;
  readonly place: RegistrationPlace;
}

/**
 * The only application of a file; else the one that a helper for blueprints is given, whoever calls it.
 *
 * @throws SourceError if it has none. The message gives that helper, with which the application still runs.
 */
export function applicationIn(source: PythonSource): KnownApplication {
  const applications = applicationsOf(source);
  const named = namedHelperOf(source);
  const known = applications.length === 1 ? applications : [];
  for (const application of [...known, ...(named ? [named] : [])]) {
    const place = placeOf(source, application);
    if (place) {
      return { application, place };
    }
  }
  const names = applications.map(nameOf).join(' and ');
  const reason =
    applications.length === 0
      ? 'this file makes no application'
      : applications.length === 1
        ? `${names} has no place where the application always exists`
        : `${names} could each register the blueprint`;
  throw new SourceError(
    source.path,
    undefined,
    `${reason}. Add this function, call it where the application is made, and run this command again:\n\n` +
      `    def ${HELPER}(app):\n        """Register the blueprints."""`,
  );
}

function importOf(source: PythonSource, { blueprints, scope }: Registration): Import | undefined {
  const name = blueprints.at(-1)?.split('.')[0];
  return importsWith(source, name ?? '').findLast((each) => {
    const isIt = each.local === name || each.names.some(({ local }) => local === name);
    return isIt && isImportedAt(scope, each);
  });
}

/**
 * Whether the import belongs in the function, beside the registration: if the last blueprint of the file is imported in a
 * function, or above the `db` that blueprints import. Without such a blueprint: if the file makes any object, because the
 * new one may import that.
 */
function isImportedLocally(source: PythonSource, beside: Import | undefined): boolean {
  const made = assignmentsIn(source.root).filter(({ value }) => value?.type === 'call');
  return beside
    ? scopeOf(beside.node).type !== 'module' ||
        made.some((each) => isDatabase(each) && each.node.startIndex > beside.node.startIndex)
    : made.length > 0;
}

/** `db = SQLAlchemy()`, which new blueprints import. */
function isDatabase({ value }: Assignment): boolean {
  return value !== undefined && /SQLAlchemy$/.test(callOf(value)?.name ?? '');
}

/** The insertion of code at the place for a registration. */
export function statementAt(
  source: PythonSource,
  { node, side }: RegistrationPlace,
  code: string,
): Insertion {
  switch (side) {
    case 'after':
      return statementAfter(source, node, code);
    case 'before':
      return statementBefore(source, node, code);
    case 'end':
      return statementAtEnd(source, node, code);
  }
}

function beforeList(source: PythonSource, { items, open }: Sequence, code: string): Insertion[] {
  const part = items[0] ?? open;
  return part ? [statementDirectlyBefore(source, statementOf(part), code)] : [];
}

function inList(source: PythonSource, list: Sequence, name: string): Insertion[] {
  const names = list.items.map(({ text }) => text);
  return itemAt(source, list, placeIn(names, name, orderOf(names)), name);
}

/** The code that registers a blueprint on an application or a blueprint, at this indentation. */
export function registerCall(
  source: PythonSource,
  on: string,
  blueprint: string,
  indentation: number,
): string {
  const code = `${on}.${REGISTER}(${blueprint})`;
  return wrapped(source, code, indentation);
}
