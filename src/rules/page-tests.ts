// Specs: spec/make-resource/section-tests.spec.ts
import type { App } from '../app/app';
import type { ResourceNames } from '../naming/resource-names';
import { partsOfAll } from '../view/resource-parts';
import { carry, type PartFile, type PartFiles } from './difference';
import { type Outcome, withLeft } from './outcome';
import { textsOf } from './part-texts';

/** The tests of resources whose pages show records of another one, with what they expect there. */
export interface PageTests {
  readonly resources: readonly ResourceNames[];
  readonly texts: PartFiles;
}

/** Looks at the tests of resources whose pages show records of another one. */
export async function pageTests(app: App, resources: readonly ResourceNames[]): Promise<PageTests> {
  const texts = new Map<string, PartFile>();
  for (const names of resources) {
    for (const { tests } of await partsOfAll(app, [names], [])) {
      const file = tests && textsOf([{ tests }]).get(tests.path);
      if (tests && file) {
        texts.set(tests.path, { ...file, home: { resource: names.name } });
      }
    }
  }
  return { resources, texts };
}

/** Has tests expect what the pages show by now. Tests that a person has written stay as they are. */
export async function followPages(app: App, { resources, texts }: PageTests): Promise<Outcome> {
  const { project } = app;
  const generated = [...texts].filter(
    ([path, { content, home = 'application' }]) =>
      project.changes.isKnown(home, path) || project.text(path) === content,
  );
  const now = await pageTests(app, resources);
  const change = await carry(project, new Map(generated), now.texts);
  return withLeft(change, 'a test of what belongs to its record');
}
