import which from 'which';

/** The Node package managers that a project can use, in the order in which they are looked for. */
export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;

export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** The first Node package manager on the PATH. */
export function findPackageManager(): PackageManager | undefined {
  return PACKAGE_MANAGERS.find((name) => which.sync(name, { nothrow: true }));
}
