import { join } from 'node:path';
import { normalize, virtualFs } from '@angular-devkit/core';
import { HostTree, type RuleFactory } from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import type { StagedFile } from '../../../src/cli/commit/planned-edit';
import { CommitSink, SCHEMATICS } from '../../../src/cli/engine/run-schematic';
import { schematics as COLLECTION } from '../../../src/collection.json';

const SOURCES = join(__dirname, '../../../src');

/** What the command runs in the place of a factory: it makes several views at once. */
const IN_PLACE_OF: Readonly<Record<string, string>> = { makeView: 'makeViews' };

describe('SCHEMATICS', () => {
  it('has the schematics of the collection', () => {
    expect(Object.keys(SCHEMATICS)).toEqual(Object.keys(COLLECTION));
  });

  for (const [name, { factory: named }] of Object.entries(COLLECTION)) {
    it(`has the factory that the collection names: ${name}`, async () => {
      const [file = '', exported = ''] = named.split('#');
      const module = (await import(join(SOURCES, file))) as Record<string, RuleFactory<object>>;
      const factory = module[IN_PLACE_OF[exported] ?? exported];
      expect(factory).toBeDefined();
      expect(await SCHEMATICS[name]?.load()).toBe(factory);
    });
  }
});

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
