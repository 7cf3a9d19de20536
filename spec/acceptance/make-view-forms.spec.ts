import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkedCopy } from '../support/copies';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { runPythonTool } from '../support/python-tools';
import { createDatabase, findPostgres } from '../support/postgres';
import { type Ended, scaffold } from '../support/run';
import { suiteNeeds } from '../support/suite-needs';
import { type Answer, drive, errorOf, valuesIn } from './offers/drive';
import { REFUSED, STORED, VALID, type Values } from './offers/values';

const VIEWS = [
  ...['create', 'store', 'show', 'edit', 'update'].map((action) => `offers.${action}`),
  'users.destroy',
];

for (const style of ['mapped', 'columns', 'mixins']) {
  describe(`The form of a model in the manner of offers/${style}.py`, () => {
    let root: string;
    let made: Ended;

    beforeAll(async () => {
      root = await linkedCopy(true);
      const models = join(root, 'app/models');
      cpSync(join(__dirname, 'offers', `${style}.py`), join(models, 'offer.py'));
      const init = readFileSync(join(models, '__init__.py'), 'utf8');
      writeFileSync(
        join(models, '__init__.py'),
        `from app.models.offer import Offer\n${init.replace('["User"]', '["Offer", "User"]')}`,
      );
      made = await scaffold(['make:view', '-rc', ...VIEWS], { cwd: root });
      await flaskSucceeds(root, ['db', 'migrate', '-m', 'Create offers']);
    });

    it('leaves out what no field is known for, and says so', () => {
      expect(made.code).toBe(0);
      expect(made.stderr).toBe(
        'warning: app/forms/offer_form.py has no field for extra. Add one, or let the model set the value.\n',
      );
    });

    it('passes ruff and mypy', async () => {
      for (const [name, ...args] of [
        ['ruff', 'check', '--no-cache', 'app'],
        ['ruff', 'format', '--no-cache', '--check', 'app'],
        ['mypy', '--python-executable', join(root, PYTHON), 'app'],
      ] as const) {
        const ended = await runPythonTool(name, args, root);
        expect(ended.code).withContext(ended.stdout).toBe(0);
      }
    });

    describe('on SQLite', () => {
      beforeAll(async () => {
        await prepare({});
      });

      itTakesOffers({});
    });

    // Columns are the same in each manner.
    if (style === 'mapped') {
      describe('on PostgreSQL', () => {
        const env: NodeJS.ProcessEnv = {};

        suiteNeeds('PostgreSQL', findPostgres('initdb'), async () => {
          env['DATABASE_URL'] = await createDatabase();
          await prepare(env);
        });

        itTakesOffers(env);
      });
    }

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
          expect(answer?.shown).withContext(context).not.toContain('<script>');
          expect(answer?.edited).withContext(context).not.toContain('<script>');
          expect(answer?.shown).withContext(context).not.toContain('None');
          expect(valuesIn(answer?.edited ?? '')['exact']).toBe('1200.5');
        }
        const [scripts, braces] = ['<script>', '{{ 7*7 }}'].map((typed) => {
          return answers[cases.findIndex((each) => each.typed.startsWith(typed))];
        });
        expect(scripts?.shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
        expect(braces?.shown).toContain('{{ 7*7 }}');
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
        const cases = ['/offers/create', `/offers/${second?.id}/edit`].flatMap((path) => [
          { path, field: 'title', value: 'Taken' },
          { path, field: 'slug', value: 'taken' },
        ]);
        const same = valid({ title: 'Taken', slug: 'taken' });
        const answers = await drive(
          root,
          [
            ...cases.map(({ path, field, value }) => ({ path, data: valid({ [field]: value }) })),
            { path: `/offers/${first?.id}/edit`, data: same },
          ].map((each) => ({ ...each, has_token: true })),
          env,
        );
        for (const [index, { path, field, value }] of cases.entries()) {
          const answer = answers[index];
          expect(answer?.status).withContext(`${path} ${field}`).toBe(422);
          expect(errorOf(answer, field)).toBe('This is already taken.');
          expect(answer?.text).toContain(`value="${value}"`);
        }
        expect(answers.at(-1)?.status).toBe(302);
      });

      it('deletes nothing that is still in use, and says so', async () => {
        const requests = [
          { path: '/offers/create', data: valid({ user_id: '2' }), has_token: true },
          { path: '/users/2/delete', data: {}, has_token: true },
        ];
        const [, answer] = await drive(root, requests, env);
        expect(answer?.status).toBe(409);
        expect(answer?.text).toContain('This is still in use');
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
