// Specs: spec/make-api/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { moduleOfPath } from '../layout';
import { type Action, ACTIONS } from '../naming/actions';
import { schemaPrefix } from '../naming/class-names';
import type { GuardOption } from '../naming/guards';
import { free } from '../naming/python-words';
import type { ResourceNames } from '../naming/resource-names';
import { snakeCase } from '../naming/spelling';
import { pluralOf } from '../naming/words';
import { parametersOfPath } from '../project/existing-routes';
import type { Project } from '../project/project';
import { text } from '../python/expression';
import { fileOf } from '../python/generated';
import type {
  ApiAction,
  ApiOperation,
  ApiOperations,
  ApiTestValues,
  ApiValues,
} from '../templates/api-values';
import type { DataValues } from '../templates/code-values';
import type { Templates } from '../templates/templates';
import type { TestValues } from '../templates/test-values';
import { filterFields, gotFields, sentFields } from './api-fields';
import { typedParameters } from './template-values';
import { literal } from './tested-guard';
import { testedPath } from './tested-requests';
import type { TestsState } from './tests-state';
import { furtherArguments } from './url-code';
import { ownModel, type View } from './view';

/** A file of the API: as the project has it, and as this run makes it. */
export interface ApiFile {
  readonly path: string;
  /** Undefined if it is missing. */
  readonly existing: string | undefined;
  readonly content: string;
}

/** A resource in the JSON API. */
export interface ApiState {
  /** The resource: `recipes.comments`. */
  readonly name: string;
  /** The name of its blueprint, which is that of its module: `posts`. */
  readonly blueprint: string;
  /** The module of its blueprint: `app.api.posts`. */
  readonly module: string;
  /** Its module, and its tests. */
  readonly files: readonly ApiFile[];
  readonly operations: ApiOperations;
}

/** The modules of the package that no resource has. */
const SHARED = new Set(['docs', 'openapi', 'problems', 'reading', 'records', 'schemas', 'types']);

/** What the function of an operation does, by its action. */
const VERBS: Readonly<Record<ApiAction, string>> = {
  index: 'list',
  store: 'create',
  show: 'read',
  update: 'change',
  destroy: 'delete',
};

/** The file of a resource in the API. */
export function apiPath({ layout }: Project, { name }: Pick<ResourceNames, 'name'>): string {
  const module = free(name.replaceAll('.', '_'), SHARED);
  return `${layout.package}/api/${module}.py`;
}

/**
 * Refuses a guard for a resource that the API serves, or what belongs to it: the API does not know users yet.
 *
 * @throws SchematicsException if there is such a module.
 */
export function refuseGuardBesideApi(
  project: Project,
  guard: GuardOption | undefined,
  names: Pick<ResourceNames, 'name'>,
): void {
  const path = apiPath(project, names);
  const start = path.replace(/\.py$/, '');
  const served =
    guard === undefined || guard === 'none'
      ? undefined
      : project
          .pythonFilesIn(path.replace(/\/[^/]*$/, ''))
          .find((each) => each === path || each.startsWith(`${start}_`));
  if (served !== undefined) {
    throw new SchematicsException(
      `${served} opens these records to everybody, because the API does not know users yet. ` +
        `Remove it, its tests, and what registers it, then add the guard.`,
    );
  }
}

/**
 * A resource in the JSON API, made of the views that it has.
 *
 * @throws SchematicsException if none of its actions has an operation, or if no schema can have one of its fields.
 */
export function apiState(
  project: Project,
  names: Pick<ResourceNames, 'name'>,
  views: readonly View[],
  tests: TestsState,
  templates: Templates,
): ApiState {
  const path = apiPath(project, names);
  const module = moduleOfPath(path);
  const blueprint = module.replace(/^.*\./, '');
  const values = valuesOf(blueprint, views);
  if (!values) {
    throw new SchematicsException(
      `${names.name} has no routes that the API could serve. Make them with \`scaffold make:resource ${names.name}\`.`,
    );
  }
  refuseTakenFields(values);
  const file = (at: string, content: string): ApiFile => ({
    path: at,
    existing: project.read(at)?.toString(),
    content,
  });
  const testsPath = `${project.layout.tests}/test_api_${blueprint}.py`;
  const tested = tests.values && testedApi(values, module, views, tests.values);
  return {
    name: names.name,
    blueprint,
    module,
    operations: values.operations,
    files: [
      file(path, fileOf(templates.module('api/resource.py', path, values))),
      ...(tested
        ? [
            file(
              testsPath,
              fileOf(templates.module('api/test_resource.py', testsPath, tested), tests.packages),
            ),
          ]
        : []),
    ],
  };
}

/** What Pydantic gives every schema, so that no field can be called so. */
const TAKEN =
  /^(model_.*|construct|copy|dict|from_orm|json|of|parse_(file|obj|raw)|schema(_json)?|update_forward_refs|validate)$/;

