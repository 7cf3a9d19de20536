import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { normalize, virtualFs } from '@angular-devkit/core';
import { NodeJsSyncHost } from '@angular-devkit/core/node';
import { HostSink, HostTree } from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import { addForm } from '../../src/rules/form';
import { makeParts } from '../rules/make-parts';
import { fullCopy } from '../support/copies';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { need } from '../support/need';
import { findProgram, type Postgres, startPostgres } from '../support/postgres';
import { run, succeed } from '../support/run';
import { suiteNeeds } from '../support/suite-needs';
import which from 'which';

/** What an application answered to a form. */
interface Answer {
  status: number;
  text: string;
  /** Of the row that was written. */
  id: number | null;
  /** Its values, as Python writes them. */
  stored: Record<string, string>;
  /** The page that edits it. */
  edited: string;
}

type Values = Readonly<Record<string, string>>;

/** What is sent, but for what a spec says. */
const VALID: Values = { title: 'An offer', body: 'Text', due_on: '2026-11-21', user_id: '1' };

/** Values of a field, as they are typed: how each is stored. */
const STORED: Record<string, Record<string, string>> = {
  title: {
    ['x'.repeat(120)]: `'${'x'.repeat(120)}'`,
    ' spaces ': "'spaces'",
    ['😀'.repeat(120)]: `'${'😀'.repeat(120)}'`,
  },
  slug: { '': 'None', 'a-b': "'a-b'" },
  body: {
    '<script>alert(1)</script>': "'<script>alert(1)</script>'",
    '{{ 7*7 }}': "'{{ 7*7 }}'",
    [`'"&`]: `'\\'"&'`,
    '😀': "'😀'",
  },
  summary: { '': 'None', two: "'two'" },
  motto: { '': "''", carpe: "'carpe'" },
  views: { '0': '0', '-5': '-5', '2147483647': '2147483647' },
  stock: { '': 'None', '32767': '32767' },
  total: { '': 'None', '9223372036854775807': '9223372036854775807' },
  price: { '': 'None', '9.9': "Decimal('9.90')", '99999999.99': "Decimal('99999999.99')" },
  rate: { '0.1234': "Decimal('0.1234')", '-1': "Decimal('-1.0000')" },
  weight: { '': 'None', '1.5': '1.5', '1e300': '1e+300' },
  featured: { y: 'True' },
  published_on: { '': 'None', '2024-02-29': 'datetime.date(2024, 2, 29)' },
  due_on: { '9999-12-31': 'datetime.date(9999, 12, 31)' },
  embargo: {
    '': 'None',
    '2026-11-21T14:05': 'datetime.datetime(2026, 11, 21, 14, 5, tzinfo=datetime.timezone.utc)',
  },
  starts_at: { '': 'None', '2026-11-21T14:05': 'datetime.datetime(2026, 11, 21, 14, 5)' },
  opens: { '': 'None', '09:30': 'datetime.time(9, 30)', '09:30:15': 'datetime.time(9, 30, 15)' },
  status: { published: "<Status.PUBLISHED: 'published'>" },
  mood: { '': 'None', bad: "'bad'" },
  user_id: { '2': '2' },
  editor_id: { '': 'None', '3': '3' },
};

const NUMBERS = [
  'x',
  '9'.repeat(30),
  '9'.repeat(1000),
  '9'.repeat(5000),
  'NaN',
  '1e999',
  'inf',
  '\0',
];

const DATES = ['2026-02-30', '2026-13-01', '99999-01-01', 'soon', '\0'];

/** Values of a field that are refused there. */
const REFUSED: Record<string, readonly string[]> = {
  title: ['', '   ', 'x'.repeat(121), '\0', 'a\0b'],
  slug: ['x'.repeat(61), '\0'],
  body: ['', 'a\0'],
  motto: ['x'.repeat(21)],
  views: ['', '1.5', '2147483648', ...NUMBERS],
  stock: ['32768', '1.5', ...NUMBERS],
  total: ['9223372036854775808', ...NUMBERS],
  price: ['100000000', '1.234', ...NUMBERS],
  rate: ['', '10000', '0.12345', ...NUMBERS],
  weight: NUMBERS.filter((number) => !/^9{30}$/.test(number)),
  published_on: DATES,
  due_on: ['', ...DATES],
  embargo: ['9999-12-31T23:59', '2026-11-21T25:00', ...DATES],
  starts_at: ['2026-11-21T25:00', ...DATES],
  opens: ['25:00', 'noon', '\0'],
  status: ['', 'gone', 'DRAFT\0'],
  mood: ['ugly', '\0'],
  user_id: ['', '99', '-1', 'x', '9'.repeat(30), '\0'],
  editor_id: ['99', 'x', '\0'],
};

