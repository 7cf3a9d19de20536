import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyEdits } from '../../src/cli/commit/project';
import { planUndo } from '../../src/cli/history/plan-undo';
import { planGrowth } from '../../src/cli/plan-growth';
import { requestedViews } from '../../src/cli/commands/make-view';
import { APPLICATIONS } from '../existing/applications';
import { writeFiles } from '../support/write-files';

describe('An undo in an application that new did not make', () => {
  const { signal } = new AbortController();

  /** Adds the view `reports.index`. */
  async function grown(files: Readonly<Record<string, string>>): Promise<string> {
    const root = writeFiles(files);
    mkdirSync(join(root, '.scaffold'), { recursive: true });
    const options = { views: requestedViews(['reports.index'], { generateRoute: true }, []) };
    const { edits } = await planGrowth({ schematic: 'make-view', options }, root);
    applyEdits(root, edits, { signal, tell: fail }, ['make:view', 'reports.index', '-r']);
    return root;
  }

  function undo(root: string): ReturnType<typeof planUndo> {
    return planUndo({ root, place: undefined, force: false });
  }

  for (const [kind, { files, made }] of Object.entries(APPLICATIONS)) {
    const views = Object.keys(made).find((path) => /reports.*\.py$/.test(path)) ?? '';
    const module = views
      .replace(/^src\//, '')
      .replace(/(\/__init__)?\.py$/, '')
      .replaceAll('/', '.');
    const [, home = ''] = Object.keys(files);

    it(`takes back what the run did: ${kind}`, async () => {
      const plan = await undo(await grown(files));
      expect(plan?.edits.some(({ kind, path }) => kind === 'delete' && path === views)).toBeTrue();
    });

    it(`finds the code that still refers to it: ${kind}`, async () => {
      const root = await grown(files);
      const mine = join(root, dirname(home), 'mine.py');
      const code = [
        `from ${module} import x`,
        'y = url_for("reports.index")',
        'z = render_template("reports/index.html")',
      ];
      writeFileSync(mine, `${code.join('\n')}\n`);
      const lines = [
        `:1: imports ${module}`,
        ':2: uses the endpoint reports.index',
        ':3: uses the template reports/index.html',
      ];
      const message = await undo(root).then(() => '', String);
      for (const line of lines) {
        expect(message).toContain(`  ${join(dirname(home), 'mine.py')}${line}\n`);
      }
    });
  }

  it('knows the folder of templates that the application names', async () => {
    const [first] = Object.values(APPLICATIONS);
    const moved = Object.entries(first?.files ?? {}).map(([path, text]) => [
      path.replace('/templates/', '/pages/'),
      text.replace('Flask(__name__)', 'Flask(__name__, template_folder="pages")'),
    ]);
    const root = await grown(Object.fromEntries(moved) as Record<string, string>);
    writeFileSync(join(root, 'blog/mine.py'), 'x = render_template("reports/index.html")\n');
    await expectAsync(undo(root)).toBeRejectedWithError(
      /blog\/mine\.py:1: uses the template reports\/index\.html\n/,
    );
  });
});
