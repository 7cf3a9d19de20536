import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PackageManager, packageManagerOf } from '../../src/project/package-manager';
import { setUpStylesheet } from '../../src/setup/stylesheet';
import { StepError } from '../../src/setup/step';
import { calls, keepEnvironment, noting, searchPath, testApp, writeFiles } from './fixtures';

const PACKAGE = JSON.stringify({ scripts: { 'build:css': 'tailwindcss -i a.css -o b.css' } });

const LOCKFILES: [PackageManager, string][] = [
  ['npm', 'package-lock.json'],
  ['pnpm', 'pnpm-lock.yaml'],
  ['yarn', 'yarn.lock'],
  ['bun', 'bun.lock'],
  ['bun', 'bun.lockb'],
];

/** A PATH with these package managers, which note how they are called, and with these variables. */
function managers(names: readonly PackageManager[], variables: readonly string[] = []): string {
  return searchPath([], Object.fromEntries(names.map((name) => [name, noting(name, variables)])));
}

describe('packageManagerOf', () => {
  keepEnvironment();

  for (const [name, lockfile] of LOCKFILES) {
    it(`is ${name} where there is a ${lockfile}`, () => {
      process.env.PATH = managers(['npm', 'pnpm', 'yarn', 'bun']);
      expect(packageManagerOf(testApp({ [lockfile]: '' }).root)).toBe(name);
    });
  }

  it('is the first on the PATH without a lockfile, and where that of the lockfile is not there', () => {
    process.env.PATH = managers(['bun', 'yarn']);
    expect(packageManagerOf(testApp().root)).toBe('yarn');
    expect(packageManagerOf(testApp({ 'pnpm-lock.yaml': '' }).root)).toBe('yarn');
  });

  it('is none where there is none on the PATH', () => {
    process.env.PATH = managers([]);
    expect(packageManagerOf(testApp({ 'package-lock.json': '' }).root)).toBeUndefined();
  });
});

