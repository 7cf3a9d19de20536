// Specs: spec/rules/model.spec.ts
import { type Edit, inserted, sharedFile } from '../../edit';
import { initOf } from '../../layout';
import { type ClassPlace, moduleOf } from '../../project/class-place';
import { importInsertions } from '../../python/add-import';
import { isNamed, namesBoundIn } from '../../python/queries';
import { LONGEST_LINE } from '../../python/lines';
import { importLine, type NewImport } from '../../python/import-statement';
import { nameInAll } from '../../python/sequence';
import type { PythonSource } from '../../python/source';
import { statementAtEnd } from '../../python/statement-insertion';
import { statementsOf } from '../../python/statements';

/** A class for its package to export. */
interface RegisteredClass {
  readonly names: { readonly className: string; readonly module: string };
  /** The existing class; undefined if this run makes it. */
  readonly place: ClassPlace | undefined;
}

/**
 * Exports a class from its package: `from app.models import Post`. A file without exports gets `__all__`.
 *
 * @param folder The folder of the package.
 * @param init The `__init__.py` of the package; undefined if it is missing.
 */
export function registerClass(
  folder: string,
  init: PythonSource | undefined,
  registered: RegisteredClass,
): Edit[] {
  const { className } = registered.names;
  const wanted = importOf(registered);
  if (init === undefined) {
    const content = `${importLine(wanted, LONGEST_LINE)}\n\n__all__ = ["${className}"]\n`;
    return [sharedFile(initOf(folder), content)];
  }
  return inserted(init, (source) => withClass(source, className, wanted));
}

function withClass(source: PythonSource, className: string, wanted: NewImport): PythonSource {
  if (isNamed(source, source.root, className)) {
    return source;
  }
  if (namesBoundIn(source.root).has('db')) {
    return withClassBelow(source, className, wanted);
  }
  const exportsNothing = statementsOf(source.root).every(
    ({ firstNamedChild }) => firstNamedChild?.type === 'string',
  );
  return source.insert(
    ...importInsertions(source, wanted),
    ...(exportsNothing
      ? [statementAtEnd(source, source.root, `\n__all__ = ["${className}"]`)]
      : nameInAll(source, className)),
  );
}

/** Adds the import at the end of the file: the module of the class imports `db` from this file. */
function withClassBelow(source: PythonSource, className: string, wanted: NewImport): PythonSource {
  const listed = nameInAll(source, className);
  const exempt = listed.length === 0 ? 'E402, F401' : 'E402';
  const line = `${importLine(wanted, source.style.lineLength)}  # noqa: ${exempt}`;
  return source.insert(...listed, statementAtEnd(source, source.root, line));
}

function importOf({ names: { className, module }, place }: RegisteredClass): NewImport {
  const definedAs = place?.definition.name ?? className;
  const from = place ? moduleOf(place.source) : module;
  return definedAs === className
    ? { module: from, name: className }
    : { module: from, name: definedAs, alias: className };
}
