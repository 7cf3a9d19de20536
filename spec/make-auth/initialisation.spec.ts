import { join } from 'node:path';
import { initialise } from '../../src/make-auth/merge';
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

  it('initialises the first extension where blueprints are registered', async () => {
    const factory = 'def create_app():\n    app = Flask(__name__)\n    return app\n';
    expect(await edit(factory)).toContain('    auth.init_app(app)\n    return app\n');
    const helper = 'def register_blueprints(site):\n    """Register the blueprints."""\n';
    expect(await edit(helper)).toContain(`${helper}    auth.init_app(site)\n`);
  });

  it('refuses a file without an application, and a name that means something else', async () => {
    await expectAsync(edit('if debug:\n    db.init_app(app)\n')).toBeRejectedWithError(
      /this file makes no application\. Add this function/,
    );
    await expectAsync(edit('from x import auth\ndb.init_app(app)\n')).toBeRejectedWithError(
      /auth already means something else than app\.auth\. Rename it/,
    );
  });
});
