import { layoutOfProject } from '../../src/layout/read-layout';
import { writtenSettings } from '../../src/layout/settings';
import { projectFiles } from '../support/project-files';

const APP = { 'web/app.py': 'app = Flask(__name__)\n' };

describe('The settings of a layout', () => {
  const files: Record<string, [path: string, text: string, place: string]> = {
    'pyproject.toml': [
      'pyproject.toml',
      '[project]\nname = "web"\n\n[tool.scaffold]\n# Ours.\nlayout = "site.html"\ntyped = true\n',
      'pyproject.toml:6',
    ],
    'scaffold.toml': ['scaffold.toml', 'layout = "site.html"\ntyped = true\n', 'scaffold.toml:1'],
  };
  for (const [name, [path, text, place]] of Object.entries(files)) {
    it(`come before what is found, in ${name}`, async () => {
      const { layout } = await layoutOfProject(projectFiles({ ...APP, [path]: text }));
      expect(layout.layout).toEqual({ value: 'site.html', from: place });
      expect(layout.typed.value).toBeTrue();
      expect(layout.factory).toEqual({ value: 'web.app', from: 'web/app.py:1' });
    });
  }

  const refused: Record<string, [Readonly<Record<string, string>>, RegExp | string]> = {
    'both files': [
      { 'scaffold.toml': '', 'pyproject.toml': '[tool.scaffold]\n' },
      'Both scaffold.toml and [tool.scaffold] in pyproject.toml set the layout. Remove one of them.',
    ],
    'an unknown key': [
      { 'pyproject.toml': '[tool.scaffold]\n\ncontent_blok = "x"\n' },
      'pyproject.toml:3: unknown key content_blok. Did you mean content_block?',
    ],
    'a key that is near to none': [
      { 'scaffold.toml': 'colour = "x"\n' },
      /^scaffold\.toml:1: unknown key colour\. The keys are package, factory, /,
    ],
    'another value than those of the key': [
      { 'scaffold.toml': 'decorator = "routes"\n' },
      'scaffold.toml:1: decorator must be "route" or "get".',
    ],
    'a key that follows from the code': [
      { 'scaffold.toml': 'views = "class"\n' },
      'scaffold.toml:1: views cannot be set, because it follows from the code. Remove this line.',
    ],
    'a package without an application': [
      { 'scaffold.toml': 'package = "wbe"\n' },
      'scaffold.toml:1: no application was found in wbe. Without this setting, `scaffold inspect` shows the one that it finds.',
    ],
    'a factory that makes none': [
      { 'scaffold.toml': 'factory = "web.main"\n' },
      /^scaffold\.toml:1: no application was found in web\.main\. /,
    ],
    'templates outside of the project': [
      { 'scaffold.toml': 'scaffold_templates = "../ours"\n' },
      'scaffold.toml:1: scaffold_templates must be a folder of the project.',
    ],
    'a number': [
      { 'scaffold.toml': 'layout = 1\n' },
      'scaffold.toml:1: layout must be a text on one line.',
    ],
    'code in place of a name': [
      { 'scaffold.toml': 'blueprint = "bp = 0\\nbp"\n' },
      'scaffold.toml:1: blueprint must be a name, such as bp.',
    ],
    'a path with a line break': [
      { 'scaffold.toml': 'routes = "app/{name}\\n/x.py"\n' },
      'scaffold.toml:1: routes must be a text on one line.',
    ],
    'what is not TOML': [{ 'scaffold.toml': 'a = 1\nb = \n' }, 'scaffold.toml:2: not valid TOML.'],
    'a project without an application': [
      { 'web/app.py': '' },
      'No Flask application was found: no Python file in this folder or below has app = Flask(…).',
    ],
    'two applications': [
      { 'shop/app.py': 'app = Flask(__name__)\n' },
      'There are several applications: web (web/app.py:1), shop (shop/app.py:1). Change to the folder of one of ' +
        'them, or set package in [tool.scaffold] of pyproject.toml.',
    ],
  };
  for (const [what, [contents, message]] of Object.entries(refused)) {
    it(`are refused for ${what}`, async () => {
      const read = layoutOfProject(projectFiles({ ...APP, ...contents }));
      await expectAsync(read).toBeRejectedWithError(message as string);
    });
  }

  it('name the application that is meant', async () => {
    const contents = {
      ...APP,
      'shop/app.py': APP['web/app.py'],
      'scaffold.toml': 'package = "shop"\n',
    };
    const { layout } = await layoutOfProject(projectFiles(contents));
    expect(layout.factory.value).toBe('shop.app');
  });

  it('name it as it is imported, or by the module that makes it', async () => {
    const made = "app = Flask('a')\n";
    const contents = { 'src/shop/app.py': made, 'src/shop/__init__.py': '', 'web/app.py': made };
    for (const text of ['package = "shop"', 'package = "src/shop"', 'factory = "shop.app"']) {
      const { layout } = await layoutOfProject(
        projectFiles({ ...contents, 'scaffold.toml': `${text}\n` }),
      );
      expect(layout.package.value).toBe('src/shop');
      expect(layout.factory.value).toBe('shop.app');
    }
  });

  it('are written with the line ends of the file, and never over a file that is not TOML', async () => {
    const text = '[project]\r\nname = "web"\r\n\r\n[tool.scaffold]\r\n# Ours.\r\nlayout = "x"\r\n';
    for (const before of [text, text.slice(0, text.indexOf('[tool'))]) {
      const files = projectFiles({ ...APP, 'pyproject.toml': before });
      const { layout } = await layoutOfProject(files);
      const written = await writtenSettings(files, layout);
      expect(written.text).toContain('package = "web"\r\n');
      expect(written.text).not.toMatch(/(?<!\r)\n/);
    }
    const broken = projectFiles({ ...APP, 'pyproject.toml': '[project]\nname = \n' });
    const { layout } = await layoutOfProject(broken);
    await expectAsync(writtenSettings(broken, layout)).toBeRejectedWithError(
      'pyproject.toml:2: not valid TOML.',
    );
  });

  const written: Record<string, [before: string | undefined, path: string, after: RegExp]> = {
    'a new file': [undefined, 'scaffold.toml', /^package = "web"\nfactory = "web\.app"\n/],
    'a new table': [
      '# Ours.\n[project]\nname = "web" # really',
      'pyproject.toml',
      /^# Ours\.\n\[project\]\nname = "web" # really\n\n\[tool\.scaffold\]\npackage = "web"\n/,
    ],
    'a table that exists, with its comments': [
      '[tool.scaffold]\n# Not base.html.\nlayout = "site.html" # ours\n\n[tool.ruff]\nline-length = 100\n',
      'pyproject.toml',
      /^\[tool\.scaffold\]\n# Not base\.html\.\nlayout = "site\.html" # ours\n[^[]*package = "web"\n[^[]*\[tool\.ruff\]\nline-length = 100\n$/,
    ],
  };
  for (const [what, [before, path, after]] of Object.entries(written)) {
    it(`are written to ${what}`, async () => {
      const files = projectFiles(before === undefined ? APP : { ...APP, [path]: before });
      const { layout } = await layoutOfProject(files);
      const made = await writtenSettings(files, layout);
      expect(made.path).toBe(path);
      expect(made.text).toMatch(after);
      const again = projectFiles({ ...APP, [path]: made.text });
      const reread = await layoutOfProject(again);
      expect(reread.layout.package.value).toBe('web');
      expect((await writtenSettings(again, reread.layout)).text).toBe(made.text);
    });
  }
});
