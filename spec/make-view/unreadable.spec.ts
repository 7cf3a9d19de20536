import { SourceError } from '../../src/python/source';
import { ViewProject } from '../support/view-project';
import { CONTROLLER, CONTROLLERS, INIT, MODELS, POST, ROUTES } from './reshaped/case';

const FORM = 'app/forms/post_form.py';

/** The views that read each file: those that edit it, then one that finds in it what it would add. */
const READERS: Readonly<Record<string, readonly (readonly [name: string, flags: string])[]>> = {
  'app/__init__.py': [
    ['recipes.index', 'r'],
    ['posts.show', 'r'],
  ],
  'app/routes/mains/routes.py': [
    ['about', 'r'],
    ['index', 'r'],
  ],
  [INIT]: [
    ['posts.show', 'r'],
    ['posts.index', 'r'],
  ],
  [ROUTES]: [
    ['posts.show', 'r'],
    ['posts.index', 'rcm'],
  ],
  [CONTROLLER]: [
    ['posts.show', 'c'],
    ['posts.index', 'c'],
    ['posts.show', 'r'],
    ['posts.show', ''],
  ],
  [CONTROLLERS]: [
    ['recipes.index', 'c'],
    ['posts.index', 'c'],
  ],
  [POST]: [
    ['posts.comments.index', 'rcm'],
    ['posts.show', 'c'],
    ['posts.index', 'rcm'],
  ],
  [MODELS]: [
    ['recipes.index', 'm'],
    ['posts.index', 'm'],
  ],
  [FORM]: [
    ['posts.create', 'c'],
    ['posts.update', 'rc'],
  ],
  'app/forms/__init__.py': [
    ['posts.create', 'c'],
    ['users.create', 'c'],
  ],
};

const BROKEN: Readonly<Record<string, (path: string, text: string) => [string | Buffer, string]>> =
  {
    'is not Python': (path, text) => {
      const line = text.split('\n').length;
      return [`${text}def broken(:\n    pass\n`, `${path}:${line}: not valid Python`];
    },
    'is not indented as Python is': (path, text) => {
      const line = text.split('\n').length;
      return [`${text}x = 1\n    y = 2\n`, `${path}:${line + 1}: not valid Python`];
    },
    'is not UTF-8': (path, text) => [
      Buffer.from(`${text}# caf\xe9\n`, 'latin1'),
      `${path}: not UTF-8`,
    ],
  };

describe('A file that', () => {
  let made: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const project = await ViewProject.with();
    await project.make('posts.index', 'rcm');
    await project.make('posts.edit', 'rc');
    made = project.files;
  });

  for (const [what, breakFile] of Object.entries(BROKEN)) {
    for (const [path, readers] of Object.entries(READERS)) {
      it(`${what} is named by whatever reads it, and nothing is written: ${path}`, async () => {
        const [content, message] = breakFile(path, made[path] ?? '');
        const project = await ViewProject.with({ ...made, [path]: content });
        for (const [name, flags] of readers) {
          await expectAsync(project.make(name, flags))
            .withContext(`${name} -${flags}`)
            .toBeRejectedWithError(SourceError, message);
        }
        expect(project.changes).toEqual({});
      });
    }

    it(`${what} does not matter to what need not read it`, async () => {
      const files = [POST, MODELS, FORM, CONTROLLER, ROUTES, INIT].map((path) => {
        return [path, breakFile(path, made[path] ?? '')[0]] as const;
      });
      const project = await ViewProject.with({ ...made, ...Object.fromEntries(files) });
      await project.make('about', 'rc');
      expect(Object.keys(project.changes)).toContain('app/templates/about.html');
    });
  }
});
