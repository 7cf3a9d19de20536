import type { RouteNames } from '../naming/route-names';
import type { ViewNames } from '../naming/view-names';
import type { NewImport } from '../python/add-import';
import { call, callOn, type Expression, keyword, text } from '../python/expression';
import { indented, signature, statement } from '../python/layout';
import { type PageData, type Step, stepsToFetch } from './page-data';

/** Code of a function, and what its file has to import for it. */
export interface Code {
  readonly lines: string;
  readonly imports: readonly NewImport[];
  /** What the function returns. */
  readonly type: 'str' | 'ResponseReturnValue';
}

/** Where the things that the code uses are imported from. */
export interface Modules {
  readonly db: string;
  /** Of a class: `app.models`. */
  readonly of: (className: string) => string;
}

/** The method of a controller. */
export function methodCode(
  names: ViewNames,
  data: PageData | undefined,
  endpoints: string,
  modules: Modules,
): Code {
  const body = data
    ? dataBody(names, data, endpoints, modules)
    : plainBody(names, endpoints, METHOD_BODY);
  const head = signature(names.method, ['self', ...typedParameters(names.route)], body.type, 4);
  return {
    ...body,
    lines: `${head}\n${indented(body.lines)}`,
    imports: [...body.imports, ...typeImports(names.route, body.type)],
  };
}

/** How far the statements of a method, and of a function, are indented. */
const METHOD_BODY = 8;
export const FUNCTION_BODY = 4;

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

export function typeImports({ parameters }: RouteNames, type: Code['type']): NewImport[] {
  const types = parameters.map((parameter) => parameter.type);
  return [
    ...(types.includes('Any') ? [{ module: 'typing', name: 'Any' }] : []),
    ...(types.includes('UUID') ? [{ module: 'uuid', name: 'UUID' }] : []),
    ...(type === 'str' ? [] : [{ module: 'flask.typing', name: type }]),
  ];
}