for (const style of ['mapped', 'columns', 'mixins']) {
  describe(`The form of a model in the manner of offers/${style}.py`, () => {
    let root: string;
    let said: string[];

    beforeAll(async () => {
      root = await fullCopy(true);
      await succeed(PYTHON, ['-m', 'pip', 'install', '-q', 'psycopg[binary]'], { cwd: root });
      const models = join(root, 'app/models');
      cpSync(join(__dirname, 'offers', `${style}.py`), join(models, 'offer.py'));
      const init = readFileSync(join(models, '__init__.py'), 'utf8');
      writeFileSync(
        join(models, '__init__.py'),
        `from app.models.offer import Offer\n${init.replace('["User"]', '["Offer", "User"]')}`,
      );
      said = await makeForm(root);
      await flaskSucceeds(root, ['db', 'migrate', '-m', 'Create offers']);
    });

    it('leaves out what no field is known for, and says so', () => {
      expect(said).toEqual([
        'warn: app/forms/offer_form.py has no field for extra: add what fits, or let the model set it.',
      ]);
    });

    it('passes ruff and mypy', async () => {
      for (const [name, ...args] of [
        ['ruff', 'check', '--no-cache', 'app'],
        ['ruff', 'format', '--no-cache', '--check', 'app'],
        ['mypy', '--python-executable', join(root, PYTHON), 'app'],
      ] as const) {
        const program = need(name, which.sync(name, { nothrow: true }) ?? undefined);
        const ended = await run(program, args, { cwd: root });
        expect(ended.code).withContext(ended.stdout).toBe(0);
      }
    });

    describe('on SQLite', () => {
      beforeAll(async () => {
        await prepare({});
      });

      itTakesOffers({});
    });

    describe('on PostgreSQL', () => {
      const env: NodeJS.ProcessEnv = {};
      let postgres: Postgres;

      suiteNeeds('PostgreSQL', findProgram('initdb'), async () => {
        postgres = await startPostgres();
        env['DATABASE_URL'] = postgres.createDatabase('blog');
        await prepare(env);
        return () => postgres.stop();
      });

      itTakesOffers(env);
    });

    async function prepare(env: NodeJS.ProcessEnv): Promise<void> {
      await flaskSucceeds(root, ['db', 'upgrade'], env);
      await flaskSucceeds(root, ['seed'], env);
    }

    function itTakesOffers(env: NodeJS.ProcessEnv): void {
      let count = 0;

      /** Values that are taken by no other offer. */
      function valid(values: Values): Values {
        count += 1;
        return {
          ...VALID,
          title: `Offer ${count}`,
          rate: '1',
          views: '1',
          status: 'draft',
          ...values,
        };
      }

      async function post(
        path: string,
        posted: readonly Values[],
        hasToken = true,
      ): Promise<Answer[]> {
        const requests = posted.map((data) => ({ path, data, has_token: hasToken }));
        return drive(root, requests, env);
      }

      it('stores values as they are, and shows them again', async () => {
        const cases = Object.entries(STORED).flatMap(([field, values]) => {
          return Object.entries(values).map(([typed, kept]) => ({ field, typed, kept }));
        });
        const answers = await post(
          '/offers/create',
          cases.map(({ field, typed }) => valid({ [field]: typed })),
        );
        for (const [index, { field, typed, kept }] of cases.entries()) {
          const answer = answers[index];
          const context = `${field}: ${typed.slice(0, 40)}: ${answer?.status} ${errorOf(answer, field)}`;
          expect(answer?.status).withContext(context).toBe(302);
          expect(answer?.stored[field]).withContext(context).toBe(kept);
          expect(answer?.edited).withContext(context).not.toContain('<script>');
        }
        const edits = await drive(
          root,
          answers.flatMap(({ id, edited }) => ({
            path: `/offers/${id}/edit`,
            data: valuesIn(edited),
            has_token: true,
          })),
          env,
        );
        expect(edits.map(({ stored }) => stored)).toEqual(answers.map(({ stored }) => stored));
      });

      it('refuses values at their field, and keeps what was typed', async () => {
        const cases = Object.entries(REFUSED).flatMap(([field, values]) => {
          return values.map((typed) => ({ field, typed }));
        });
        const answers = await post(
          '/offers/create',
          cases.map(({ field, typed }) => valid({ summary: 'kept <b>', [field]: typed })),
        );
        for (const [index, { field, typed }] of cases.entries()) {
          const answer = answers[index];
          const context = `${field}: ${JSON.stringify(typed.slice(0, 40))}`;
          expect(answer?.status).withContext(context).toBe(422);
          expect(errorOf(answer, field)).withContext(context).toMatch(/\w/);
          expect(answer?.text).withContext(context).toContain('kept &lt;b&gt;');
        }
      });

      it('refuses a value that is taken, on create and on edit', async () => {
        const [first, second] = await post('/offers/create', [
          valid({ title: 'Taken', slug: 'taken' }),
          valid({}),
        ]);
        for (const path of ['/offers/create', `/offers/${second?.id}/edit`]) {
          for (const [field, value] of [
            ['title', 'Taken'],
            ['slug', 'taken'],
          ] as const) {
            const [answer] = await post(path, [valid({ [field]: value })]);
            expect(answer?.status).withContext(`${path} ${field}`).toBe(422);
            expect(errorOf(answer, field)).toBe('This is already taken.');
            expect(answer?.text).toContain(`value="${value}"`);
          }
        }
        const [same] = await post(`/offers/${first?.id}/edit`, [
          valid({ title: 'Taken', slug: 'taken' }),
        ]);
        expect(same?.status).toBe(302);
      });

      it('refuses a form without its token', async () => {
        const [answer] = await post('/offers/create', [valid({})], false);
        expect(answer?.status).toBe(400);
      });

      it('refuses a text of a megabyte, or shows it', async () => {
        const [answer] = await post('/offers/create', [valid({ body: 'x'.repeat(1 << 20) })]);
        expect([302, 413]).toContain(answer?.status ?? 0);
      });
    }
  });
}

