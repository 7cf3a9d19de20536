import { GUARDS, type Guard, type GuardOption } from '../../src/naming/guards';
import { AUTH } from '../support/own-auth';
import { ViewProject } from '../support/view-project';

const FIELDS = 'title:string:120 body:text:optional';
const MODELS = ['app/models/__init__.py', 'app/models/post.py', 'app/models/user.py'];
const WORDS = Object.keys(GUARDS) as Guard[];

async function posts(guard: GuardOption, fields = FIELDS): Promise<ViewProject> {
  return (await ViewProject.with(AUTH)).makeResource('posts', { fields, guard });
}

/** The resource as it is made with a guard for the models of another project. */
async function anew({ files }: ViewProject, guard: GuardOption): Promise<ViewProject> {
  const models = Object.fromEntries(MODELS.map((path) => [path, files[path] ?? null]));
  return (await ViewProject.with({ ...AUTH, ...models })).makeResource('posts', { guard });
}

/** All files but the table of readers, its words, and the module that signs in for tests: that serves all tests. */
function withoutReaders({ files }: ViewProject): Record<string, string> {
  const shared = ['app/guards.py', 'app/readers.py', 'tests/sign_in.py'];
  return Object.fromEntries(Object.entries(files).filter(([path]) => !shared.includes(path)));
}

/** Who reads posts. A model that the table lacks is for everybody. */
function readers(project: ViewProject): string {
  return /^ {4}Post: (.*),$/m.exec(project.read('app/readers.py'))?.[1] ?? 'everybody';
}

describe('A guard in the place of another one', () => {
  for (const before of ['none', ...WORDS] as const) {
    for (const after of (['none', ...WORDS] as const).filter((word) => word !== before)) {
      it(`makes of ${before} what ${after} makes of the same model`, async () => {
        const project = await posts(before);
        project.messages.length = 0;
        await project.makeResource('posts', { guard: after });
        const wanted = await anew(project, after);
        expect(withoutReaders(project)).toEqual(withoutReaders(wanted));
        expect(readers(project)).toBe(readers(wanted));
        const generated = (made: ViewProject): unknown => ({
          ...made.manifest('posts').generated,
          'app/guards.py': undefined,
          'app/models/post.py': undefined,
        });
        expect(generated(project)).toEqual(generated(wanted));
        expect(project.manifest('posts').request.actions).toEqual(
          wanted.manifest('posts').request.actions,
        );
        expect(project.warnings.filter((each) => !each.includes('may now read'))).toEqual([]);
        const { changes } = project;
        await project.makeResource('posts', { guard: after });
        expect(project.changes).toEqual(changes);
        expect(project.messages.at(-1)).toBe('info Nothing to do: posts already exists.');
      });
    }
  }

  for (const first of ['users', 'users-write', 'admin'] as const) {
    it(`goes from one action with ${first} to all, with the tests`, async () => {
      for (const action of ['index', 'destroy']) {
        const one = await (await posts('none')).make(`posts.${action}`, 'rc', { guard: first });
        const opened = await ViewProject.with({ ...one.files, ...one.remembered });
        await opened.make(`posts.${action}`, 'rc', { guard: 'none' });
        expect(withoutReaders(opened)).toEqual(withoutReaders(await posts('none')));
        for (const after of ['users', 'owner-write'] as const) {
          const project = await ViewProject.with({ ...one.files, ...one.remembered });
          await project.makeResource('posts', { guard: after });
          const wanted = await anew(project, after);
          expect(withoutReaders(project))
            .withContext(`${action}: ${after}`)
            .toEqual(withoutReaders(wanted));
        }
      }
    });
  }

  it('goes with further actions into tests that nobody changed, also of actions that were made alone', async () => {
    const tests = 'tests/test_posts.py';
    for (const guard of [undefined, 'users'] as const) {
      const project = await ViewProject.with(AUTH);
      await project.makeResource('posts', { fields: FIELDS, only: 'index' });
      await project.make('posts.show', 'rc', { guard });
      await project.makeResource('posts', { guard });
      const wanted = await anew(project, guard ?? 'none');
      expect(project.read(tests)).toBe(wanted.read(tests));
      expect(project.warnings).toEqual([]);
    }
  });

  it('comes back to what it was', async () => {
    for (const before of ['users', 'users-write', 'admin'] as const) {
      const project = await posts(before, `${FIELDS} user:references:users`);
      const others = withoutReaders(project);
      for (const guard of [...WORDS, 'none', before] as const) {
        await project.makeResource('posts', { guard });
      }
      expect(withoutReaders(project)).toEqual(others);
    }
  });
});

/** Those whom a page lets read: the higher, the fewer. */
const STRICTNESS = { everybody: 0, users: 1, owner: 2, admins: 3 } as const;

/** Who opens the page of a remark, by its route and by what its controller finds. */
function readersOfPage(project: ViewProject): keyof typeof STRICTNESS {
  const routes = project.read('app/routes/cases/remarks/routes.py');
  const [, decorator = ''] = /^@(\w+_required)\ndef show\(/m.exec(routes) ?? [];
  const controller = project.read('app/controllers/case_remark_controller.py');
  const [show = ''] = /^ {4}def show\([^]*?(?=^ {4}def |(?![^]))/m.exec(controller) ?? [];
  return decorator === 'admin_required'
    ? 'admins'
    : decorator === ''
      ? 'everybody'
      : show.includes('.cases()') || show.includes('.remarks()')
        ? 'owner'
        : 'users';
}

/** A copy of a project with a resource that is made or changed; undefined if the guard is refused beside the others. */
async function changed(
  { files, remembered }: ViewProject,
  name: string,
  options: Parameters<ViewProject['makeResource']>[1],
): Promise<ViewProject | undefined> {
  const project = await ViewProject.with({ ...files, ...remembered });
  try {
    return await project.makeResource(name, options);
  } catch (error) {
    expect(String(error)).toMatch(/Only its owner sees|This guard would open what belongs/);
    return undefined;
  }
}

describe('A guard of what records belong to', () => {
  const CHILDREN = [undefined, 'none', ...WORDS] as const;
  const LIMITING = ['owner', 'owner-write', 'admin'] as const;
  for (const before of ['none', 'users', ...LIMITING] as const) {
    it(`in the place of ${before} names records to no more people than open their pages`, async () => {
      const parent = await (
        await ViewProject.with(AUTH)
      ).makeResource('cases', { fields: 'title', guard: before });
      let pairs = 0;
      for (const child of CHILDREN) {
        const both = await changed(parent, 'cases.remarks', { fields: 'body:text', guard: child });
        for (const after of both ? LIMITING : []) {
          const project = both && (await changed(both, 'cases', { guard: after }));
          if (project) {
            const entry = /^ {4}Remark: (\w+)/m.exec(project.read('app/readers.py'))?.[1];
            const listed = STRICTNESS[(entry ?? 'everybody') as keyof typeof STRICTNESS];
            expect(listed)
              .withContext(`${String(child)}, then ${after}: ${entry ?? 'none'}`)
              .toBeGreaterThanOrEqual(STRICTNESS[readersOfPage(project)]);
            pairs += 1;
          }
        }
      }
      expect(pairs).toBeGreaterThan(9);
    });
  }
});
