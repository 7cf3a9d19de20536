import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EmptyTree, type SchematicContext } from '@angular-devkit/schematics';
import { setUpApp } from '../../src/setup/index';
import type { SetUpAppOptions } from '../../src/setup/options';
import { temporaryFolder } from '../support/temporary-folder';
import { testApp, type TestApp } from './fixtures';

describe('setUpApp', () => {
  const cwd = process.cwd();
  const files = { 'run.sh': '', '.env': 'SECRET_KEY=abc\n' };
  let workspace: string;
  let app: TestApp;

  beforeEach(() => {
    workspace = temporaryFolder();
    app = testApp(files, join(workspace, 'apps/blog'));
  });

  afterEach(() => {
    process.chdir(cwd);
  });

  async function run(options: Partial<SetUpAppOptions>): Promise<void> {
    const rule = setUpApp({
      directory: 'apps/blog',
      secretKey: 'abc',
      skipInstall: true,
      ...options,
    });
    await (rule(new EmptyTree(), { logger: app.logger } as SchematicContext) as Promise<void>);
  }

  function isSetUp({ root }: TestApp): boolean {
    return (statSync(join(root, 'run.sh')).mode & 0o100) !== 0;
  }

  function modeOfEnv({ root }: TestApp): number {
    return statSync(join(root, '.env')).mode & 0o777;
  }

  it('sets up the folder that it is told', async () => {
    await run({ root: app.root, secretKey: 'other' });
    expect(isSetUp(app)).toBeTrue();
    expect(existsSync(join(app.root, '.git'))).toBeTrue();
    expect(modeOfEnv(app)).toBe(0o644); // it is not the one that was written
  });

  it('finds the folder from one below the root of the workspace', async () => {
    testApp({}, join(workspace, 'apps'));
    process.chdir(join(workspace, 'apps'));
    await run({ skipGit: true });
    expect(isSetUp(app)).toBeTrue();
    expect(modeOfEnv(app)).toBe(0o600);
    expect(existsSync(join(app.root, '.git'))).toBeFalse();
  });

  it('takes no other application of that name for it, and says what to do', async () => {
    const other = testApp(
      { ...files, '.env': 'SECRET_KEY=xyz\n' },
      join(workspace, 'in/apps/blog'),
    );
    process.chdir(join(workspace, 'in'));
    await run({ skipGit: true });
    expect(isSetUp(other)).toBeFalse();
    expect(isSetUp(app)).toBeTrue();
    await run({ secretKey: 'neither' });
    expect(app.lines.at(-1)).toBe(
      'warn apps/blog was not found on the disk. Run `scaffold setup` in it.',
    );
  });
});
