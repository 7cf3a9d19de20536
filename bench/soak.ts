/**
 * What the specs do a few times, for longer: `npm run soak`, or `npm run soak -- load`. Ten times 20 commands at the same
 * time in one project, of which none may be lost; 100 commands that are killed, each of which leaves all or nothing;
 * views in 1,000 random projects, each made twice; pages in 500 random applications, each of which is served or refused;
 * resources in 200 more, which get their fields at once or one after the other; 500 commands in projects whose files a person has changed at random, of which nothing may be lost;
 * 200 sequences of random commands with lines of a person between them, none of which may be lost, after which the
 * application passes its tests; and on each database an application that 50 clients read and write for a minute, without an
 * error of the server. It also makes the blog of docs/auth.md with each Python, and uses it in a browser on each database. Schemathesis
 * tries 1,000 examples of each operation of an API, on each database, without sign-in, with a token and without one.
 * On each database, people sign in, lose phones and leave, and attack each other's accounts at random, also while the
 * database goes away; a model says what may happen.
 *
 * The first line has the seed of all that is random: `SEED=1 npm run soak` repeats a run.
 */
import { grownInRandomApplications } from '../spec/existing/grown-alike';
import { pagesInRandomApplications } from '../spec/existing/never-broken';
import { madeApplication, pythonOf } from '../spec/support/application';
import { guardedBlog, useGuardedBlog } from '../spec/support/guarded-blog';
import { failuresIn, statusesUnderLoad } from '../spec/support/load';
import { findPythonOf } from '../spec/support/pythons';
import {
  newToken,
  schemathesis,
  serveGuardedApi,
  serveOpenApi,
  withToken,
} from '../spec/support/served-api';
import { attackAccounts } from '../spec/support/accounts/served';
import { DATABASES, serveResources } from '../spec/support/served-resources';
import { viewsInAnyProject } from '../spec/make-view/any-project';
import { checkNothingIsLost } from '../spec/support/nothing-lost';
import { checkSequences } from '../spec/support/random-sequences';
import { killAgainAndAgain, lostAmong } from '../spec/support/under-pressure';

const ROUNDS = 10;
const COMMANDS = 20;
const KILLS = 100;
const CLIENTS = 50;
const SECONDS = 60;
const PROJECTS = 1000;
const APPLICATIONS = 500;
const GROWN = 200;
const CHANGED = 500;
const EXAMPLES = 1000;
const SEQUENCES = 200;
const CROWDS = 3;
const STEPS = 140;
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  commands,
  kills,
  views,
  applications,
  changes,
  sequences,
  load,
  guards,
  api,
  accounts,
};

async function commands(): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const lost = await lostAmong(COMMANDS);
    if (lost.length > 0) {
      throw new Error(`Lost in round ${round}:\n${lost.join('\n')}`);
    }
    console.log(`${round} of ${ROUNDS}: ${COMMANDS} commands at the same time, nothing lost`);
  }
}

async function kills(): Promise<void> {
  const { before, after } = await killAgainAndAgain(KILLS);
  console.log(`${KILLS} kills: ${before} left the project as it was, ${after} as it is to be`);
}

async function views(): Promise<void> {
  const { files, refusals } = await viewsInAnyProject(PROJECTS, SEED);
  console.log(
    `${PROJECTS} projects: ${files} files of Python, ${refusals.length} runs were refused`,
  );
}

async function applications(): Promise<void> {
  const python = pythonOf(await madeApplication(true));
  const { refused, served, wrong } = await pagesInRandomApplications(APPLICATIONS, SEED, python);
  if (wrong.length > 0) {
    throw new Error(`Seed ${SEED}:\n${wrong.join('\n')}`);
  }
  console.log(`${APPLICATIONS} applications: ${served} pages are served, ${refused} were refused`);
  const fields = await grownInRandomApplications(GROWN, SEED);
  if (fields.wrong.length > 0) {
    throw new Error(`Seed ${SEED}:\n${fields.wrong.join('\n')}`);
  }
  console.log(`${GROWN} applications: ${fields.grown} resources got fields one after the other`);
}

async function changes(): Promise<void> {
  await checkNothingIsLost(CHANGED, SEED);
  console.log(`${CHANGED} commands in projects with random changes: nothing is lost`);
}

async function sequences(): Promise<void> {
  const each = SEQUENCES / ROUNDS;
  for (let round = 1; round <= ROUNDS; round++) {
    await checkSequences(each, SEED + round);
    console.log(
      `${round} of ${ROUNDS}: ${each} sequences of commands and lines of a person: nothing lost, all tests pass`,
    );
  }
}

async function load(): Promise<void> {
  for (const database of DATABASES) {
    const application = await serveResources(database);
    const end = Date.now() + SECONDS * 1000;
    const statuses = await statusesUnderLoad(application.url, CLIENTS, () => Date.now() < end);
    await application.stop();
    const failures = failuresIn(statuses, database);
    if (failures.length > 0) {
      throw new Error(`On ${database}, under load: ${failures.join(', ')}`);
    }
    const counts = [...statuses].sort().map(([answered, count]) => `${answered}: ${count}`);
    console.log(`${CLIENTS} clients for ${SECONDS} s on ${database}: ${counts.join(', ')}`);
  }
}

async function guards(): Promise<void> {
  const root = await guardedBlog();
  for (const database of DATABASES) {
    await useGuardedBlog(root, database);
    console.log(`A blog with guards, in a browser on ${database}: it does what docs/auth.md says`);
  }
  for (const python of ['3.11', '3.13'].flatMap((version) => findPythonOf(version) ?? [])) {
    await guardedBlog('--python', python);
    console.log(`A blog with guards passes its tests with ${python}`);
  }
}

async function api(): Promise<void> {
  const options = { examples: EXAMPLES, seed: SEED };
  for (const database of DATABASES) {
    const [open, guarded] = [await serveOpenApi(database), await serveGuardedApi(database)];
    for (const [who, served, words] of [
      ['without sign-in', open, []],
      ['with a token', guarded, withToken(await newToken(guarded))],
      ['without a token', guarded, []],
    ] as const) {
      const { code, stdout } = await schemathesis(served, words, options);
      if (code !== 0) {
        throw new Error(`On ${database}, ${who}, seed ${SEED}:\n${stdout}`);
      }
      const [found = ''] = /^Test cases:\n.*$/m.exec(stdout) ?? [];
      console.log(`schemathesis on ${database}, ${who}: ${found.replace(/\s+/g, ' ')}`);
    }
    await Promise.all([open, guarded].map(({ stop }) => stop()));
  }
}

async function accounts(): Promise<void> {
  for (const database of DATABASES) {
    const statuses = await attackAccounts(database, { crowds: CROWDS, steps: STEPS, seed: SEED });
    console.log(`${CROWDS} × ${STEPS} attacks on accounts, on ${database}: ${statuses}`);
  }
}

async function soak(): Promise<void> {
  const named = process.argv.slice(2);
  console.log(`Repeat this run with: SEED=${SEED} npm run soak -- ${named.join(' ')}`);
  for (const [name, run] of Object.entries(PARTS)) {
    if (named.length === 0 || named.includes(name)) {
      await run();
    }
  }
}

void soak().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