function refuseTakenFields({ fields, shown }: ApiValues): void {
  const taken = [...fields, ...shown].find(({ name }) => TAKEN.test(name))?.name;
  if (taken !== undefined) {
    throw new SchematicsException(
      `The API cannot have a field ${taken}: every schema of Pydantic has something of this name. Rename the field.`,
    );
  }
}

/** The values of the tests of a resource. */
function testedApi(
  api: ApiValues,
  module: string,
  views: readonly View[],
  tests: TestValues,
): ApiTestValues {
  const [view] = views;
  const values = view?.controller.values as DataValues;
  const records = [...tests.parents, tests.record];
  const urlOf = (path: string, missing?: string): string =>
    literal(testedPath(`/api${path}`, records, missing));
  const { show } = api.operations;
  return {
    ...tests,
    api: {
      module,
      prefix: api.prefix,
      urls: Object.fromEntries(
        Object.entries(api.operations).map(([action, { path }]) => [action, urlOf(path)]),
      ),
      missing: show ? urlOf(show.path, tests.record.fixture) : '',
    },
    form: views.some(({ form }) => form) ? values.form : undefined,
    without: values.without,
  };
}

function valuesOf(blueprint: string, views: readonly View[]): ApiValues | undefined {
  const served = views.filter(({ data, names: { action }, route }) => {
    return data && action && action in VERBS && route.existing;
  });
  const [view] = served;
  const data = view?.data;
  const own = view && ownModel(view);
  if (!data || !own) {
    return undefined;
  }
  const choices = new Map(views.flatMap((each) => [...each.choices]));
  const prefix = schemaPrefix(view.names.controller.className);
  const known = view.controller.values as DataValues;
  const lists = views.flatMap(({ controller: { values } }) =>
    'list' in values && values.list ? [values.list] : [],
  );
  const list = lists[0] ?? {
    module: '',
    search: '',
    sort: '',
    filters: '',
    labels: '',
    imports: [],
  };
  const fields = sentFields(own, choices, view.names.parents.at(-1));
  const shown = gotFields(own, choices);
  // The last one of a name wins: that is how the package of models exports it.
  const imports = [
    ...[...fields, ...shown].flatMap((each) => each.imports),
    ...list.imports,
    ...known.models,
  ];
  return {
    database: known.database,
    blueprint,
    prefix,
    title: known.model.pluralPhrase,
    model: known.model,
    models: [...new Map(imports.map((each) => [each.className, each])).values()],
    fields,
    shown,
    filters: filterFields(list, own, choices),
    sort: columnsIn(list.sort)
      .flatMap((name) => [text(name), text(`-${name}`)])
      .join(', '),
    list,
    given: known.given,
    conditions: known.conditions,
    operations: operationsOf(served, prefix, blueprint),
  };
}

/** `title` and `status` of `Post.title, Post.status`. */
export function columnsIn(code: string): string[] {
  return code === '' ? [] : code.split(', ').map((each) => each.replace(/^.*\./, ''));
}

function operationsOf(views: readonly View[], prefix: string, blueprint: string): ApiOperations {
  const one = snakeCase(prefix);
  const functionOf = (action: ApiAction): string =>
    `${VERBS[action]}_${action === 'index' ? pluralOf(one) : one}`;
  const page = views.find(({ names }) => names.action === 'show');
  return Object.fromEntries(
    views.map((view): [ApiAction, ApiOperation] => {
      const action = view.names.action as ApiAction;
      const location =
        action === 'store' && page
          ? locationOf(view, page, `api.${blueprint}.${functionOf('show')}`)
          : undefined;
      return [
        action,
        {
          function: functionOf(action),
          path: pathOf(view, action),
          parameters: typedParameters(view.names.route).join(', '),
          lookups: (view.controller.values as DataValues).lookups,
          location,
        },
      ];
    }),
  );
}

/** The path of a page, without what only forms have: `/edit`. */
function pathOf({ names, route: { existing, prefix } }: View, action: Action): string {
  const { path } = names.route;
  const whole = existing?.path ?? (path.startsWith(prefix) ? path : prefix + path);
  const ending = ACTIONS[action].path.replace('/ID', '');
  return (whole.endsWith(ending) ? whole.slice(0, whole.length - ending.length) : whole) || '/';
}

/** The URL of a new record; undefined if it has a parameter that is not known of that. */
function locationOf(view: View, page: View, endpoint: string): string | undefined {
  const record = page.data?.record;
  const known = view.names.route.parameters.map(({ name }) => name);
  const needed = parametersOfPath(pathOf(page, 'show'));
  const pairs = needed.flatMap((name): [string, string][] => {
    const lookup = record?.lookups.find(({ parameter }) => parameter === name);
    return lookup && record
      ? [[name, `${record.model.record}.${lookup.column}`]]
      : known.includes(name)
        ? [[name, name]]
        : [];
  });
  return pairs.length === needed.length
    ? `url_for(${text(endpoint)}${furtherArguments(pairs)})`
    : undefined;
}
