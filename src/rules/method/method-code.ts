import type { Action } from '../../naming/actions';
import type { RouteNames } from '../../naming/route-names';
import type { ViewNames } from '../../naming/view-names';
import type { NewImport } from '../../python/add-import';
import { call, text } from '../../python/expression';
import { BODY, METHOD_BODY } from '../../python/indentation';
import { indented, signature, statement } from '../../python/layout';
import type { MethodStatements, Statement } from './method-statements';

/** Code of a function, and what its file has to import for it. */
export interface Code {
  readonly lines: string;
  readonly imports: readonly NewImport[];
  /** What the function returns. */
  readonly type: 'str' | 'ResponseReturnValue';
}

/** What each action does with its data, statement by statement. */
const STATEMENTS: Readonly<Record<Action, (its: MethodStatements) => Statement[]>> = {
  index: (its) => [...its.lookups(), ...its.list(), its.pageOfList()],
  show: (its) => [...its.lookups(), its.page('show')],
  create: (its) => [...its.lookups(), its.pageOfNewForm()],
  store: (its) => [
    ...its.lookups(),
    its.form(),
    its.newRecord(),
    its.saveOrShowAgain('create'),
    its.done('created'),
    its.leaveFor('show', 'index'),
  ],
  edit: (its) => [...its.lookups(), its.formOfRecord(), its.page('edit', 'form=form')],
  update: (its) => [
    ...its.lookups(),
    its.formOfRecord(),
    its.saveOrShowAgain('edit'),
    its.done('updated'),
    its.leaveFor('show', 'index'),
  ],
  destroy: (its) => [
    ...its.lookups(),
    ...its.deleteOrShowAgain(),
    its.done('deleted'),
    its.leaveFor('index'),
  ],
};

/**
 * The method of a controller.
 *
 * @param endpoints What endpoints start with: `posts`.
 * @param statements What it is made of where it has data.
 */
export function methodCode(
  names: ViewNames,
  endpoints: string,
  statements: MethodStatements | undefined,
): Code {
  const body = statements ? dataBody(statements) : plainBody(names, endpoints, METHOD_BODY);
  const head = signature(names.method, ['self', ...typedParameters(names.route)], body.type, BODY);
  return {
    ...body,
    lines: `${head}\n${indented(body.lines)}`,
    imports: [...body.imports, ...typeImports(names.route, body.type)],
  };
}

function dataBody(its: MethodStatements): Code {
  const statements = STATEMENTS[its.action](its);
  return {
    lines: statements.map(({ lines }) => lines).join('\n'),
    imports: statements.flatMap(({ imports }) => imports),
    type: 'ResponseReturnValue',
  };
}

/** What is done without data: the page is shown; an action that has none leads to one that may be there. */
export function plainBody(
  { action, route, template }: ViewNames,
  endpoints: string,
  indentation: number,
): Code {
  const handed = route.parameters.map(({ name }) => `${name}=${name}`);
  if (template !== undefined) {
    const page = call('render_template', text(template), ...handed);
    return {
      lines: statement('return ', page, '', indentation),
      imports: [{ module: 'flask', name: 'render_template' }],
      type: 'str',
    };
  }
  const targets = action === 'destroy' ? ['index'] : ['show', 'index'];
  const url = call('first_url', ...targets.map((name) => text(`${endpoints}.${name}`)), ...handed);
  return {
    lines: statement('return ', call('redirect', url), '', indentation),
    imports: [
      { module: 'flask', name: 'redirect' },
      { module: 'app.links', name: 'first_url' },
    ],
    type: 'ResponseReturnValue',
  };
}

/** `post_id: int` */
export function typedParameters({ parameters }: RouteNames): string[] {
  return parameters.map(({ name, type }) => `${name}: ${type}`);
}

/** What the signature of a function that serves a route has to import for its types. */
export function typeImports({ parameters }: RouteNames, type: Code['type']): NewImport[] {
  const types = parameters.map((parameter) => parameter.type);
  return [
    ...(types.includes('Any') ? [{ module: 'typing', name: 'Any' }] : []),
    ...(types.includes('UUID') ? [{ module: 'uuid', name: 'UUID' }] : []),
    ...(type === 'str' ? [] : [{ module: 'flask.typing', name: type }]),
  ];
}
