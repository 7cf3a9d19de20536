import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, SCAFFOLD } from '../support/run';
import { treeOf } from '../support/tree-of';
import { writeFiles } from '../support/write-files';

const FILES = {
  'web/__init__.py':
    'from flask import Flask\n\nfrom web.main import bp\n\napp = Flask(__name__)\napp.register_blueprint(bp)\n',
  'web/main.py':
    'from flask import Blueprint, render_template\n\nbp = Blueprint("main", __name__)\n\n\n@bp.route("/")\ndef index():\n    return render_template("index.html")\n',
  'web/templates/base.html': '{% block content %}{% endblock %}\n',
  'web/templates/index.html': '{% extends "base.html" %}\n{% block content %}Hi{% endblock %}\n',
};

const OURS = join(__dirname, '../../src/make-view/files/plain/page.html.template');
const OWN = 'scaffold_templates/plain/page.html.template';

describe('scaffold eject', () => {
  it('lists the names of all templates', async () => {
    const { code, stdout } = await run(SCAFFOLD, ['eject'], { cwd: writeFiles({}) });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^api\/resource\.py\n/m);
    expect(stdout).toMatch(/^plain\/page\.html\n/m);
    expect(stdout).toMatch(/\ntests\/test_resource\.py\n$/);
  });

  it('copies one, which the next run uses, and undo takes both back', async () => {
    const cwd = writeFiles(FILES);
    const before = treeOf(cwd);
    const { code, stdout } = await run(SCAFFOLD, ['eject', 'plain/page.html'], { cwd });
    expect([code, stdout]).toEqual([0, `CREATE ${OWN} (${readFileSync(OURS).length} bytes)\n`]);
    expect(readFileSync(join(cwd, OWN))).toEqual(readFileSync(OURS));
    const listed = await run(SCAFFOLD, ['eject'], { cwd });
    expect(listed.stdout).toMatch(new RegExp(`^plain/page\\.html {2}→ {2}${OWN}$`, 'm'));
    const made = await run(SCAFFOLD, ['make:view', 'about', '-r'], { cwd });
    expect(made.stdout).toMatch(new RegExp(`\nWith your own templates: ${OWN}\n$`));
    for (const command of ['make:view about -r', 'eject plain/page.html']) {
      const undone = await run(SCAFFOLD, ['undo'], { cwd });
      expect(undone.stdout).toMatch(new RegExp(`\nUndone: scaffold ${command}\n$`));
    }
    expect(treeOf(cwd)).toEqual(before);
  });

  it('writes nothing over a file that exists, and nothing in a dry run', async () => {
    const cwd = writeFiles({ ...FILES, 'scaffold_templates/plain/page.html': 'Mine' });
    const before = treeOf(cwd);
    const again = await run(SCAFFOLD, ['eject', 'plain/page.html'], { cwd });
    expect([again.code, again.stderr]).toEqual([
      1,
      'error: scaffold_templates/plain/page.html already exists. Remove it first if you want our template again.\n',
    ]);
    const dry = await run(SCAFFOLD, ['eject', 'plain/views.py', '--dry-run'], { cwd });
    expect(dry.stdout).toMatch(
      /^CREATE .*\n--- \/dev\/null\n[^]*\nDry run: nothing was written\.\n$/,
    );
    expect(treeOf(cwd)).toEqual(before);
  });

  it('names the nearest template', async () => {
    const cwd = writeFiles(FILES);
    const typo = await run(SCAFFOLD, ['eject', 'plan/page.html'], { cwd });
    expect([typo.code, typo.stderr]).toEqual([
      2,
      'error: There is no template plan/page.html. Did you mean plain/page.html?\n',
    ]);
    const { code, stderr } = await run(SCAFFOLD, ['eject', 'x'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      'error: There is no template x. `scaffold eject` lists them.\n',
    ]);
  });

  it('ends with 1 in a folder without an application', async () => {
    const cwd = writeFiles({ 'a.py': '' });
    const { code, stderr } = await run(SCAFFOLD, ['eject', 'plain/page.html'], { cwd });
    expect([code, stderr.slice(0, 38)]).toEqual([1, 'error: No Flask application was found:']);
    expect(existsSync(join(cwd, 'scaffold_templates'))).toBeFalse();
  });
});
