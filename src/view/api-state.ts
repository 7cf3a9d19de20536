// Specs: spec/make-api/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { moduleOfPath } from '../layout';
import { schemaPrefix } from '../naming/class-names';
import { free } from '../naming/python-words';
import type { ResourceNames } from '../naming/resource-names';
import { withArticle } from '../naming/spelling';
import type { Project } from '../project/project';
import { text } from '../python/literals';
import { fileOf } from '../python/generated';
import type { ApiAction, ApiOperations, ApiTestValues, ApiValues } from '../templates/api-values';
import type { DataValues } from '../templates/code-values';
import type { TestValues } from '../templates/test-values';
import { filterFields, gotFields, jsonName, sentFields } from './api-fields';
import { isServed, METHODS, type OperationGuards, operationsOf, recordsOf } from './api-operations';
import { labelsIn, orderOf } from './list-values';
import { literal, testedPath } from './tested-requests';
import type { TestsState } from './tests-state';
import { ownModel, type View } from './view';

/** A file of the API: as the project has it, and as this run makes it. */
export interface ApiFile {
  readonly path: string;
  /** Undefined if it is missing. */
  readonly existing: string | undefined;
  /** All that is generated of it. */
  readonly content: string;
  /** What is written of that: nothing takes a field that the form lacks. */
  readonly offered: string;
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
  /** The tests of its pages, whose helpers its own tests need, too. */
  readonly tests: TestsState;
}

/** The modules of the package that no resource has. */
const SHARED = new Set([
  'access',
  'docs',
  'openapi',
  'problems',
  'reading',
  'records',
  'schemas',
  'types',
]);

/** The file of a resource in the API. */
export function apiPath({ layout }: Project, { name }: Pick<ResourceNames, 'name'>): string {
  const module = free(name.replaceAll('.', '_'), SHARED);
  return `${layout.package}/api/${module}.py`;
}

/**
 * A resource in the JSON API, made of the views that it has.
 *
 * @param keeps Fields that a person keeps off its form, as the API calls them, and guards of operations that stay.
 * @throws SchematicsException if none of its actions has an operation, or if no schema can have one of its fields.
 */
export function apiState(
  { project, templates }: App,
  names: Pick<ResourceNames, 'name'>,
  views: readonly View[],
  tests: TestsState,
  {
    guards = new Map(),
    offForm = new Set(),
  }: { readonly guards?: OperationGuards | undefined; readonly offForm?: ReadonlySet<string> } = {},
): ApiState {
  const path = apiPath(project, names);
  const module = moduleOfPath(path);
  const blueprint = module.replace(/^.*\./, '');
  const values = valuesOf(names.name, blueprint, views, guards);
  if (!values) {
    throw new SchematicsException(
      `${names.name} has no routes that the API could serve. Make them with \`scaffold make:resource ${names.name}\`.`,
    );
  }
  refuseTakenFields(values);
  const offered = { ...values, fields: values.fields.filter(({ name }) => !offForm.has(name)) };
  const file = (at: string, contentFor: (api: ApiValues) => string): ApiFile => ({
    path: at,
    existing: project.read(at)?.toString(),
    content: contentFor(values),
    offered: contentFor(offered),
  });
  const testsPath = `${project.layout.tests}/test_api_${blueprint}.py`;
  const tested = tests.values;
  return {
    name: names.name,
    blueprint,
    module,
    operations: values.operations,
    tests,
    files: [
      file(path, (api) => fileOf(templates.module('api/resource.py', path, api))),
      ...(tested
        ? [
            file(testsPath, (api) => {
              const sent = testedApi(api, module, views, tested);
              return fileOf(
                templates.module('api/test_resource.py', testsPath, sent),
                tests.packages,
              );
            }),
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
  const columns = (view && ownModel(view)?.columns) ?? [];
  const many = columns.filter(({ kind }) => kind === 'many');
  const isSent = (name: string): boolean => api.fields.some((each) => each.name === name);
  const { change } = tests;
  const othersOnly = tests.othersOnly
    .map(({ name, value }) => {
      const column = many.find((each) => each.name === name);
      return { name, sent: column ? jsonName(column) : name, value: column ? `[${value}]` : value };
    })
    .filter(({ sent }) => isSent(sent));
  return {
    ...tests,
    json: tests.json.filter(({ name }) => isSent(name)),
    change: change && isSent(change.name) ? change : undefined,
    api: {
      module,
      prefix: api.prefix,
      urls: Object.fromEntries(
        Object.entries(api.operations).map(([action, { path }]) => [action, urlOf(path)]),
      ),
      missing: show ? urlOf(show.path, tests.record.fixture) : '',
      requests: Object.entries(api.operations).map(([action, { guard, path }]) => {
        const refused = tests.guard?.refused.find((each) => each.action === action);
        return {
          method: METHODS[action as ApiAction],
          url: urlOf(path),
          isClosed: guard !== undefined,
          isRefused: refused !== undefined,
          needsBoth: refused?.needsBoth === true,
          needsAbove: refused?.needsAbove === true,
        };
      }),
      renamed: many
        .map((column) => ({ name: column.name, value: jsonName(column) }))
        .filter(({ value }) => isSent(value)),
      othersOnly: othersOnly.map(({ sent, value }) => ({ name: sent, value })),
      hidden: othersOnly.filter(({ name, sent }) => name === sent),
    },
    form: views.some(({ form }) => form) ? values.form : undefined,
    without: values.without,
  };
}

function valuesOf(
  resource: string,
  blueprint: string,
  views: readonly View[],
  guards: OperationGuards,
): ApiValues | undefined {
  const served = views.filter(isServed);
  // Each action may have a guard of its own.
  const view = served.find((each) => ownModel(each)?.owner) ?? served[0];
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
  const list = {
    ...(lists[0] ?? { module: '', search: '', sort: '', filters: '' }),
    order: orderOf(data.record, choices),
    // An answer has each key, and asks for all of a page at once who may read them.
    ...labelsIn(known.model, choices),
  };
  const fields = sentFields(own, choices, view.names.parents.at(-1));
  const shown = gotFields(own, choices);
  // The last one of a name wins: that is how the package of models exports it.
  const imports = [
    ...[...fields, ...shown].flatMap((each) => each.imports),
    ...list.imports,
    ...served.flatMap(({ controller }) => (controller.values as DataValues).models),
    known.controller,
  ];
  return {
    database: known.database,
    blueprint,
    prefix,
    title: known.model.pluralPhrase,
    onePhrase: withArticle(known.model.phrase),
    model: known.model,
    models: [...new Map(imports.map((each) => [each.className, each])).values()],
    fields,
    shown,
    filters: filterFields(list, own, choices),
    sort: columnsIn(list.sort)
      .flatMap((name) => [text(name), text(`-${name}`)])
      .join(', '),
    list,
    records: recordsOf(known),
    given: known.given,
    conditions: known.conditions,
    operations: operationsOf(served, resource, blueprint, guards),
  };
}

/** `title` and `status` of `Post.title, Post.status`. */
export function columnsIn(code: string): string[] {
  return code === '' ? [] : code.split(', ').map((each) => each.replace(/^.*\./, ''));
}
