import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import manifest from '../../package.json';
import { packedPackage, productionInstall } from '../support/packed-package';

const SOURCES = join(__dirname, '../../src');

/** What stands in the package beside the schematics. */
const BESIDE = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'package.json',
  'dist/bin/LICENSES.txt',
  'dist/bin/command.js',
  'dist/bin/help.js',
  'dist/bin/scaffold.js',
  ...manifest.files.filter((path) => /^dist.*\.d\.ts$/.test(path)),
  'dist/src/application.digest',
  'dist/src/resources.digest',
  'dist/src/python/tree-sitter-python.wasm',
  'dist/src/python/web-tree-sitter.wasm',
];

/** What npm's lock says of an installed package. */
interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

describe('The package', () => {
  it('holds what is built of every source and every template, and nothing else', async () => {
    const built = sources()
      .filter((path) => !path.startsWith('cli/'))
      .map((path) => (isTemplate(path) ? path : path.replace(/\.ts$/, '.js')))
      .map((path) => `dist/src/${path}`);
    const { files } = await packedPackage();
    expect([...files].sort()).toEqual([...BESIDE, ...built].sort());
  });

  it('is no larger than 1.5 MB', async () => {
    expect((await packedPackage()).size).toBeLessThan(1.5e6);
  });

  it('says all that a registry shows, and names nothing that it does not hold', async () => {
    const { name, version, description, license, author, keywords, engines } = manifest;
    for (const text of [name, version, description, license, author, engines.node, ...keywords]) {
      expect(text).toBeTruthy();
    }
    const { files } = await packedPackage();
    const { main, types, bin, schematics, exports } = manifest;
    const { '.': entry, ...others } = exports;
    const paths = [main, types, schematics, ...[bin, entry, others].flatMap(Object.values<string>)];
    const held = files.map((path) => `./${path}`);
    for (const path of paths.map((each) => each.replace(/^(?!\.\/)/, './'))) {
      expect(held).toContain(path);
    }
  });

  it('loads no package that is not one of its dependencies', async () => {
    const folder = join(await productionInstall(), 'node_modules/scaffold-flask');
    const { files } = await packedPackage();
    const loaded = files
      .filter((path) => /^dist\/src\/.*\.js$/.test(path))
      .flatMap((path) => readFileSync(join(folder, path), 'utf8').split('\n'))
      .map((line) => /\brequire\(["']([^."'][^"']*)["']\)/.exec(line)?.[1])
      .filter((name) => name !== undefined && !isBuiltin(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name ?? '')?.[0]);
    expect([...new Set(loaded)].sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  it('brings at most 12 packages besides those of devkit, none of which runs a script or is compiled', async () => {
    const root = await productionInstall();
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>;
    };
    const { '': workspace, ...packages } = lock.packages;
    const devkit = Object.keys(manifest.dependencies).filter((name) => name.startsWith('@angular'));
    const ofDevkit = neededBy(devkit, packages);
    const brought = Object.keys(packages).filter((path) => !ofDevkit.has(path));
    expect(brought.length).toBeLessThanOrEqual(12);
    expect(Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
    const files = readdirSync(join(root, 'node_modules'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => /\.node$|binding\.gyp$/.test(path))).toEqual([]);
  });
});

/** The files of the schematics, relative to their folder. */
function sources(): string[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)));
}

function isTemplate(path: string): boolean {
  return /^[^/]+\/files\//.test(path);
}

/** Where packages stand, with all that they need. This tree has nothing twice. */
function neededBy(
  names: readonly string[],
  packages: Readonly<Record<string, Locked>>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const path = `node_modules/${name}`;
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    if (!found.has(path)) {
      found.add(path);
      Object.keys({ ...dependencies, ...optionalDependencies }).forEach(visit);
    }
  };
  names.forEach(visit);
  return found;
}
