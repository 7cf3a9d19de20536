import { normalize, virtualFs } from '@angular-devkit/core';
import { HostTree } from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import { CommitSink } from '../../../src/cli/commit/commit-sink';
import type { StagedFile } from '../../../src/cli/commit/staged-file';

describe('CommitSink', () => {
  let host: virtualFs.SimpleMemoryHost;
  let tree: HostTree;
  let written: StagedFile[][];

  beforeEach(async () => {
    host = new virtualFs.SimpleMemoryHost();
    const content = virtualFs.stringToFileBuffer('old');
    await lastValueFrom(host.write(normalize('/run.py'), content), { defaultValue: undefined });
    tree = new HostTree(host);
    written = [];
  });

  function commit(): Promise<void> {
    const sink = new CommitSink((files) => {
      written.push(files);
      return Promise.resolve();
    });
    return lastValueFrom(sink.commit(tree));
  }

  it('hands on all that is created and changed at once', async () => {
    tree.overwrite('run.py', 'new');
    tree.create('app/x.py', 'x');
    await commit();
    expect(written).toEqual([
      [
        { path: 'app/x.py', content: Buffer.from('x') },
        { path: 'run.py', content: Buffer.from('new') },
      ],
    ]);
  });

  it('hands on nothing where nothing is staged', async () => {
    await commit();
    expect(written).toEqual([]);
  });

  it('hands on a delete as a file without content', async () => {
    tree.delete('run.py');
    tree.create('app/x.py', 'x');
    tree.delete('app/x.py');
    await commit();
    expect(written).toEqual([[{ path: 'run.py', content: undefined }]]);
  });

  it('hands on a rename as a delete and a new file, with what was written to it since', async () => {
    tree.rename('run.py', 'main.py');
    await commit();
    tree.overwrite('main.py', 'new');
    tree.create('run.py', 'other');
    await commit();
    const after = (content: string, other: string | undefined): StagedFile[] => [
      { path: 'run.py', content: other === undefined ? other : Buffer.from(other) },
      { path: 'main.py', content: Buffer.from(content) },
    ];
    expect(written).toEqual([after('old', undefined), after('new', 'other')]);
  });
});
