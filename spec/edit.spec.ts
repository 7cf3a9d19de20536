import { callRule, type SchematicContext, Tree } from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import { type Edit, inserted, insertedInto, stageEdits } from '../src/edit';
import type { Project } from '../src/project/project';
import { addImport } from '../src/python/add-import';
import { PythonSource } from '../src/python/source';
import { projectIn } from './support/project-in';

const PATH = 'app/views.py';

/** Adds `from flask import …` to a file. */
function importing(name: string): (source: PythonSource) => PythonSource {
  return (source) => addImport(source, { module: 'flask', name });
}

async function stage(tree: Tree, edits: readonly Edit[]): Promise<Project> {
  const project = projectIn(tree);
  await lastValueFrom(callRule(stageEdits(edits, project), tree, {} as SchematicContext));
  return project;
}

describe('stageEdits', () => {
  let tree: Tree;

  beforeEach(() => {
    tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create(PATH, 'from flask import flash\n');
  });

  it('creates a file, and a rule that comes later reads it', async () => {
    const project = await stage(tree, [{ kind: 'create', path: 'app/new.py', content: 'x = 1\n' }]);
    expect(tree.readText('app/new.py')).toBe('x = 1\n');
    expect(project.read('app/new.py')?.toString()).toBe('x = 1\n');
  });

  it('replaces a file', async () => {
    await stage(tree, [{ kind: 'replace', path: PATH, content: 'x = 1\n' }]);
    expect(tree.readText(PATH)).toBe('x = 1\n');
  });

  it('deletes a file, and a rule that comes later finds none', async () => {
    const project = await stage(tree, [{ kind: 'delete', path: PATH }]);
    expect(tree.exists(PATH)).toBeFalse();
    expect(project.has(PATH)).toBeFalse();
  });

  it('inserts into a file', async () => {
    const source = await PythonSource.parse(PATH, tree.readText(PATH));
    await stage(tree, inserted(source, importing('abort')));
    expect(tree.readText(PATH)).toBe('from flask import abort, flash\n');
  });

  it('keeps both of two insertions that were planned on the same file', async () => {
    const source = await PythonSource.parse(PATH, tree.readText(PATH));
    const edits = ['abort', 'url_for'].flatMap((name) => inserted(source, importing(name)));
    await stage(tree, edits);
    expect(tree.readText(PATH)).toBe('from flask import abort, flash, url_for\n');
  });

  it('inserts into a file that an edit before it makes', async () => {
    await stage(tree, [
      { kind: 'create', path: 'app/new.py', content: 'from flask import flash\n' },
      insertedInto('app/new.py', importing('abort')),
    ]);
    expect(tree.readText('app/new.py')).toBe('from flask import abort, flash\n');
  });

  it('fails if no edit before it makes the file', async () => {
    const staged = stage(tree, [insertedInto('app/new.py', importing('abort'))]);
    await expectAsync(staged).toBeRejectedWithError(/app\/new\.py/);
  });
});

describe('inserted', () => {
  it('is no edit if nothing changes', async () => {
    const source = await PythonSource.parse(PATH, 'from flask import flash\n');
    expect(inserted(source, importing('flash'))).toEqual([]);
  });
});
