import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPO = join(__dirname, '..');

/** Shorter files are types and constants. */
const FEWEST_LINES = 15;

const FILES = readdirSync(join(REPO, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?<!options)\.ts$/.test(path),
);

describe('A source file has the spec of its name, or names its spec:', () => {
  for (const file of FILES) {
    it(`src/${file}`, () => {
      const source = readFileSync(join(REPO, 'src', file), 'utf8');
      const named = /^\/\/ Specs: (.+)$/m.exec(source)?.[1];
      const spec = named ?? `spec/${file.replace('.ts', '.spec.ts')}`;
      const isShort = source.split('\n').length <= FEWEST_LINES && named === undefined;
      expect(isShort || existsSync(join(REPO, spec)))
        .withContext(spec)
        .toBeTrue();
    });
  }
});

/** Each imports only from those before it. */
const LAYERS = ['python', 'naming', 'project', 'fields', 'view', 'rules', 'cli'];

describe('Data flows one way:', () => {
  for (const [level, layer] of LAYERS.entries()) {
    it(`src/${layer} imports nothing from a later layer`, () => {
      const later = LAYERS.slice(level + 1).join('|');
      const pattern = new RegExp(`from '[./]*/(${later})/|import\\('[./]*/(${later})/`);
      const own = FILES.filter((file) => file.startsWith(`${layer}/`));
      const wrong = own.filter((file) =>
        pattern.test(readFileSync(join(REPO, 'src', file), 'utf8')),
      );
      expect(own).not.toEqual([]);
      expect(wrong).toEqual([]);
    });
  }
});

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
  const text = readFileSync(join(REPO, 'CONTRIBUTING.md'), 'utf8');
  const paths = text.matchAll(/`((?:bench|bin|docs|examples|scripts|spec|src)\/[\w./-]*)`/g);
  for (const path of new Set([...paths].map(([, name = '']) => name))) {
    it(`names what exists: ${path}`, () => {
      expect(existsSync(join(REPO, path))).toBeTrue();
    });
  }
});
