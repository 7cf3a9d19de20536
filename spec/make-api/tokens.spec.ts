import { changed, older } from '../support/older';
import { ViewProject } from '../support/view-project';

const AUTH = 'app/auth.py';

/** The files that only an application with tokens has. */
const MADE = [
  'app/api/access.py',
  'app/controllers/token_controller.py',
  'app/models/api_token.py',
  'app/templates/auth/make_token.html',
  'app/templates/auth/new_token.html',
  'app/templates/mail/new_token.txt',
  'app/tokens.py',
  'tests/auth/test_tokens.py',
  'tests/tokens.py',
];

async function withPosts(files: Record<string, string> = {}): Promise<ViewProject> {
  return (await ViewProject.with(files)).makeResource('posts', { fields: 'title' });
}

/** The files of a project but its migrations, without the order of what is registered. */
function filesOf({ files }: ViewProject): Record<string, string> {
  const sorted = ([path, text]: [string, string]): [string, string] => [
    path,
    /__init__\.py$|requirements\.txt$/.test(path) ? text.split('\n').toSorted().join('\n') : text,
  ];
  const others = Object.entries(files).filter(([path]) => !path.startsWith('migrations/'));
  return Object.fromEntries(others.map(sorted));
}

describe('Tokens of the API', () => {
  it('come with whichever of make:api and make:auth is second', async () => {
    const one = await (await (await withPosts()).makeApi('posts')).makeAuth();
    const two = await (await (await withPosts()).makeAuth()).makeApi('posts');
    expect(Object.keys(one.files)).toEqual(jasmine.arrayContaining(MADE));
    expect(filesOf(one)).toEqual(filesOf(two));
    expect(one.read('app/models/__init__.py')).toContain('"ApiToken"');
    const [, migration] =
      Object.entries(one.changes).find(([path]) => path.startsWith('migrations/')) ?? [];
    expect(migration).toContain('op.create_table(\n        "api_tokens"');
    for (const { remembered } of [one, two]) {
      expect(remembered['.scaffold/application.json']).toContain('app/tokens.py');
    }
    expect([...one.warnings, ...two.warnings]).toEqual([]);
  });

  it('leave no trace in an application that has no API, or no sign-in', async () => {
    for (const project of [
      await (await withPosts()).makeAuth(),
      await (await withPosts()).makeApi('posts'),
    ]) {
      expect(Object.keys(project.files).filter((path) => MADE.includes(path))).toEqual([]);
    }
    const signedIn = await (await withPosts()).makeAuth();
    expect(signedIn.read(AUTH)).not.toContain('app.tokens');
  });

  it('ask for a migration of their table', async () => {
    const project = await (await (await withPosts()).makeAuth()).makeApi('posts');
    expect(project.messages.join('\n')).toContain('db migrate -m "Create API tokens"');
  });

  it('change nothing in a second run', async () => {
    const project = await (await (await withPosts()).makeAuth()).makeApi('posts');
    const before = { ...project.files, ...project.remembered };
    await project.makeApi('posts');
    await project.makeAuth();
    expect({ ...project.files, ...project.remembered }).toEqual(before);
  });

  it('come beside what a person wrote', async () => {
    const made = await (await withPosts()).makeAuth();
    const project = await changed(made, {
      [AUTH]: [['USER, USER_ID =', 'MINE = 1\nUSER, USER_ID =']],
    });
    await project.makeApi('posts');
    expect(project.read(AUTH)).toContain('\nMINE = 1\n');
    expect(project.read(AUTH)).toContain(
      'found = find_token() if is_operation() else find_session()',
    );
  });

  it('are refused where a person changed the same lines', async () => {
    const made = await (await withPosts()).makeAuth();
    const project = await changed(made, { [AUTH]: [['found = find_session()', 'found = mine()']] });
    const before = project.files;
    await expectAsync(project.makeApi('posts')).toBeRejectedWithError(
      /no longer as generated[^]*app\/auth\.py:\d+/,
    );
    expect(project.files).toEqual(before);
  });

  it('are upgraded with sign-in', async () => {
    const made = await (await (await withPosts()).makeAuth()).makeApi('posts');
    const project = await older(made, {
      [AUTH]: [['USER, USER_ID =', 'OLD = 1\nUSER, USER_ID =']],
    });
    await project.upgrade({ names: 'app auth' });
    expect(project.files).toEqual(made.files);
    expect(project.warnings).toEqual([]);
  });
});
