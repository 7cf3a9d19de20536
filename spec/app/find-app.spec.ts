import { logging } from '@angular-devkit/core';
import { Tree } from '@angular-devkit/schematics';
import type { FoundApp } from '../../src/app/app';
import { findApp } from '../../src/app/find-app';
import { LAYOUT_KEYS } from '../../src/layout/finding';
import { readLayout } from '../../src/layout/read-layout';
import { Changes } from '../../src/manifest/changes';
import { projectFiles } from '../support/project-files';
import { ViewProject } from '../support/view-project';

function appOf(files: Readonly<Record<string, string>>): Promise<FoundApp> {
  const found = projectFiles(files);
  const changes = new Changes(found, new logging.NullLogger());
  return findApp({ tree: Tree.empty(), projectPath: '.', files: found, changes });
}

describe('findApp', () => {
  for (const db of [true, false]) {
    it(`knows of a new application ${db ? 'with' : 'without'} a database what its files say`, async () => {
      const { files } = await ViewProject.with({}, db);
      const { isOurs, layout } = await appOf(files);
      const read = await readLayout(projectFiles(files));
      expect(isOurs).toBeTrue();
      for (const key of LAYOUT_KEYS.filter((each) => !/^(models|forms)$/.test(each))) {
        expect(layout[key].value).withContext(key).toEqual(read?.layout[key].value);
      }
    });
  }

  it('reads any other application', async () => {
    const { isOurs, layout, project } = await appOf({
      'shop/__init__.py': 'from flask import Flask\n\napp = Flask(__name__)\n',
    });
    expect([isOurs, layout.package.value, project.layout.package]).toEqual([false, 'shop', 'shop']);
  });
});
