import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPO = join(__dirname, '..');

/** Folders whose files are found to have specs. */
const FOLDERS = [
  'cli',
  'cli/commit',
  'cli/engine',
  'fields',
  'make-model',
  'make-resource',
  'make-view',
  'naming',
  'new',
  'project',
  'python',
  'rules',
  'rules/registration',
  'setup',
  'view',
];

/** Shorter files are types and constants. */
const FEWEST_LINES = 15;

describe('A source file has the spec of its name, or names its spec:', () => {
  for (const folder of FOLDERS) {
    const files = readdirSync(join(REPO, 'src', folder)).filter((name) => name.endsWith('.ts'));
    for (const file of files.filter((name) => name !== 'options.ts')) {
      it(`src/${folder}/${file}`, () => {
        const source = readFileSync(join(REPO, 'src', folder, file), 'utf8');
        const named = /^\/\/ Specs: (.+)$/m.exec(source)?.[1];
        const spec = named ?? `spec/${folder}/${file.replace('.ts', '.spec.ts')}`;
        const isShort = source.split('\n').length <= FEWEST_LINES && named === undefined;
        expect(isShort || existsSync(join(REPO, spec)))
          .withContext(spec)
          .toBeTrue();
      });
    }
  }
});