async function makeForm(root: string): Promise<string[]> {
  const host = new virtualFs.ScopedHost(new NodeJsSyncHost(), normalize(root));
  const tree = new HostTree(host);
  const options = { name: 'offers.create', generateController: true };
  const said = await makeParts(tree, options, ['Offer'], addForm);
  await lastValueFrom(new HostSink(host).commit(tree), { defaultValue: undefined });
  return said;
}

async function drive(
  root: string,
  requests: readonly { path: string; data: Values; has_token: boolean }[],
  env: NodeJS.ProcessEnv,
): Promise<Answer[]> {
  const child = spawn(PYTHON, [join(__dirname, 'offers/drive.py')], {
    cwd: root,
    env: { ...process.env, ...env, PYTHONPATH: root },
  });
  child.stdin.end(JSON.stringify(requests));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stdout === '') {
    throw new Error(stderr);
  }
  return JSON.parse(stdout) as Answer[];
}

/** The message at a field. */
function errorOf(answer: Answer | undefined, field: string): string | undefined {
  return new RegExp(`<p id="${field}-error"[^>]*>([^<]*)</p>`).exec(answer?.text ?? '')?.[1];
}

/** What a browser would send back of a form that nobody changed. */
function valuesIn(page: string): Values {
  const values: Record<string, string> = {};
  for (const [, tag = '', attributes = '', content = ''] of page.matchAll(
    /<(input|select|textarea)\b([^>]*)>(?:([^]*?)<\/\1>)?/g,
  )) {
    const name = /name="([^"]*)"/.exec(attributes)?.[1] ?? '';
    if (tag === 'select') {
      values[name] = /<option selected value="([^"]*)"/.exec(content)?.[1] ?? '';
    } else if (tag === 'textarea') {
      values[name] = unescaped(content).replace(/^\r\n/, '');
    } else if (!attributes.includes('checkbox') || attributes.includes('checked')) {
      values[name] = unescaped(/value="([^"]*)"/.exec(attributes)?.[1] ?? '');
    }
  }
  delete values['csrf_token'];
  return values;
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
