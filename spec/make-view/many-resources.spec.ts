import { HostTree } from '@angular-devkit/schematics';
import { PythonSource } from '../../src/python/source';
import { ViewProject } from '../support/view-project';

const NAMES = Array.from('abcdefghik', (letter) => `thing_${letter}`);
const CLASSES = NAMES.map((name) => `Thing${name.slice(-1).toUpperCase()}`);

/** What a project of many resources holds that `make-view` made. */
const FILES: Readonly<Record<string, string>> = {
  'app/models/__init__.py': registry('models', ''),
  'app/controllers/__init__.py': registry('controllers', 'Controller'),
  'app/__init__.py': [
    'from flask import Flask',
    '',
    ...NAMES.map((name) => `from app.routes.${name}s import bp as ${name}s_bp`),
    '',
    '',
    'def create_app() -> Flask:',
    '    app = Flask(__name__)',
    ...NAMES.map((name) => `    app.register_blueprint(${name}s_bp)`),
    '    return app',
    '',
  ].join('\n'),
  ...Object.fromEntries(
    NAMES.flatMap((name, index) => [
      [`app/models/${name}.py`, `class ${CLASSES[index] ?? ''}(db.Model):\n    pass\n`],
      [`app/controllers/${name}_controller.py`, `class ${CLASSES[index] ?? ''}Controller: ...\n`],
      [`app/routes/${name}s/__init__.py`, 'from app.routes.things.routes import bp\n'],
      [
        `app/routes/${name}s/routes.py`,
        'from flask import Blueprint\n\nbp = Blueprint("x", "x")\n',
      ],
    ]),
  ),
};

function registry(folder: string, ending: string): string {
  const suffix = ending === '' ? '' : `_${ending.toLowerCase()}`;
  return [
    ...NAMES.map((name, index) => {
      return `from app.${folder}.${name}${suffix} import ${CLASSES[index] ?? ''}${ending}`;
    }),
    '',
    '__all__ = [',
    ...CLASSES.map((name) => `    "${name}${ending}",`),
    ']',
    '',
  ].join('\n');
}

describe('make-view among many resources', () => {
  it('parses no file of another resource, and each of the others once', async () => {
    const project = await ViewProject.with(FILES);
    const parse = spyOn(PythonSource, 'parse').and.callThrough();
    await project.make('posts.index', 'rcm');
    const paths = parse.calls.allArgs().map(([path]) => path);
    expect(paths).toContain('app/__init__.py');
    expect(paths.filter((path) => path.includes('thing_'))).toEqual([]);
    expect(paths.length).toBe(new Set(paths).size);
  });

  it('reads each file once', async () => {
    const project = await ViewProject.with(FILES);
    const read = spyOn(HostTree.prototype, 'read').and.callThrough();
    await project.make('posts.index', 'rc');
    const paths = read.calls.allArgs().map(([path]) => path);
    const others = paths.filter((path) => path.includes('thing_'));
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBe(new Set(others).size);
  });

  it('edits each registry once', async () => {
    const project = await ViewProject.with(FILES);
    const edit = spyOn(PythonSource.prototype, 'insert').and.callThrough();
    // No other spec makes this view here: a run that has been made already is not made again.
    await project.make('notes.index', 'rcm');
    const edited = edit.calls.all().map(({ object }) => (object as unknown as PythonSource).path);
    const registries = [...Object.keys(FILES)].filter((path) =>
      /^app\/(\w+\/)?__init__\.py$/.test(path),
    );
    expect(registries.length).toBe(3);
    for (const path of registries) {
      expect(edited.filter((each) => each === path).length)
        .withContext(path)
        .toBe(1);
    }
  });
});
