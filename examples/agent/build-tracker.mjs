// Builds an issue tracker as an agent does: all that it knows of a run is the JSON object that `--json` prints.
// Usage: node build-tracker.mjs [FOLDER [COMMAND…]]
import { spawnSync } from 'node:child_process';

const [folder = 'tracker', ...command] = process.argv.slice(2);
const [program, ...first] = command.length > 0 ? command : ['npx', 'scaffold'];

/** The commands, in their order. */
const COMMANDS = [
  ['make:auth', '--migrate'],
  ['make:resource', 'labels', 'name:string:40:unique', '--guard', 'admin', '--api', '--migrate'],
  ['make:resource', 'projects', 'name:strng:80:unique', '--guard', 'users', '--api', '--migrate'],
  [
    ...[
      'make:resource',
      'issues',
      'title:string:120',
      'body:text:optional',
      'project:references:projects',
    ],
    ...[
      'status:enum:open:closed:default=open',
      'labels:many:labels',
      '--guard',
      'users',
      '--api',
      '--migrate',
    ],
  ],
  ['make:resource', 'issues.comments', 'text', '--api', '--migrate'],
];

function scaffold(words, cwd) {
  const { stdout } = spawnSync(program, [...first, ...words, '--json'], { cwd, encoding: 'utf8' });
  return JSON.parse(stdout);
}

/** Runs a command, and corrects the word that its error names: "… Did you mean name:string?" */
function carryOut(words, cwd) {
  const report = scaffold(words, cwd);
  const [, wrong, meant] =
    /^"([^"]+)"[^]*did you mean (\S+)\?/i.exec(report.error?.message ?? '') ?? [];
  if (!meant) {
    return report;
  }
  console.log(`${report.error.message}\n  → ${meant}`);
  return carryOut(
    words.map((word) => word.replace(wrong, meant)),
    cwd,
  );
}

function done(report) {
  if (report.error) {
    console.error(report.error.message);
    process.exit(report.error.exitCode);
  }
  const { files, migrations, routes } = report;
  console.log(`${report.command}: ${files.length} files, ${migrations.length} migrations`);
  routes.forEach(({ endpoint, method, path }) => console.log(`  ${method} ${path} (${endpoint})`));
  report.notes
    .filter(({ level }) => level !== 'info')
    .forEach(({ message }) => console.log(`  ${message}`));
}

done(scaffold(['new', folder, '--db']));
for (const words of COMMANDS) {
  const planned = carryOut([...words.filter((word) => word !== '--migrate'), '--dry-run'], folder);
  console.log(`${words.slice(0, 2).join(' ')} would write ${planned.files.length} files`);
  done(carryOut(words, folder));
}
