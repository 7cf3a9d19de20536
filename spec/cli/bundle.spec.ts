import fs, { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { main } from '../../src/cli/main';
import { KINDS } from '../make-view/reshaped/kinds';
import { bareCopy } from '../support/bare-application';
import { type Ended, run, SCAFFOLD, TYPESCRIPT } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';
import { treeOf } from '../support/tree-of';
import { ViewProject } from '../support/view-project';
import { writeFiles } from '../support/write-files';

const REPO = join(__dirname, '../..');
const MISUSE: readonly (readonly string[])[] = [
  [],
  ['--version'],
  ['make:view', '--help'],
  ['mak:view', 'about'],
  ['make:view', 'posts..show', '-r'],
  ['make:view', 'about', '--rout', '/about'],
  ['make:view', 'posts.store'],
  ['make:view', 'about', '--route', '/a b'],
];

type Main = typeof main;

/** The command as the build bundles it, to be called in this process. */
async function bundledMain(): Promise<Main> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  // The files that it reads at run time stand beside it, and in its dependencies.
  symlinkSync(join(REPO, 'dist/src'), join(folder, 'src'));
  symlinkSync(join(REPO, 'node_modules'), join(folder, 'node_modules'));
  const outfile = join(folder, 'bin/main.js');
  const code = `import('./scripts/bundle.mjs').then(({ bundle }) => bundle('src/cli/main.ts', ${JSON.stringify(outfile)}))`;
  const { code: status, stderr } = await run(process.execPath, ['-e', code], { cwd: REPO });
  expect([status, stderr]).toEqual([0, '']);
  return (createRequire(__filename)(outfile) as { main: Main }).main;
}

const said = { stdout: '', stderr: '' };

/** Runs a command in a folder, in this process. */
async function runIn(folder: string, command: Main, words: readonly string[]): Promise<Ended> {
  const before = process.cwd();
  said.stdout = said.stderr = '';
  try {
    process.chdir(folder);
    return { code: await command(words), ...said };
  } finally {
    process.chdir(before);
  }
}

describe('The bundled command', () => {
  let bundled: Main;

  beforeAll(async () => {
    bundled = await bundledMain();
  });

  beforeEach(() => {
    const names = ['stdout', 'stderr'] as const;
    for (const name of names) {
      // Each run listens for a pipe that is closed.
      process[name].setMaxListeners(0);
      spyOn(process[name], 'write').and.callFake((text) => {
        said[name] += String(text);
        return true;
      });
    }
    // What is no terminal is written to without its stream.
    const writeSync = fs.writeSync.bind(fs) as (...args: unknown[]) => number;
    spyOn(fs, 'writeSync').and.callFake((descriptor: number, ...args: unknown[]) => {
      const name = names[descriptor - 1];
      const [bytes] = args;
      if (name === undefined || !Buffer.isBuffer(bytes)) {
        return writeSync(descriptor, ...args);
      }
      said[name] += bytes.toString();
      return bytes.length;
    });
  });

  /** What the command makes of these lines, one after the other, of a folder. */
  async function outcomeOf(
    command: Main,
    folder: string,
    lines: readonly (readonly string[])[],
  ): Promise<unknown> {
    const ends: Ended[] = [];
    for (const words of lines) {
      ends.push(await runIn(folder, command, words));
    }
    return { ends, tree: { ...treeOf(folder), '.env': '' } };
  }

  for (const [kind, cases] of Object.entries(KINDS)) {
    it(`leaves and says what the sources do, of ${kind} that a person has reshaped`, async () => {
      for (const [title, { files, views }] of Object.entries(cases)) {
        const project = await ViewProject.with(files);
        const [here, there] = [writeFiles(project.files), writeFiles(project.files)];
        const lines = views.map(([name, flags]) => [
          'make:view',
          name,
          ...(flags ? [`-${flags}`] : []),
        ]);
        expect(await outcomeOf(bundled, here, lines))
          .withContext(title)
          .toEqual(await outcomeOf(main, there, lines));
      }
    });
  }

  for (const words of MISUSE) {
    it(`answers as the sources do: scaffold ${words.join(' ')}`, async () => {
      const [here, there] = [await bareCopy(), await bareCopy()];
      expect(await outcomeOf(bundled, here, [words])).toEqual(
        await outcomeOf(main, there, [words]),
      );
    });
  }

  for (const words of [
    ['make:view', 'posts.index', '-rcm'],
    ['make:view', 'posts.index', '--mode'],
  ]) {
    it(`is as a process what the sources are: scaffold ${words.join(' ')}`, async () => {
      const sources = ['-r', TYPESCRIPT, join(REPO, 'bin/command.ts')];
      const ends = [];
      for (const program of [[SCAFFOLD], sources]) {
        const root = await bareCopy();
        const end = await run(process.execPath, [...program, ...words], { cwd: root });
        ends.push({ ...end, tree: { ...treeOf(root), '.env': '' } });
      }
      expect(ends[0]).toEqual(ends[1]);
    });
  }

  it('loads nothing that starts processes or reads a terminal, if it only writes files', async () => {
    const root = await bareCopy();
    const listing = join(temporaryFolder(), 'listing.cjs');
    writeFileSync(
      listing,
      `process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));`,
    );
    for (const words of [
      ['make:view', 'posts.index', '-rcm'],
      ['make:resource', 'tags', 'name'],
      ['undo'],
    ]) {
      const { stderr } = await run(process.execPath, ['-r', listing, SCAFFOLD, ...words], {
        cwd: root,
      });
      const loaded = stderr.split('\n').map((line) => line.replace('NativeModule ', ''));
      expect(loaded).toContain('v8');
      for (const name of ['child_process', 'crypto', 'readline']) {
        expect(loaded).withContext(words.join(' ')).not.toContain(name);
      }
    }
  });
});
