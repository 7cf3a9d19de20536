import type { ClassNames } from '../naming/model-names';
import type { Project } from '../project/project';
import { addImport, importLine } from '../python/add-import';
import { addToAll } from '../python/add-to-all';
import { namesBoundIn } from '../python/assignments';
import { append } from '../python/insert-statement';
import { namesAt } from '../python/names';
import type { PythonSource } from '../python/source';
import { statementsOf } from '../python/statements';

/**
 * Makes a class one of its package's: `from app.models import Post`. A file that says nothing yet says what it exports.
 *
 * @param file Of the package: `app/models/__init__.py`.
 */
export async function registerClass(
  project: Project,
  file: string,
  { className, module }: Pick<ClassNames, 'className' | 'module'>,
): Promise<void> {
  const source = await project.source(file);
  if (source === undefined) {
    project.create(file, '');
    return registerClass(project, file, { className, module });
  }
  if (namesAt(source, source.root).has(className)) {
    return;
  }
  if (namesBoundIn(source.root).has('db')) {
    project.update(registeredBelow(source, { className, module }));
    return;
  }
  const imported = addImport(source, { module, name: className });
  const saysNothing = statementsOf(source.root).every(
    ({ firstNamedChild }) => firstNamedChild?.type === 'string',
  );
  project.update(
    saysNothing
      ? append(imported, imported.root, `\n__all__ = ["${className}"]`)
      : addToAll(imported, className),
  );
}

/** At the end of the file, which makes the `db` that the class's module imports from it. */
function registeredBelow(
  source: PythonSource,
  { className, module }: Pick<ClassNames, 'className' | 'module'>,
): PythonSource {
  const listed = addToAll(source, className);
  const exempt = listed === source ? 'E402, F401' : 'E402';
  const line = `${importLine({ module, name: className })}  # noqa: ${exempt}`;
  return append(listed, listed.root, line);
}
