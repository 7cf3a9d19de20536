import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fragment, normalize, virtualFs } from '@angular-devkit/core';
import { DiskHost } from '../../../src/cli/engine/disk-host';
import { temporaryFolder } from '../../support/temporary-folder';

type Kind = 'file' | 'folder' | 'nothing';

describe('DiskHost', () => {
  let root: string;
  let host: virtualFs.SyncDelegateHost;

  beforeEach(() => {
    root = temporaryFolder();
    mkdirSync(join(root, 'app/models'), { recursive: true });
    writeFileSync(join(root, 'app/a.py'), 'é = 1\n');
    symlinkSync('a.py', join(root, 'app/link.py'));
    symlinkSync('models', join(root, 'app/linked'));
    symlinkSync('missing', join(root, 'app/broken'));
    const disk = new DiskHost(root) as virtualFs.ReadonlyHost as virtualFs.Host;
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
  });

  const KINDS: Readonly<Record<string, Kind>> = {
    '/': 'folder',
    '/app': 'folder',
    '/app/a.py': 'file',
    '/app/models': 'folder',
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
    const names = ['a.py', 'broken', 'link.py', 'linked', 'models'];
    expect(host.list(normalize('/app')).sort()).toEqual(names.map(fragment));
    expect(host.list(normalize('/'))).toEqual([fragment('app')]);
  });

  it('does not ask the disk again what a listing has said', () => {
    host.list(normalize('/app'));
    rmSync(join(root, 'app/a.py'));
    expect(kindOf('/app/a.py')).toBe('file');
  });

  it('asks the disk each time for what no listing has said', () => {
    expect(kindOf('/app/b.py')).toBe('nothing');
    writeFileSync(join(root, 'app/b.py'), '');
    expect(kindOf('/app/b.py')).toBe('file');
  });
});
