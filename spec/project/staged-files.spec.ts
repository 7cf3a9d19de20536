import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HostTree } from '@angular-devkit/schematics';
import { DiskFiles, ProjectFiles } from '../../src/cli/engine/disk-files';
import { FilesHost } from '../../src/cli/engine/files-host';
import { type Files, TreeFiles } from '../../src/project/files';
import { StagedFiles } from '../../src/project/staged-files';
import { writeFiles } from '../support/write-files';

describe('StagedFiles', () => {
  const HOSTS: Readonly<Record<string, (root: string) => Files>> = {
    'the disk': (root) => new DiskFiles(root),
    'a Tree': (root) => new TreeFiles(new HostTree(new FilesHost(new ProjectFiles(root))), '.'),
  };

  for (const [name, filesIn] of Object.entries(HOSTS)) {
    describe(`on ${name}`, () => {
      let root: string;
      let files: StagedFiles;

      beforeEach(() => {
        root = writeFiles({ 'app/__init__.py': 'x = 1\n', 'app/a.py': 'a = 1\n' });
        files = new StagedFiles(filesIn(root));
      });

      it('shows what was written on top of what was found', () => {
        expect(files.read('app/a.py')?.toString()).toBe('a = 1\n');
        files.stage('app/a.py', Buffer.from('a = 2\n'));
        files.stage('app/b.py', Buffer.from('b = 1\n'));
        files.stage('app/routes/posts/routes.py', Buffer.from(''));
        expect(files.read('app/a.py')?.toString()).toBe('a = 2\n');
        expect(['app/a.py', 'app/__init__.py'].map((path) => files.text(path))).toEqual([
          'a = 2\n',
          'x = 1\n',
        ]);
        expect(files.has('app/b.py')).toBeTrue();
        expect(files.filesIn('app').toSorted()).toEqual(['__init__.py', 'a.py', 'b.py']);
        expect(files.foldersIn('app')).toEqual(['routes']);
        expect(files.foldersIn('app/routes')).toEqual(['posts']);
        expect(files.filesIn('app/routes/posts')).toEqual(['routes.py']);
      });

      it('reads each file once', () => {
        files.read('app/a.py');
        writeFileSync(join(root, 'app/a.py'), 'edited = 1\n');
        expect(files.read('app/a.py')?.toString()).toBe('a = 1\n');
      });

      it('takes a file for missing that is gone since its folder was listed', () => {
        expect(files.filesIn('app')).toContain('a.py');
        rmSync(join(root, 'app/a.py'));
        expect(files.read('app/a.py')).toBeUndefined();
      });

      it('finds no file in the place of a folder, nor below a file', () => {
        mkdirSync(join(root, 'app/folder.py'));
        expect(files.read('app/folder.py')).toBeUndefined();
        expect(files.read('app/a.py/b.py')).toBeUndefined();
        expect(files.text('app/folder.py')).toBeUndefined();
      });

      it('has nothing of what is missing', () => {
        expect(files.has('app/missing.py')).toBeFalse();
        expect(files.read('app/missing.py')).toBeUndefined();
        expect(files.text('app/missing.py')).toBeUndefined();
        expect([...files.filesIn('missing'), ...files.foldersIn('missing')]).toEqual([]);
      });
    });
  }
});