describe('setUpStylesheet', () => {
  keepEnvironment();

  for (const [name, fresh, locked] of [
    ['npm', 'install --no-audit --no-fund', 'install --no-save --no-audit --no-fund'],
    ['pnpm', 'install --no-frozen-lockfile', 'install --frozen-lockfile'],
    ['yarn', 'install', 'install --frozen-lockfile'],
    ['bun', 'install', 'install --frozen-lockfile'],
  ] as const) {
    it(`installs and builds with ${name}`, async () => {
      process.env.PATH = managers([name]);
      const app = testApp({ 'package.json': PACKAGE });
      expect(await setUpStylesheet(app)).toBeTrue();
      expect(calls(app)).toEqual([`${name} ${fresh}`, `${name} run build:css`]);
      expect(app.lines).toEqual([
        'info Building the stylesheet [stylesheet started]',
        'debug Building the stylesheet [stylesheet done]',
      ]);
    });

    it(`has ${name} keep to its lockfile`, async () => {
      process.env.PATH = managers([name]);
      const lockfile = LOCKFILES.find(([manager]) => manager === name)?.[1] ?? '';
      const app = testApp({ 'package.json': PACKAGE, [lockfile]: '' });
      await setUpStylesheet(app);
      expect(calls(app)[0]).toBe(`${name} ${locked}`);
    });
  }

  it('has each give up on a silent registry, whatever the environment says', async () => {
    const variables = {
      npm: 'npm_config_fetch_timeout=10000 npm_config_fetch_retries=1',
      pnpm: 'pnpm_config_fetch_timeout=12000 npm_config_fetch_timeout=12000',
      yarn: 'npm_config_network_timeout=8000 YARN_HTTP_TIMEOUT=12000 YARN_HTTP_RETRY=1',
      bun: 'BUN_CONFIG_HTTP_IDLE_TIMEOUT=12 BUN_CONFIG_HTTP_RETRY_COUNT=1',
    };
    for (const [name, expected] of Object.entries(variables)) {
      const names = expected.split(' ').map((pair) => pair.split('=')[0] ?? '');
      Object.assign(process.env, Object.fromEntries(names.map((variable) => [variable, '180000'])));
      process.env.PATH = managers([name as PackageManager], names);
      const app = testApp({ 'package.json': PACKAGE });
      await setUpStylesheet(app);
      expect(calls(app)[0]).toMatch(new RegExp(` ${expected}$`));
    }
  });

  it('has Yarn make a node_modules/, unless the project says how it installs', async () => {
    process.env.PATH = managers(['yarn'], ['YARN_NODE_LINKER']);
    const plain = testApp({ 'package.json': PACKAGE });
    await setUpStylesheet(plain);
    expect(calls(plain)[0]).toMatch(/ YARN_NODE_LINKER=node-modules$/);
    const configured = testApp({ 'package.json': PACKAGE, '.yarnrc.yml': 'nodeLinker: pnp\n' });
    await setUpStylesheet(configured);
    expect(calls(configured)[0]).toMatch(/ YARN_NODE_LINKER=$/);
  });

  it('has nothing to do where what builds it is installed, and runs', async () => {
    process.env.PATH = managers(['npm']);
    const app = testApp({
      'package.json': PACKAGE,
      'node_modules/.bin/tailwindcss': '#!/bin/sh\ntest "$*" = --help\n',
      'b.css': '',
    });
    expect(await setUpStylesheet(app)).toBeFalse();
    expect(app.lines).toEqual([]);
    writeFiles(app.root, { 'node_modules/.bin/tailwindcss': '#!/bin/sh\nexit 1\n' });
    expect(await setUpStylesheet(app)).toBeTrue();
  });

  for (const script of [
    'NODE_ENV=production tailwindcss -i a.css',
    'npx @tailwindcss/cli -i a.css && npx postcss',
    './node_modules/.bin/tailwindcss -i a.css',
    'node scripts/css.mjs',
  ]) {
    it(`finds what is installed where the script is ${script}`, async () => {
      process.env.PATH = managers(['npm']);
      const app = testApp({
        'package.json': JSON.stringify({ scripts: { 'build:css': script } }),
        'node_modules/.bin/tailwindcss': '#!/bin/sh\n',
      });
      expect(await setUpStylesheet(app)).toBeFalse();
    });
  }

  it('builds it again where it is gone', async () => {
    process.env.PATH = managers(['npm']);
    const app = testApp({
      'package.json': PACKAGE,
      'node_modules/.bin/tailwindcss': '#!/bin/sh\n',
      'b.css': '',
    });
    expect(await setUpStylesheet(app)).toBeFalse();
    rmSync(join(app.root, 'b.css'));
    expect(await setUpStylesheet(app)).toBeTrue();
  });

  for (const [text, reason] of [
    ['{ "scripts": ', /^Building the stylesheet failed:\n {2}package\.json: [^]*JSON/],
    ['<<<<<<< HEAD\n{}', /^Building the stylesheet failed:\n {2}package\.json: [^]*JSON/],
  ] as const) {
    it(`fails where package.json is ${text.trim()}`, async () => {
      process.env.PATH = managers(['npm']);
      const app = testApp({ 'package.json': text });
      await expectAsync(setUpStylesheet(app)).toBeRejectedWithError(StepError, reason);
    });
  }

  it('has nothing to do where package.json has no scripts in it', async () => {
    process.env.PATH = managers(['npm']);
    for (const text of ['null', '[]', '{"scripts":{"build:css":1}}']) {
      expect(await setUpStylesheet(testApp({ 'package.json': text }))).toBeFalse();
    }
  });

  for (const [what, files, names] of [
    ['without a package manager', { 'package.json': PACKAGE }, []],
    ['without a package.json', {}, ['npm']],
    ['without a script that builds it', { 'package.json': '{"scripts":{"dev":"x"}}' }, ['npm']],
  ] as [string, Record<string, string>, PackageManager[]][]) {
    it(`has nothing to do ${what}`, async () => {
      process.env.PATH = managers(names);
      const app = testApp(files);
      expect(await setUpStylesheet(app)).toBeFalse();
      expect(existsSync(join(app.root, 'calls'))).toBeFalse();
      expect(app.lines).toEqual([]);
    });
  }

  it('fails below a folder with a backslash in its name, which it names', async () => {
    process.env.PATH = managers(['npm']);
    const app = testApp({ 'a\\b/package.json': PACKAGE });
    const root = join(app.root, 'a\\b');
    await expectAsync(setUpStylesheet({ ...app, root })).toBeRejectedWithError(
      StepError,
      /^Building the stylesheet failed:\n {2}Node finds no modules .*a\\b\. Rename the folder\.$/,
    );
    expect(existsSync(join(root, 'calls'))).toBeFalse();
  });

  it('fails with what the package manager said', async () => {
    process.env.PATH = searchPath([], { npm: '#!/bin/sh\necho E404 >&2\nexit 1\n' });
    const app = testApp({ 'package.json': PACKAGE });
    await expectAsync(setUpStylesheet(app)).toBeRejectedWithError(
      StepError,
      'Building the stylesheet failed:\n  E404\n  (npm ended with exit code 1)',
    );
  });
});
