import { SchematicsException } from '@angular-devkit/schematics';
import type { Edit } from '../edit';
import { enumeration } from '../naming/spelling';
import type { Definition } from '../python/definitions';
import { withoutExport, withoutStatement } from '../python/removal';
import type { PythonSource } from '../python/source';
import { statementsOf } from '../python/statements';
import type { StartPage } from '../view/start-page';
import type { View } from '../view/view';

/**
 * Removes the start page that `new` wrote from the URL of a view. A view that is this page itself gets another template.
 *
 * @throws SchematicsException if a person changed it, or needs it. The message says what to do.
 */
export function removeStartPage(start: StartPage, view: View): Edit[] {
  const { guide, isOwn, page } = start;
  const templates = [page, guide].filter((file) => file?.isGenerated);
  if (isOwn) {
    return page?.isGenerated ? templates.flatMap(deleted) : [];
  }
  refuseOtherUrl(view);
  refuseChanges(start);
  refuseUses(start, view);
  return [...templates.flatMap(deleted), ...editsOfRoutes(start), ...editsOfController(start)];
}

function deleted(file: { path: string } | undefined): Edit[] {
  return file ? [{ kind: 'delete', path: file.path }] : [];
}

function editsOfRoutes({ route: { definition, source } }: StartPage): Edit[] {
  return [replaced(withoutStatement(source, definition.statement))];
}

/** Without the method, and without the class and its file if nothing else is in them. */
function editsOfController({ controller, exports }: StartPage): Edit[] {
  if (controller === undefined) {
    return [];
  }
  const { class: owner, hasOthers, method, source } = controller;
  if (hasOthers) {
    return method ? [replaced(withoutStatement(source, method.definition.statement))] : [];
  }
  const isAlone = statementsOf(source.root).every(
    (each) => each === owner.statement || each.type === 'import_from_statement',
  );
  return [
    isAlone
      ? { kind: 'delete', path: source.path }
      : replaced(withoutStatement(source, owner.statement)),
    ...(exports ? [unexported(exports, owner.name)] : []),
  ];
}

/** An empty `__all__` says nothing. */
function unexported(exports: PythonSource, name: string): Edit {
  const left = withoutExport(exports, name);
  const isEmpty = /^\s*__all__ = \[\]\s*$/.test(left.text);
  return isEmpty ? { kind: 'replace', path: left.path, content: '' } : replaced(left);
}

function replaced(source: PythonSource): Edit {
  return { kind: 'replace', path: source.path, content: source.toString() };
}

function refuseOtherUrl({ names, route: { existing } }: View): void {
  if (existing) {
    throw new SchematicsException(
      `${existing.place}: ${existing.function} already serves ${names.view} at ` +
        `${existing.path}. Delete it, and run this command again.`,
    );
  }
}

/** A part that a person has deleted counts as unchanged. A changed route may use the whole page. */
function refuseChanges({ controller, page, route }: StartPage): void {
  const method = controller?.method;
  const pass = controller?.hasOthers ? '' : ' (with pass in its place)';
  const parts = [
    page && { ...page, what: page.path },
    method && {
      ...method,
      what: `the method ${placeOf(controller.source, method.definition)}${pass}`,
    },
    { ...route, what: `the function ${placeOf(route.source, route.definition)}` },
  ];
  const changed = parts.flatMap((part) =>
    part && !(part.isGenerated && route.isGenerated) ? part.what : [],
  );
  if (changed.length > 0) {
    throw new SchematicsException(
      `The start page was changed, so it stays. To replace it, delete ${enumeration(changed)}, ` +
        'and run this command again.',
    );
  }
}

function placeOf(source: PythonSource, { name, statement }: Definition): string {
  return `${name} in ${source.placeOf(statement)}`;
}

function refuseUses({ uses }: StartPage, { names, route }: View): void {
  if (uses.length > 0) {
    throw new SchematicsException(
      `This would delete the start page, which is still used in ${enumeration(uses)}. Change that, and run this command again. ` +
        `first_url("${route.endpoints}.${names.route.endpoint}") works before and after, unlike url_for("mains.index").`,
    );
  }
}
