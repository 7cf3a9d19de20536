// Specs: spec/setup/stylesheet.spec.ts
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import which from 'which';

/** The Node package managers that a project can use, in the order in which they are looked for. */
export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;

/** The command of one of them. */
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** The lockfiles that each writes. */
const LOCKFILES: Record<PackageManager, readonly string[]> = {
  npm: ['package-lock.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
};

/** The first Node package manager on the PATH. */
export function findPackageManager(): PackageManager | undefined {
  return PACKAGE_MANAGERS.find(isHere);
}

/** The Node package manager of a project: the one whose lockfile it has, where that is on the PATH, or else the first there. */
export function packageManagerOf(root: string): PackageManager | undefined {
  return (
    PACKAGE_MANAGERS.find((name) => hasLockfile(root, name) && isHere(name)) ?? findPackageManager()
  );
}

/** Whether a project has a lockfile of a Node package manager. */
export function hasLockfile(root: string, name: PackageManager): boolean {
  return LOCKFILES[name].some((file) => existsSync(join(root, file)));
}

function isHere(name: PackageManager): boolean {
  return which.sync(name, { nothrow: true }) !== null;
}
