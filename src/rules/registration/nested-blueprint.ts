import { blueprintOf, callsToRegister } from '../../project/register-calls';
import { type Blueprint, namesOf } from '../../project/blueprints';
import { addImport } from '../../python/add-import';
import type { Call } from '../../python/queries';
import { statementAfter, statementAtEnd } from '../../python/statement-insertion';
import type { PythonSource } from '../../python/source';
import { functionAround, statementOf, statementsOf } from '../../python/statements';
import { registerCall } from './blueprint-registration';

/**
 * Registers a blueprint on its parent, in the package of the parent: `bp.register_blueprint(comments_bp)`. Returns the
 * same source if it is already registered.
 *
 * @param parent The variable of the parent: `bp`.
 */
export function nestBlueprint(
  source: PythonSource,
  parent: string,
  blueprint: Blueprint,
): PythonSource {
  const { package: module, variable: name, alias } = blueprint;
  if (isNested(source, parent, blueprint)) {
    return source;
  }
  const [local] = namesOf(source, source.root, blueprint);
  if (local === undefined) {
    return nestBlueprint(addImport(source, { module, name, alias }), parent, blueprint);
  }
  const code = registerCall(source, parent, local, 0);
  const last = registrationsOn(source, parent).findLast(
    ({ node }) => functionAround(node) === source.root,
  );
  if (last) {
    return source.insert(statementAfter(source, statementOf(last.node), code));
  }
  const before = statementsOf(source.root).findLast(({ type, text }) => {
    return type.startsWith('import_') || text.startsWith(`${parent} = `);
  });
  return source.insert(
    before
      ? statementAfter(source, before, `\n${code}`)
      : statementAtEnd(source, source.root, code),
  );
}

/** Whether a file registers a blueprint on the one with the variable `parent`. */
export function isNested(source: PythonSource, parent: string, blueprint: Blueprint): boolean {
  const known = namesOf(source, source.root, blueprint);
  return registrationsOn(source, parent).some((each) => {
    return known.includes(blueprintOf(each)?.text ?? '');
  });
}

function registrationsOn(source: PythonSource, parent: string): Call[] {
  const calls = callsToRegister(source.root);
  return calls.filter(({ receiver }) => receiver === parent);
}
