import { join } from 'node:path';
import { classesOf, functionsIn } from '../../src/python/queries';
import { importsOf } from '../../src/python/imports';
import { PythonSource } from '../../src/python/source';
import { scopeOf } from '../../src/python/statements';
import { madeApplication, pythonOf } from '../support/application';
import { lostFrom } from '../support/kept';
import { refusedByPython } from '../support/python-files';
import { succeed } from '../support/run';
import { ViewProject } from '../support/view-project';
import { writeFiles } from '../support/write-files';
import type { Reshaped } from './reshaped/case';
import { KINDS } from './reshaped/kinds';

const HOME = 'GET / mains.index';

describe('make-view in a reshaped project', () => {
  for (const [kind, cases] of Object.entries(KINDS)) {
    for (const [title, reshaped] of Object.entries(cases)) {
      it(`respects ${kind}: ${title}`, async () => {
        const project = await ViewProject.with(reshaped.files);
        const before = project.files;
        await makeViews(project, reshaped);
        const { files, warnings } = project;
        await expectKept(before, files);
        await expectOnce(project.changes);
        expect(warnings.length)
          .withContext(warnings.join('\n'))
          .toBe(reshaped.warnings?.length ?? 0);
        reshaped.warnings?.forEach((piece, index) => {
          expect(warnings[index]).toContain(piece);
        });
        for (const [path, piece] of Object.entries(reshaped.shows ?? {})) {
          expect(files[path]).toContain(piece);
        }
        await makeViews(project, reshaped);
        expect(project.files).toEqual(files);
      });
    }
  }

  it('leaves applications that serve what was there and what was made', async () => {
    const cases = Object.values(KINDS).flatMap((each) => Object.values<Reshaped>(each));
    const roots: string[] = [];
    for (const reshaped of cases) {
      const project = await ViewProject.with(reshaped.files);
      await makeViews(project, reshaped);
      roots.push(writeFiles(project.files));
    }
    const python = pythonOf(await madeApplication(true));
    const output = await succeed(python, [join(__dirname, 'reshaped/url-maps.py'), ...roots]);
    const served = JSON.parse(output) as string[][];
    for (const [index, { urls, views }] of cases.entries()) {
      const home = urls.some((url) => url.startsWith('GET / ')) ? [] : [HOME];
      expect(served[index])
        .withContext(JSON.stringify(views))
        .toEqual([...home, ...urls].sort());
    }
  });
});

async function makeViews(project: ViewProject, { views }: Reshaped): Promise<void> {
  for (const [name, flags] of views) {
    await project.make(name, flags);
  }
}

async function expectKept(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<void> {
  const changed = Object.keys(after).filter((path) => before[path] !== after[path]);
  const python = changed.filter((path) => path.endsWith('.py'));
  for (const path of python.filter((each) => each in before)) {
    const text = after[path] ?? '';
    expect(await lostFrom(path, before[path] ?? '', text))
      .withContext(text)
      .toEqual([]);
  }
  expect(refusedByPython(python.map((path) => after[path] ?? ''))).toEqual([]);
  expect(Object.keys(before).filter((path) => !(path in after))).toEqual([]);
}

/** No file defines or imports anything twice in one place. */
async function expectOnce(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files).filter(([each]) => each.endsWith('.py'))) {
    const source = await PythonSource.parse(path, text);
    const scopes = [source.root, ...classesOf(source).map(({ node }) => node)];
    const names = scopes.map((scope) => [
      ...functionsIn(scope).map(({ name }) => name),
      ...classesOf(source).flatMap(({ name, node }) => (scopeOf(node) === scope ? name : [])),
      ...(scope === source.root
        ? importsOf(source)
            .filter(({ node }) => node.parent === scope)
            .flatMap((each) => each.names.map(({ local }) => local))
        : []),
    ]);
    const twice = names.flatMap((each) => each.filter((name, index) => each.indexOf(name) < index));
    expect(twice).withContext(`${path}\n${text}`).toEqual([]);
  }
}
