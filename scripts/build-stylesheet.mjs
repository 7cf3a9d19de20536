// Builds the stylesheet that new applications come with. Run it after a change to its source or to the templates of the
// application.
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
