import { isMadeByNew, refuseOthers } from '../../src/layout/made-by-new';
import { projectFiles } from '../support/project-files';
import { ViewProject } from '../support/view-project';

describe('isMadeByNew', () => {
  for (const db of [true, false]) {
    it(`recognises a new project ${db ? 'with' : 'without'} a database, however it is reshaped`, async () => {
      const { files } = await ViewProject.with({}, db);
      expect(isMadeByNew(projectFiles(files))).toBeTrue();
      const kept = Object.entries(files).filter(([path]) =>
        /^app\/(__init__|links|extensions)\.py$/.test(path),
      );
      expect(isMadeByNew(projectFiles(Object.fromEntries(kept)))).toBeTrue();
    });
  }

  it('lets make:auth say what it needs', () => {
    const files = projectFiles({ 'shop/__init__.py': 'app = Flask(__name__)\n' });
    expect(() => {
      refuseOthers(files, 'make:auth');
    }).toThrowError(/^make:auth needs a project that `scaffold new` made: .* use Flask-Login\.$/);
  });

  it('lets a run warn of settings that have no effect', async () => {
    const project = await ViewProject.with({
      'scaffold.toml': 'scaffold_templates = "ours"\nlayout = "site.html"\n',
    });
    const warning =
      'warn scaffold.toml:2: layout has no effect, because `scaffold new` made this project.';
    await project.make('about', 'r');
    await project.makeModel('Tag', 'name');
    await project.addField('users', 'age:integer:optional');
    expect(project.warnings).toEqual([warning, warning, warning]);
  });

  it('takes no other application for one, whatever folders it has', () => {
    const others = {
      'app/__init__.py': 'app = Flask(__name__)\n',
      'app/links.py': 'LINKS = []\n',
      'app/controllers/home.py': '',
      'app/routes/home.py': '',
      'app/templates/layouts/base.html': '',
      'app/templates/macros/form_macros.html': '',
    };
    expect(isMadeByNew(projectFiles(others))).toBeFalse();
    expect(isMadeByNew(projectFiles({}))).toBeFalse();
  });
});
