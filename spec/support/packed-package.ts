import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeed } from './run';
import { shared } from './shared';

const REPO = join(__dirname, '../..');

/** The devkit's own host, in the devkit's major version. */
const SCHEMATICS_CLI = '@angular-devkit/schematics-cli@21';

/** Nx, in its current major version. */
const NX = 'nx@24';

/** The package as it would be published. */
export interface PackedPackage {
  tarball: string;
  /** Of the tarball, in bytes. */
  size: number;
  /** The paths of what is in it. */
  files: readonly string[];
}

/** The package, packed from `dist/`. */
export const packedPackage = shared('package', async (folder): Promise<PackedPackage> => {
  const args = ['pack', REPO, '--ignore-scripts', '--json'];
  const [packed] = JSON.parse(await succeed('npm', args, { cwd: folder })) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  const files = packed.files.map(({ path }) => path);
  return { tarball: join(folder, packed.filename), size: packed.size, files };
});

/** A folder with nothing installed but the package. */
export const productionInstall = shared('production-install', async (folder) => {
  await installInto(folder);
  return folder;
});

/** A workspace of `schematics` and Nx with the package and the collection in `examples/` installed. */
export const workspace = shared('workspace', async (folder) => {
  cpSync(join(REPO, 'examples/platform'), join(folder, 'platform'), { recursive: true });
  writeFileSync(join(folder, 'nx.json'), '{}\n');
  await installInto(folder, './platform', SCHEMATICS_CLI, NX);
  return folder;
});

/** An empty folder in the workspace, which all specs share. */
export function folderIn(root: string): string {
  return mkdtempSync(join(root, 'folder-'));
}

/** Installs the package from its tarball without development dependencies, and other packages. */
export async function installInto(folder: string, ...packages: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await npmInstall(folder, packages);
}

/** @param flags Options of npm and names of other packages. */
export async function npmInstall(cwd: string, flags: readonly string[]): Promise<void> {
  const { tarball } = await packedPackage();
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--omit=dev', '--ignore-scripts'];
  await succeed('npm', ['install', tarball, ...flags, ...quiet], { cwd });
}
