// Builds the stylesheet that every new application comes with, from its source and the templates of the application:
// run it where one of those has changed.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const BUILT = 'app/static/css/app.css';
const folder = mkdtempSync(join(tmpdir(), 'scaffold-stylesheet-'));
const root = join(folder, 'blog');

function run(cwd, program, ...args) {
  execFileSync(program, args, { cwd, stdio: 'inherit' });
}

try {
  const files = ['new', 'blog', '--db', '--skip-install', '--skip-git'];
  run(folder, process.execPath, resolve('dist/bin/scaffold.js'), ...files);
  run(root, 'npm', 'install', '--no-audit', '--no-fund');
  run(root, 'npm', 'run', 'build:css');
  copyFileSync(join(root, BUILT), join('src/new/files/project', BUILT));
} finally {
  rmSync(folder, { recursive: true });
}
