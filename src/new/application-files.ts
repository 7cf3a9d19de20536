// Specs: spec/new/index.spec.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppName } from '../naming/app-name';
import { PACKAGE_FOLDER } from '../package';
import type { PackageManager } from '../project/package-manager';
import { secret } from '../setup/env-file';
import { compile } from '../templates/compiled-template';
import { ENDING, filesBelow } from '../templates/our-templates';

interface NewApp extends AppName {
  readonly db: boolean;
  /** Whether it gets a workflow for GitHub Actions. */
  readonly ci: boolean;
  /** Whether it gets notes for agents. */
  readonly agents: boolean;
  /** The stylesheet is built with it; without one, the application keeps the stylesheet that comes with it. */
  readonly packageManager: PackageManager | undefined;
}

interface Secrets {
  readonly secretKey: string;
  /** Of PostgreSQL in containers: the superuser's, and the application's. */
  readonly postgresPassword: string;
  readonly databasePassword: string;
}

interface NewFile {
  /** From its root. */
  readonly path: string;
  readonly content: Buffer;
}

/** New secrets. */
export function newSecrets(): Secrets {
  return { secretKey: secret(), postgresPassword: secret(), databasePassword: secret() };
}

/**
 * The files of a new application. Those that end in `.template` are rendered, and lose the ending; the others are copied.
 * Paths are never templates, because `__init__.py` would be one.
 */
export function applicationFiles(app: NewApp, secrets: Secrets): NewFile[] {
  const values = { ...app, ...secrets };
  return foldersOf(app).flatMap((name) => {
    const folder = join(PACKAGE_FOLDER, 'new/files', name);
    return filesBelow(folder).map((path): NewFile => {
      const content = readFileSync(join(folder, path));
      return path.endsWith(ENDING)
        ? {
            path: path.slice(0, -ENDING.length),
            content: Buffer.from(compile({ path, text: content.toString() })(values)),
          }
        : { path, content };
    });
  });
}

/** Some package managers need a settings file of their own. */
function foldersOf({ agents, ci, db, packageManager }: NewApp): string[] {
  return [
    'project',
    ...(db ? ['database'] : []),
    ...(ci ? ['ci'] : []),
    ...(agents ? ['agents'] : []),
    ...(packageManager ? ['stylesheet'] : []),
    ...(packageManager === 'pnpm' || packageManager === 'yarn' ? [packageManager] : []),
  ];
}
