import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HostTree } from '@angular-devkit/schematics';
import { DiskHost } from '../../src/cli/engine/disk-host';
import { filesDefining } from '../../src/project/files-defining';
import { Project } from '../../src/project/project';
import type { PythonSource } from '../../src/python/source';
import { writeFiles } from '../support/write-files';

describe('Project', () => {
  it('takes a file for missing that is gone since its folder was listed', async () => {
    const root = writeFiles({
      'app/__init__.py': '',
      'app/a.py': 'class A: ...',
      'app/b.py': 'class A: ...',
    });
    const project = new Project(new HostTree(new DiskHost(root)), '.');
    expect(project.pythonFilesIn('app')).toContain('app/a.py');
    rmSync(join(root, 'app/a.py'));
    expect(filesDefining(project, { folder: 'app', className: 'A' })).toEqual(['app/b.py']);
    expect(project.read('app/a.py')).toBeUndefined();
    expect(await project.source('app/a.py')).toBeUndefined();
  });

  it('says of a file what was written last', async () => {
    const root = writeFiles({ 'app/__init__.py': 'x = 1\n' });
    const project = new Project(new HostTree(new DiskHost(root)), '.');
    const source = await project.source('app/__init__.py');
    expect(project.text('app/__init__.py')).toBe('x = 1\n');
    project.update((source as PythonSource).insert({ position: 6, text: 'y = "é"\n' }));
    expect(project.read('app/__init__.py')?.toString()).toBe('x = 1\ny = "é"\n');
    project.replace('app/__init__.py', 'z = 1\n');
    expect(project.text('app/__init__.py')).toBe('z = 1\n');
    project.create('app/b.py', 'b = 1\n');
    expect(project.text('app/b.py')).toBe('b = 1\n');
  });
});
