import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fragment, normalize, virtualFs } from '@angular-devkit/core';
import { ProjectFiles } from '../../../src/cli/engine/disk-files';
import { FilesHost } from '../../../src/cli/engine/files-host';
import { temporaryFolder } from '../../support/temporary-folder';

/** What a killed run left to be written and to be deleted. */
const PENDING = [
  { path: 'app/new/b.py', content: Buffer.from('b = 1\n') },
  { path: 'app/c.py', content: undefined },
];

type Kind = 'file' | 'folder' | 'nothing';

describe('FilesHost', () => {
  let root: string;
  let host: virtualFs.SyncDelegateHost;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, 'app/models'), { recursive: true });
    writeFileSync(join(root, 'app/a.py'), 'é = 1\n');
    writeFileSync(join(root, 'app/c.py'), 'c = 1\n');
    symlinkSync('a.py', join(root, 'app/link.py'));
    symlinkSync('models', join(root, 'app/linked'));
    symlinkSync('missing', join(root, 'app/broken'));
    const disk = new FilesHost(
      new ProjectFiles(root, PENDING),
    ) as virtualFs.ReadonlyHost as virtualFs.Host;
    host = new virtualFs.SyncDelegateHost(disk);
  });

  function kindOf(name: string): Kind {
    const path = normalize(name);
    const kind = host.isFile(path) ? 'file' : host.isDirectory(path) ? 'folder' : 'nothing';
    expect(host.exists(path)).toBe(kind !== 'nothing');
    return kind;
  }

  it('reads a file', () => {
    const content = host.read(normalize('/app/link.py'));
    expect(Buffer.from(content).toString()).toBe('é = 1\n');
    expect(Buffer.from(host.read(normalize('/app/new/b.py'))).toString()).toBe('b = 1\n');
  });

  const KINDS: Readonly<Record<string, Kind>> = {
    '/': 'folder',
    '/app': 'folder',
    '/app/a.py': 'file',
    '/app/c.py': 'nothing',
    '/app/models': 'folder',
    '/app/new': 'folder',
    '/app/new/b.py': 'file',
    '/app/link.py': 'file',
    '/app/linked': 'folder',
    '/app/broken': 'nothing',
    '/app/missing': 'nothing',
    '/app/a.py/below': 'nothing',
  };

  for (const [when, folders] of [
    ['before', []],
    ['after', ['/', '/app']],
  ] as const) {
    it(`tells files from folders ${when} it has listed them, by what links lead to`, () => {
      folders.forEach((folder) => host.list(normalize(folder)));
      const kinds = Object.keys(KINDS).map((path) => [path, kindOf(path)]);
      expect(Object.fromEntries(kinds)).toEqual(KINDS);
    });
  }

  it('lists what is in a folder', () => {
    const names = ['a.py', 'link.py', 'linked', 'models', 'new'];
    expect(host.list(normalize('/app')).sort()).toEqual(names.map(fragment));
    expect(host.list(normalize('/'))).toEqual([fragment('app')]);
  });
});
