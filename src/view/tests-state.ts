// Specs: spec/rules/resource-tests.spec.ts
import type { ResourceNames } from '../naming/resource-names';
import type { Project } from '../project/project';
import type { PythonSource } from '../python/source';
import { modelOfClass } from '../naming/model-names';
import { type FactoryState, factoryStates } from './factory-state';
import type { Templates } from './templates';
import { testValues } from './test-values';
import type { View } from './view';

/** The tests of a resource. */
export interface TestsState {
  /** `tests/test_posts.py` */
  readonly path: string;
  /** The packages of the application and of its tests: `app`, `tests`. */
  readonly packages: readonly string[];
  /** Whether the project has tests. */
  readonly isWanted: boolean;
  /** The file as the project has it; undefined if it is missing. */
  readonly existing: string | undefined;
  /** The file as this run makes it; undefined if the resource has nothing to test. */
  readonly generated: PythonSource | undefined;
  /** The factories that the tests need. */
  readonly factories: readonly FactoryState[];
  /** The `__init__.py` of the factories, if it is missing. */
  readonly missingInit: string | undefined;
}

/** The tests of a resource whose views are made. */
export async function testsState(
  project: Project,
  { name }: ResourceNames,
  views: readonly View[],
  templates: Templates,
): Promise<TestsState> {
  const { layout } = project;
  const path = `${layout.tests}/test_${name.replaceAll('.', '_')}.py`;
  const packages = [layout.package, layout.tests];
  const init = `${layout.tests}/factories/__init__.py`;
  const isWanted = project.filesIn(layout.tests).length > 0;
  const data = views.find((view) => view.data)?.data;
  const [view] = views;
  if (!isWanted || !data || !view) {
    return {
      packages,
      path,
      isWanted,
      existing: undefined,
      generated: undefined,
      factories: [],
      missingInit: undefined,
    };
  }
  const chosen = views.flatMap(({ choices }) => [...choices.values()]);
  const models = [
    ...[...data.parents, data.record].map(({ model }) => model),
    ...chosen.map(({ className }) => modelOfClass(className, layout)),
  ];
  const factories = await factoryStates(project, models, view.database, templates);
  const values = testValues({
    views,
    data,
    factories: new Map(factories.map((each) => [each.className, each])),
  });
  return {
    packages,
    path,
    isWanted,
    existing: project.read(path)?.toString(),
    generated: values && templates.module('tests/test_resource.py', path, values),
    factories,
    missingInit: project.has(init) ? undefined : init,
  };
}
