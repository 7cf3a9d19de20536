import { join } from 'node:path';
import { SCAFFOLD } from '../spec/support/run';
import { projectOf } from './projects';
import { environment, runOrFail } from './run-or-fail';

/** The most memory that commands take, as a table in Markdown. */
export function memory(): string {
  const project = projectOf(0);
  const env = {
    ...environment(),
    NODE_OPTIONS: `--import=${join(__dirname, 'peak-memory.mjs')}`,
  };
  const rows = [
    ['-e', '0'],
    [SCAFFOLD, '--help'],
    [SCAFFOLD, 'make:view', 'posts.index', '-rcm'],
  ].map((args) => {
    const kilobytes = Number(
      runOrFail(process.execPath, args, project, env).trim().split('\n').at(-1),
    );
    const name = args.join(' ').replace(SCAFFOLD, 'scaffold').replace('-e', 'node -e');
    return `| ${name} | ${Math.round(kilobytes / 1024)} |`;
  });
  return ['| a command | most memory, MiB |', '| --- | --- |', ...rows].join('\n');
}
