import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './support/run';
import { writeFiles } from './support/write-files';

/** In place of what `.ci/run` calls: nothing is installed, and each tier says and exits what the environment tells. */
const PROGRAMS = {
  'apt-get': '',
  python3: 'mkdir -p "$3/bin"; ln -s /bin/true "$3/bin/python"',
  npm: `case "$*" in
    "run test") echo "$FIRST"; echo after; exit "$FIRST_EXIT";;
    "run test:all") echo "$SECOND"; exit "$SECOND_EXIT";;
  esac`,
};

describe('.ci/run', () => {
  let bin: string;

  beforeAll(() => {
    const scripts = Object.entries(PROGRAMS).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`]);
    bin = writeFiles(Object.fromEntries(scripts) as Record<string, string>);
    for (const name of readdirSync(bin)) {
      chmodSync(join(bin, name), 0o755);
    }
  });

  for (const [name, first, second, totals, code] of [
    [
      'passes',
      ['2 passed, 0 failed, 1 skipped', 0],
      ['3 passed, 0 failed, 0 skipped', 0],
      '5 passed, 0 failed, 1 skipped',
      0,
    ],
    [
      'fails if the first tier does, and runs the second',
      ['1 passed, 1 failed, 0 skipped', 1],
      ['3 passed, 0 failed, 0 skipped', 0],
      '4 passed, 1 failed, 0 skipped',
      1,
    ],
    [
      'fails if the second tier does',
      ['1 passed, 0 failed, 0 skipped', 0],
      ['3 passed, 2 failed, 0 skipped', 3],
      '4 passed, 2 failed, 0 skipped',
      3,
    ],
    [
      'counts a tier without totals as a failure',
      ['error TS2300', 2],
      ['3 passed, 0 failed, 0 skipped', 0],
      '3 passed, 1 failed, 0 skipped',
      2,
    ],
  ] as const) {
    it(`${name}, with the totals of both tiers in its last line`, async () => {
      const env = {
        ...process.env,
        PATH: `${bin}:${process.env['PATH']}`,
        FIRST: first[0],
        FIRST_EXIT: String(first[1]),
        SECOND: second[0],
        SECOND_EXIT: String(second[1]),
      };
      const ended = await run(join(__dirname, '../.ci/run'), [], { env });
      expect(ended.stdout.trimEnd().split('\n').at(-1)).toBe(totals);
      expect(ended.stdout.match(/passed, /g)).toHaveSize(1);
      expect(ended.code).toBe(code);
    });
  }
});
