import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ACTION_NAMES, ACTIONS } from '../../src/naming/actions';
import { copiedApplication } from '../support/application';
import { UNMIGRATED } from '../support/helper-tests';
import { runPythonTool } from '../support/python-tools';
import { run } from '../support/run';
import { shuffled } from '../support/shuffled';
import { ViewProject } from '../support/view-project';

/** What is made, in orders that the seeds say. */
const VIEWS = [
  ...ACTION_NAMES.map((action) => `posts.${action}`),
  ...ACTION_NAMES.map((action) => `recipes.comments.${action}`),
  ...ACTION_NAMES.map((action) => `recipes.comments.replies.${action}`),
  'about',
  'mains.contact_us',
  'posts.archive',
  'admin.users.index',
  'classes.show',
  'news.index',
  'very_long_names_of_resources_that_nobody_types_but_that_could_be.about_it',
  'very_long_names_of_resources_that_nobody_types.with_others_that_are_long.index',
  'very_long_names_of_resources_that_nobody_types.with_others_that_are_long.update',
];

const PRINT_URLS = `
from app import create_app
for rule in create_app("testing").url_map.iter_rules():
    for method in sorted(rule.methods & {"GET", "POST"}):
        print(method, rule.rule, rule.endpoint)
`;

for (const seed of [1, 2, 3]) {
  describe(`The application after views in order ${seed}`, () => {
    let root: string;
    let python: string;

    beforeAll(async () => {
      ({ root, python } = await copiedApplication(true));
      const project = await ViewProject.with();
      for (const view of shuffled(VIEWS, seed)) {
        const isPage = /^(about|mains\.)/.test(view);
        await project.make(view, isPage ? 'rc' : 'rcm');
      }
      for (const [path, content] of Object.entries(project.changes)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
      }
    });

    it('serves the URLs that the specification gives', async () => {
      const { stdout, stderr } = await run(python, ['-c', PRINT_URLS], { cwd: root });
      expect(stderr).toBe('');
      const urls = stdout
        .trim()
        .split('\n')
        .filter((line) => !/ \/(static|up)\//.test(line));
      const nested = '/recipes/<int:recipe_id>/comments';
      const long = '/very-long-names-of-resources-that-nobody-types';
      expect(urls.sort()).toEqual(
        [
          ...urlsOf('/posts', 'post', 'posts'),
          ...urlsOf(nested, 'comment', 'recipes.comments'),
          ...urlsOf(`${nested}/<int:comment_id>/replies`, 'reply', 'recipes.comments.replies'),
          'GET / mains.index',
          'GET /about mains.about',
          'GET /contact-us mains.contact_us',
          'GET /posts/archive posts.archive',
          'GET /admin/users admin.users.index',
          'GET /classes/<int:class_id> classes.show',
          'GET /news news.index',
          'GET /very-long-names-of-resources-that-nobody-types-but-that-could-be/about-it very_long_names_of_resources_that_nobody_types_but_that_could_be.about_it',
          `GET ${long}/<int:very_long_names_of_resources_that_nobody_type_id>/with-others-that-are-long very_long_names_of_resources_that_nobody_types.with_others_that_are_long.index`,
          `POST ${long}/<int:very_long_names_of_resources_that_nobody_type_id>/with-others-that-are-long/<int:with_others_that_are_long_id>/edit very_long_names_of_resources_that_nobody_types.with_others_that_are_long.update`,
        ].sort(),
      );
    });

    it('passes ruff and mypy', async () => {
      for (const [name, ...args] of [
        ['ruff', 'check', '--no-cache', '.'],
        ['ruff', 'format', '--no-cache', '--check', '.'],
        ['mypy', '--python-executable', python, '.'],
      ] as const) {
        const { code, stdout } = await runPythonTool(name, args, root);
        expect(code).withContext(stdout).toBe(0);
      }
    });

    it('passes the tests that it came with', async () => {
      const { code, stdout } = await run(python, ['-m', 'pytest', '-q', ...UNMIGRATED], {
        cwd: root,
      });
      expect(code).withContext(stdout).toBe(0);
    });
  });
}

/** The methods, URLs and endpoints of all actions of a resource. */
function urlsOf(path: string, record: string, endpoints: string): string[] {
  return ACTION_NAMES.map((action) => {
    const { method, path: own } = ACTIONS[action];
    return `${method} ${path}${own.replace('ID', `<int:${record}_id>`)} ${endpoints}.${action}`;
  });
}
