import { join } from 'node:path';
import { initialise } from '../../src/make-auth/initialisation';
import { PythonSource } from '../../src/python/source';
import { expectEditsIn } from '../python/diff';

const AUTH = { module: 'app', name: 'auth' };

async function edit(text: string): Promise<string> {
  const source = await PythonSource.parse('app/__init__.py', text);
  const edited = initialise(source, AUTH);
  expect(initialise(edited, AUTH)).toBe(edited);
  return edited.toString();
}

describe('initialise', () => {
  expectEditsIn(join(__dirname, 'initialisation'), edit);

  for (const [title, text] of [
    ['nothing is initialised', 'app = Flask(__name__)\n'],
    ['the name means something else', 'from x import auth\ndb.init_app(app)\n'],
    ['it happens on a condition only', 'if debug:\n    db.init_app(app)\n'],
  ] as const) {
    it(`gives the lines to add if ${title}`, async () => {
      await expectAsync(edit(text)).toBeRejectedWithError(
        /from app import auth\n {4}auth\.init_app\(app\)/,
      );
    });
  }
});
