import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HostTree, Tree } from '@angular-devkit/schematics';
import { ProjectFiles } from '../../src/cli/engine/disk-files';
import { FilesHost } from '../../src/cli/engine/files-host';
import { classesNamed } from '../../src/project/class-place';
import { projectIn } from '../support/project-in';
import { writeFiles } from '../support/write-files';

describe('Project', () => {
  it('takes a file for missing that is gone since its folder was listed', async () => {
    const root = writeFiles({
      'app/__init__.py': '',
      'app/a.py': 'class A: ...',
      'app/b.py': 'class A: ...',
    });
    const project = projectIn(new HostTree(new FilesHost(new ProjectFiles(root))));
    expect(project.pythonFilesIn('app')).toContain('app/a.py');
    rmSync(join(root, 'app/a.py'));
    const names = { className: 'A', file: 'app/a.py' };
    const found = await classesNamed(project, 'app', names).next();
    expect(found.value?.source.path).toBe('app/b.py');
    expect(project.read('app/a.py')).toBeUndefined();
    expect(await project.source('app/a.py')).toBeUndefined();
  });

  it('parses a file once, also for those who ask at the same time', async () => {
    const tree = Tree.empty();
    tree.create('app/__init__.py', '');
    tree.create('app/auth.py', 'current_user = None\n');
    const project = projectIn(tree);
    const [one, ...others] = await project.sources(['app/auth.py', 'app/auth.py', 'app/auth.py']);
    expect(others.every((each) => each === one)).toBe(true);
  });
});
