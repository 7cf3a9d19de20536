import type { ClassNames } from '../../naming/model-names';
import type { Project } from '../../project/project';
import { importInsertions, importLine, type NewImport } from '../../python/add-import';
import { nameInAll } from '../../python/name-in-all';
import { namesBoundIn } from '../../python/assignments';
import { statementAtEnd } from '../../python/statement-insertion';
import { isNamed } from '../../python/names';
import type { PythonSource } from '../../python/source';
import { statementsOf } from '../../python/statements';

/** What a package is to have. */
interface Registered extends Pick<ClassNames, 'className' | 'module'> {
  /** What the class is called where it is defined, if that is something else. */
  readonly definedAs?: string;
}

/**
 * Makes a class one of its package's: `from app.models import Post`. A file that says nothing yet says what it exports.
 *
 * @param file Of the package: `app/models/__init__.py`.
 */
export async function registerClass(
  project: Project,
  file: string,
  wanted: Registered,
): Promise<void> {
  const { className } = wanted;
  const source = await project.source(file);
  if (source === undefined) {
    project.create(file, '');
    return registerClass(project, file, wanted);
  }
  if (isNamed(source, source.root, className)) {
    return;
  }
  if (namesBoundIn(source.root).has('db')) {
    project.update(registeredBelow(source, wanted));
    return;
  }
  const saysNothing = statementsOf(source.root).every(
    ({ firstNamedChild }) => firstNamedChild?.type === 'string',
  );
  project.update(
    source.insert(
      ...importInsertions(source, importOf(wanted)),
      ...(saysNothing
        ? [statementAtEnd(source, source.root, `\n__all__ = ["${className}"]`)]
        : nameInAll(source, className)),
    ),
  );
}

/** At the end of the file, which makes the `db` that the class's module imports from it. */
function registeredBelow(source: PythonSource, wanted: Registered): PythonSource {
  const listed = nameInAll(source, wanted.className);
  const exempt = listed.length === 0 ? 'E402, F401' : 'E402';
  const line = `${importLine(importOf(wanted))}  # noqa: ${exempt}`;
  return source.insert(...listed, statementAtEnd(source, source.root, line));
}

function importOf({ className, definedAs = className, module }: Registered): NewImport {
  return definedAs === className
    ? { module, name: className }
    : { module, name: definedAs, alias: className };
}
