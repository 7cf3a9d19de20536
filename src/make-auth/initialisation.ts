import { importInsertions } from '../python/add-import';
import { type Call, callsOf, isNamed } from '../python/queries';
import { importsWith } from '../python/imports';
import type { Node } from '../python/node';
import { orderOf, placeIn } from '../python/order';
import { type PythonSource, SourceError } from '../python/source';
import { statementAfter, statementDirectlyBefore } from '../python/statement-insertion';
import { alwaysRuns, statementOf } from '../python/statements';
import { applicationIn, statementAt } from '../rules/registration/blueprint-registration';

const INIT = 'init_app';

/** Something with an `init_app(app)`. */
interface Initialised {
  /** The module to import it from: `app.extensions`. */
  readonly module: string;
  readonly name: string;
}

/**
 * Has the application initialise something, beside what it imports from the same module, or else after the last call of
 * the kind, or else where it registers blueprints. Returns the same source if it already does.
 *
 * @throws SourceError if the name is taken, or if the file has no application.
 */
export function initialise(source: PythonSource, wanted: Initialised): PythonSource {
  const { module, name } = wanted;
  const calls = callsOf(source.root, INIT);
  if (calls.some(({ receiver }) => receiver === name)) {
    return source;
  }
  const others = calls.filter(({ node }) => isStatement(node) && alwaysRuns(statementOf(node)));
  const last = others.at(-1);
  const isTaken = isNamed(source, source.root, name) && !isFrom(source, name, module);
  if (isTaken) {
    const reason = `${name} already means something else than ${module}.${name}`;
    throw new SourceError(
      source.path,
      undefined,
      `${reason}. Rename it, and run this command again`,
    );
  }
  if (last === undefined) {
    const { application, place } = applicationIn(source);
    const code = `${name}.${INIT}(${application.variable})`;
    return source.insert(...importInsertions(source, wanted), statementAt(source, place, code));
  }
  const kin = others.filter(({ receiver }) => isFrom(source, receiver ?? '', module));
  const group = adjacent(kin);
  const names = group.map(({ receiver }) => receiver ?? '');
  const next = group[placeIn(names, name, orderOf(names))];
  const code = `${name}.${INIT}(${last.positional[0]?.text ?? 'app'})`;
  return source.insert(
    ...importInsertions(source, wanted),
    next
      ? statementDirectlyBefore(source, statementOf(next.node), code)
      : statementAfter(source, statementOf((group.at(-1) ?? last).node), code),
  );
}

/** The last of these calls, and those on the lines above it. */
function adjacent(calls: readonly Call[]): Call[] {
  const first = calls.findLastIndex(({ node }, index) => {
    const before = calls[index - 1];
    return before === undefined || statementOf(before.node).endRow + 1 < statementOf(node).row;
  });
  return calls.slice(first);
}

function isStatement({ parent }: Node): boolean {
  return parent?.type === 'expression_statement';
}

function isFrom(source: PythonSource, name: string, module: string): boolean {
  return importsWith(source, name).some(
    (each) => each.module === module && each.names.some(({ local }) => local === name),
  );
}