function dataBody(names: ViewNames, data: PageData, endpoints: string, modules: Modules): Code {
  const { action, item, parents } = data;
  const { className, form, item: one, phrase } = item.model;
  const fetched = stepsToFetch(data);
  const isShownAgain = action !== 'destroy';
  const lookups = fetched.map((step) => {
    const isUsed = isShownAgain || step === item;
    return run(isUsed ? `${step.model.item} = ` : '', lookup(step, parents));
  });
  const handed = [
    ...fetched.map(({ model }) => `${model.item}=${model.item}`),
    ...data.rest.map((name) => `${name}=${name}`),
  ];
  const flash = (done: string): string =>
    run('', call('flash', text(`The ${phrase} has been ${done}.`), text('success')));
  const newForm = (...values: string[]): Expression => {
    const made = call(form.className, ...values);
    // The URL says which parent it is, whatever is sent.
    return item.belongsBy === undefined ? made : callOn(made, 'without', text(item.belongsBy));
  };
  const page = (name: string, ...others: Expression[]): Expression =>
    call('render_template', text(`${names.templateFolder}/${name}.html`), ...others, ...handed);
  const showAgain = (name: string): string =>
    `${run('if not ', call('form.save', one), ':')}\n${indented(run('return ', page(name, 'form=form'), ', 422', METHOD_BODY + 4))}`;

  switch (action) {
    case 'index':
      return code(
        [
          ...lookups,
          ...listing(item, parents),
          run('return ', page('index', `${item.model.list}=${item.model.list}`)),
        ],
        [...(fetched.length > 0 ? classes(fetched) : []), model()],
        ['render_template'],
      );
    case 'show':
      return code([...lookups, run('return ', page('show'))], classes(fetched), [
        'render_template',
      ]);
    case 'create':
      return code(
        [...lookups, run('return ', page('create', keyword('form', newForm())))],
        [...classes(fetched), forms()],
        ['render_template'],
      );
    case 'store': {
      const owner = parents.at(-1)?.model.id;
      const key = item.belongsBy === undefined ? [] : [`${item.belongsBy}=${String(owner)}`];
      return code(
        [
          ...lookups,
          run('form = ', newForm()),
          run(`${one} = `, call(className, ...key)),
          showAgain('create'),
          flash('created'),
          redirect(['show', 'index']),
        ],
        [...classes(fetched), model(), forms()],
        ['flash', 'redirect', 'render_template'],
      );
    }
    case 'edit':
      return code(
        [
          ...lookups,
          run('form = ', newForm(`obj=${one}`)),
          run('return ', page('edit', 'form=form')),
        ],
        [...classes(fetched), forms()],
        ['render_template'],
      );
    case 'update':
      return code(
        [
          ...lookups,
          run('form = ', newForm(`obj=${one}`)),
          showAgain('edit'),
          flash('updated'),
          redirect(['show', 'index']),
        ],
        [...classes(fetched), forms()],
        ['flash', 'redirect', 'render_template'],
      );
    case 'destroy': {
      const inUse = `The ${phrase} is still in use: it has not been deleted.`;
      return code(
        [
          ...lookups,
          run('', call('db.session.delete', one)),
          'try:',
          '    db.session.commit()',
          'except IntegrityError:',
          '    db.session.rollback()',
          indented(run('', call('flash', text(inUse), text('error')), '', METHOD_BODY + 4)),
          indented(redirect(['show', 'index'], METHOD_BODY + 4)),
          flash('deleted'),
          redirect(['index']),
        ],
        [...classes(fetched), { module: 'sqlalchemy.exc', name: 'IntegrityError' }],
        ['flash', 'redirect'],
      );
    }
  }

  function code(
    statements: readonly string[],
    imports: readonly NewImport[],
    flask: readonly string[],
  ): Code {
    const lines = statements.join('\n');
    return {
      lines,
      imports: [
        ...flask.map((name) => ({ module: 'flask', name })),
        ...(/\bdb\./.test(lines) ? [{ module: modules.db, name: 'db' }] : []),
        ...(flask.includes('redirect') ? [{ module: 'app.links', name: 'first_url' }] : []),
        ...imports,
      ],
      type: 'ResponseReturnValue',
    };
  }

  function redirect(targets: readonly string[], indentation = METHOD_BODY): string {
    const isThere = targets.includes('show');
    const parameters = new Set([...parents.map(({ model: { id } }) => id), ...data.rest]);
    const values = [...parameters].map((name) => `${name}=${name}`);
    const own = new Map([
      [item.model.id, item.key],
      ...item.lookups.map(({ parameter, column }): [string, string] => [parameter, column]),
    ]);
    const record = isThere ? [...own].map(([name, column]) => `${name}=${one}.${column}`) : [];
    const url = call(
      'first_url',
      ...targets.map((name) => text(`${endpoints}.${name}`)),
      ...values,
      ...record,
    );
    return run('return ', call('redirect', url), '', indentation);
  }

  function classes(steps: readonly Step[]): NewImport[] {
    return steps.map(({ model: { className: name } }) => ({ module: modules.of(name), name }));
  }

  function model(): NewImport {
    return { module: modules.of(className), name: className };
  }

  function forms(): NewImport {
    return { module: modules.of(form.className), name: form.className };
  }
}

function run(
  before: string,
  expression: Expression,
  after = '',
  indentation = METHOD_BODY,
): string {
  return statement(before, expression, after, indentation);
}

function lookup({ model, key, belongsBy, lookups }: Step, parents: readonly Step[]): Expression {
  const [only, ...others] = lookups;
  if (only?.column === key && others.length === 0 && belongsBy === undefined) {
    return call('db.get_or_404', model.className, only.parameter);
  }
  const conditions = lookups.map(({ column, parameter }) => `${column}=${parameter}`);
  if (belongsBy !== undefined && parents.some((parent) => parent.model.id === belongsBy)) {
    conditions.push(`${belongsBy}=${belongsBy}`);
  }
  return call(
    'db.one_or_404',
    callOn(call('db.select', model.className), 'filter_by', ...conditions),
  );
}

/** The statements that get the records of a list, newest first. */
function listing({ model, key, belongsBy, lookups }: Step, parents: readonly Step[]): string[] {
  const { className, list } = model;
  const conditions = lookups.map(({ column, parameter }) => `${column}=${parameter}`);
  if (belongsBy !== undefined && parents.length > 0) {
    conditions.unshift(`${belongsBy}=${belongsBy}`);
  }
  const select = call('db.select', className);
  const newest = `${className}.${key}.desc()`;
  return conditions.length === 0
    ? [run(`${list} = `, call('db.paginate', callOn(select, 'order_by', newest), 'per_page=20'))]
    : [
        run('query = ', callOn(select, 'filter_by', ...conditions)),
        run(`${list} = `, call('db.paginate', call('query.order_by', newest), 'per_page=20')),
      ];
}
