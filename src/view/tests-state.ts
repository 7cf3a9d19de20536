// Specs: spec/rules/resource-tests.spec.ts
import type { App } from '../app/app';
import { type Layout, moduleOfPath } from '../layout';
import type { Home } from '../manifest/format';
import { USER } from '../naming/guards';
import { modelOfClass } from '../naming/class-names';
import { TAKEN } from '../naming/python-words';
import type { ResourceNames } from '../naming/resource-names';
import { moduleOf } from '../project/class-place';
import { COLUMN_TYPES } from '../project/column-types';
import { columnsIn } from '../project/columns';
import { databaseModule } from '../project/database';
import { findModel } from '../project/models';
import type { PythonSource } from '../python/source';
import { type FactoryState, factoryStates, makersOf } from './factory-state';
import type { SignInHelper, TestValues } from '../templates/test-values';
import { testValues } from './test-values';
import { readersOf } from './readers';
import type { View } from './view';

export interface TestsState {
  /** `tests/test_posts.py` */
  readonly path: string;
  /** The packages of the application and of its tests: `app`, `tests`. */
  readonly packages: readonly string[];
  readonly isWanted: boolean;
  /** The file as the project has it; undefined if it is missing. */
  readonly existing?: string | undefined;
  /** The file as this run makes it; undefined if the resource has nothing to test. */
  readonly generated?: PythonSource | undefined;
  /** What it is made of. */
  readonly values?: TestValues | undefined;
  readonly factories: readonly FactoryState[];
  /** The `__init__.py` of the factories, if it is missing. */
  readonly missingInit?: string | undefined;
  /** The module that signs users in, if the tests need it and it is missing. */
  readonly helper?: PythonSource | undefined;
  /** Whether the tests cannot sign in, because the sign-in is not that of `make:auth`. */
  readonly isLockedOut: boolean;
}

/** The file with the tests of a resource. */
export function testsPath({ tests }: Layout, { name }: Pick<ResourceNames, 'name'>): string {
  const module = name.replaceAll('.', '_');
  return `${tests}/test_${module}${TAKEN.testModules.has(module) ? '_' : ''}.py`;
}

/** The tests of a resource whose views are made. */
export async function testsState(
  app: App,
  { name }: Pick<ResourceNames, 'name'>,
  views: readonly View[],
): Promise<TestsState> {
  const { project, templates } = app;
  const { layout } = project;
  const path = testsPath(layout, { name });
  const packages = [layout.package, layout.tests];
  const init = `${layout.tests}/factories/__init__.py`;
  const isWanted = project.filesIn(layout.tests).length > 0;
  const all = views.flatMap(({ data }) => data ?? []);
  // What changes a record may find fewer parents than pages that everybody reads.
  const data = all.find(({ parents }) => parents.some(({ scope }) => scope?.query)) ?? all[0];
  const [view] = views;
  if (!isWanted || !data || !view) {
    return { packages, path, isWanted, isLockedOut: false, factories: [] };
  }
  const own = data.record.model;
  const chosen = views.flatMap(({ choices }) => [...choices.values()]);
  const shown = views.flatMap(({ sections }) => sections.map(({ record }) => record.model));
  const models = [
    ...[...data.parents, data.record].map(({ model }) => model),
    ...shown,
    ...chosen.map(({ className }) => modelOfClass(className, layout)),
  ];
  const guard = views.find((each) => each.guard)?.guard;
  const signIn = guard?.isTestable ? await signInHelper(app) : undefined;
  const factories = await factoryStates(
    app,
    [...models, ...(signIn ? [signIn.user] : [])],
    view.database,
  );
  const values = testValues({
    views,
    data,
    factories: new Map(factories.map((each) => [each.className, each])),
    makers: makersOf(factories, own.className),
    signIn,
    readers: await readersOf(project),
  });
  return {
    packages,
    path,
    isWanted,
    existing: project.read(path)?.toString(),
    values,
    generated: values && templates.module('tests/test_resource.py', path, values),
    factories: factories.map((each) => ({
      ...each,
      home: each.className === own.className ? undefined : homeOf(each, layout),
    })),
    missingInit: project.has(init) ? undefined : init,
    isLockedOut: guard?.isTestable === false,
    helper: signIn && !project.has(signIn.path) ? signIn.source : undefined,
  };
}

/** What the factory of another model belongs to. */
function homeOf({ className }: Pick<FactoryState, 'className'>, layout: Layout): Home {
  return className === USER ? 'application' : { resource: modelOfClass(className, layout).table };
}

/** How tests of a guarded resource sign in: with a function of this file. */
export async function signInHelper({
  project,
  templates,
}: App): Promise<
  (SignInHelper & { readonly path: string; readonly source: PythonSource }) | undefined
> {
  const { layout } = project;
  const user = modelOfClass(USER, layout);
  const place = await findModel(project, user);
  if (place === undefined) {
    return undefined;
  }
  const path = `${layout.tests}/sign_in.py`;
  const key = (await columnsIn(project, place)).find(({ isPrimaryKey }) => isPrimaryKey);
  const keyType = (key && COLUMN_TYPES[key.kind].annotation) ?? 'Any';
  const source = templates.module('tests/sign_in.py', path, {
    auth: moduleOfPath(layout.auth),
    database: await databaseModule(project),
    user: { className: user.className, module: moduleOf(place.source) },
    keyType,
  });
  return { path, module: moduleOfPath(path), user, keyType, source };
}
