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

describe('CONTRIBUTING.md', () => {
  const text = readFileSync(join(REPO, 'CONTRIBUTING.md'), 'utf8');
  const paths = text.matchAll(/`((?:bench|bin|docs|examples|scripts|spec|src)\/[\w./-]*)`/g);
  for (const path of new Set([...paths].map(([, name = '']) => name))) {
    it(`names what exists: ${path}`, () => {
      expect(existsSync(join(REPO, path))).toBeTrue();
    });
  }
});
