// Specs: spec/setup/stylesheet.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import which from 'which';

/** The Node package managers that a project can use, in the order of preference. */
export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;

/** The command of one of them. */
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

const LOCKFILES: Record<PackageManager, readonly string[]> = {
  npm: ['package-lock.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
};

/** The first Node package manager on the PATH. */
export function findPackageManager(): PackageManager | undefined {
  return PACKAGE_MANAGERS.find(isInstalled);
}

/** The Node package manager of a project: the one of its lockfile if it is on the PATH, or else the first on the PATH. */
export function packageManagerOf(root: string): PackageManager | undefined {
  return (
    PACKAGE_MANAGERS.find((name) => hasLockfile(root, name) && isInstalled(name)) ??
    findPackageManager()
  );
}

/** Whether a project has a lockfile of this package manager. */
export function hasLockfile(root: string, name: PackageManager): boolean {
  return LOCKFILES[name].some((file) => existsSync(join(root, file)));
}

function isInstalled(name: PackageManager): boolean {
  return which.sync(name, { nothrow: true }) !== null;
}
