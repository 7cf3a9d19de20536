import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const REPO = join(__dirname, '..');

/** Shorter files are types and constants. */
const FEWEST_LINES = 15;

const FILES = readdirSync(join(REPO, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?<!options)\.ts$/.test(path),
);

describe('A source file', () => {
  it('has the spec of its name, or names its spec', () => {
    expect(FILES.filter((file) => !hasSpec(file))).toEqual([]);
  });

  function hasSpec(file: string): boolean {
    const source = readFileSync(join(REPO, 'src', file), 'utf8');
    const named = /^\/\/ Specs: (.+)$/m.exec(source)?.[1];
    const isShort = source.split('\n').length <= FEWEST_LINES && named === undefined;
    return isShort || existsSync(join(REPO, named ?? `spec/${file.replace('.ts', '.spec.ts')}`));
  }
});

/** The folders and files of `src` and `bin`: each imports only from itself and from those before it. */
const LEVELS = [
  'src/errors.ts',
  'src/interruptible.ts',
  'src/line-ends.ts',
  'src/package.ts',
  'src/layout.ts',
  'src/python',
  'src/merge.ts',
  'src/manifest',
  'src/difference',
  'src/naming',
  'src/project',
  'src/layout',
  'src/uses',
  'src/edit.ts',
  'src/migrations',
  'src/fields',
  'src/templates',
  'src/app',
  'src/references',
  'src/view',
  'src/rules',
  'src/growing.ts',
  'src/make-view',
  'src/make-model',
  'src/make-resource',
  'src/add-field',
  'src/make-api',
  'src/changing',
  'src/remove-field',
  'src/rename-field',
  'src/change-field',
  'src/remove-resource',
  'src/setup',
  'src/make-auth',
  'src/new',
  'src/upgrade',
  'src/index.ts',
  'src/cli',
  'bin',
];

/** The files that each file imports: types, and what it loads when it needs it, included. */
function importsByFile(): ReadonlyMap<string, readonly string[]> {
  const paths = ['src', 'bin'].flatMap((folder) =>
    readdirSync(join(REPO, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => posix.join(folder, path)),
  );
  return new Map(
    paths.map((path) => {
      const source = readFileSync(join(REPO, path), 'utf8');
      const found = source.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*'(\.[^']*)'/g);
      const imported = [...found].flatMap(([, name = '']) => {
        const base = posix.join(posix.dirname(path), name);
        return paths.filter((each) => each === `${base}.ts` || each === `${base}/index.ts`);
      });
      return [path, imported];
    }),
  );
}

describe('Imports run one way:', () => {
  const imports = importsByFile();
  const levelOf = (path: string): number =>
    LEVELS.findIndex((level) => path === level || path.startsWith(`${level}/`));

  it('each file has a level', () => {
    expect([...imports.keys()].filter((path) => levelOf(path) < 0)).toEqual([]);
  });

  for (const [level, name] of LEVELS.entries()) {
    it(`${name} imports nothing from a later level`, () => {
      const own = [...imports].filter(([path]) => levelOf(path) === level);
      const wrong = own.flatMap(([path, imported]) =>
        imported.filter((each) => levelOf(each) > level).map((each) => `${path} → ${each}`),
      );
      expect(own).not.toEqual([]);
      expect(wrong).toEqual([]);
    });
  }

  it('no files import each other in a circle', () => {
    expect(circleIn(imports)).toEqual([]);
  });

  it('a circle would be found', () => {
    const circle = new Map([
      ['a', ['b', 'c']],
      ['b', []],
      ['c', ['b', 'd']],
      ['d', ['c']],
    ]);
    expect(circleIn(circle)).toEqual(['c', 'd', 'c']);
  });
});

/** The files of one circle of imports, in their order; none if there is no circle. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) {
      return [...way.slice(way.indexOf(path)), path];
    }
    for (const next of done.has(path) ? [] : (imports.get(path) ?? [])) {
      const circle = circleFrom(next, [...way, path]);
      if (circle.length > 0) {
        return circle;
      }
    }
    done.add(path);
    return [];
  };
  return [...imports.keys()].reduce<string[]>(
    (found, path) => (found.length > 0 ? found : circleFrom(path, [])),
    [],
  );
}

const TYPE = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm;

describe('A name', () => {
  it('means one type', () => {
    const names = FILES.flatMap((file) =>
      [...readFileSync(join(REPO, 'src', file), 'utf8').matchAll(TYPE)].map(([, name]) => name),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('names what exists', () => {
    const text = readFileSync(join(REPO, 'CONTRIBUTING.md'), 'utf8');
    const found = text.matchAll(/`((?:bench|bin|docs|examples|scripts|spec|src)\/[\w./-]*)`/g);
    const paths = [...found].map(([, path = '']) => path);
    expect(paths).toContain('src/cli/');
    expect(paths.filter((path) => !existsSync(join(REPO, path)))).toEqual([]);
  });
});

describe('llms.txt', () => {
  it('leads to each page of the documentation, and to nothing else', () => {
    const text = readFileSync(join(REPO, 'llms.txt'), 'utf8');
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, path = '']) => path);
    const pages = readdirSync(join(REPO, 'docs')).filter((name) => name.endsWith('.md'));
    const missing = ['docs/schematics.md']; // Quirks of one host, which docs/composing.md names.
    const expected = ['README.md', 'CONTRIBUTING.md', ...pages.map((name) => `docs/${name}`)];
    expect(links.sort()).toEqual(expected.filter((path) => !missing.includes(path)).sort());
  });
});
