import { createTwoFilesPatch } from 'diff';
import { ViewProject } from '../support/view-project';
import { changed, older } from '../support/older';

/** Commands, one after the other. */
type Runs = readonly ((project: ViewProject) => Promise<ViewProject>)[];

const FIELDS = [
  'title:string:120',
  'done:boolean',
  'due:date:optional',
  'status:enum:open:closed:default=open',
  'owner:references:users',
  'parent:references:tasks:optional',
  'site:url:optional',
];

/** A column that a person adds to the model of posts by hand. */
function withApproved(project: ViewProject): Promise<ViewProject> {
  return changed(project, {
    'app/models/post.py': [
      ['    title:', '    approved: Mapped[bool] = mapped_column(default=False)\n    title:'],
    ],
  });
}

const CASES: Readonly<Record<string, Runs>> = {
  'a resource': [(project) => project.makeResource('tasks', { fields: FIELDS })],
  'some actions': [
    (project) => project.makeResource('posts', { fields: ['title'], only: 'show,index' }),
    (project) => project.makeResource('posts', { only: 'create,store' }),
  ],
  'actions that came in another order': [
    (project) =>
      project.makeResource('posts', { fields: ['title'], only: 'create,store,edit,update' }),
    (project) => project.makeResource('posts', { only: 'index,show' }),
  ],
  'a nested resource': [
    (project) => project.makeResource('posts', { fields: ['title'] }),
    (project) => project.makeResource('posts.comments', { fields: ['text'] }),
    (project) => project.makeResource('posts.comments.votes', { fields: ['text'] }),
  ],
  'views one by one': [
    (project) => project.make('posts.index', 'rcm'),
    (project) => project.make('posts.show', 'rc'),
    (project) => project.make('posts.create', 'rc'),
    (project) => project.make('posts.store', 'rc'),
    (project) => project.make('posts.archive', 'rc'),
  ],
  'single pages': [
    (project) => project.make('about', 'rc'),
    (project) => project.make('contact-us', 'r'),
    (project) => project.make('imprint'),
    (project) => project.make('reports.sales', 'rc'),
  ],
  'a namespace, and a URL of its own': [
    (project) => project.makeResource('admin.banners', { fields: ['title'] }),
    (project) => project.makeResource('news', { fields: ['title'], route: '/what-is/new' }),
    (project) => project.make('news.latest', 'rc', { route: '/latest' }),
  ],
  'another model and another controller': [
    (project) => project.makeResource('articles', { fields: ['title'], model: 'Post' }),
    (project) => project.makeResource('drafts', { model: 'Post', controller: 'DraftController' }),
  ],
  guards: [
    (project) => project.makeAuth(),
    (project) => project.makeResource('notes', { fields: ['text'], guard: 'owner' }),
    (project) => project.makeResource('posts', { fields: ['text'], guard: 'owner-write' }),
    (project) => project.makeResource('admin.banners', { fields: ['title'], guard: 'admin' }),
    (project) => project.makeResource('posts.comments', { fields: ['text'] }),
    (project) => project.make('account_help', 'rc', { guard: 'users' }),
  ],
  'guards below records that have owners': [
    (project) => project.makeAuth(),
    (project) => project.makeResource('posts', { fields: ['text'], guard: 'owner-write' }),
    (project) => project.makeResource('posts.comments', { fields: ['text'] }),
    (project) => project.makeResource('posts.replies', { fields: ['text'], guard: 'owner' }),
    (project) => project.makeResource('posts.remarks', { fields: ['text'], guard: 'owner-write' }),
    (project) => project.makeResource('posts.hints', { fields: ['text'], guard: 'users' }),
    (project) => project.makeResource('posts.votes', { fields: ['text'], guard: 'users-write' }),
    (project) => project.makeResource('posts.checks', { fields: ['text'], guard: 'admin' }),
    (project) => project.makeResource('notes', { fields: ['text'], guard: 'owner' }),
    (project) => project.makeResource('notes.steps', { fields: ['text'] }),
    (project) => project.makeResource('notes.plans', { fields: ['text'], guard: 'owner' }),
    (project) => project.makeResource('notes.audits', { fields: ['text'], guard: 'admin' }),
  ],
  'a guard that came later': [
    (project) => project.makeAuth(),
    (project) => project.makeResource('posts', { fields: ['text'] }),
    (project) => project.makeResource('posts', { guard: 'owner' }),
  ],
  'an owner whom another resource of the model asked for': [
    (project) => project.makeAuth(),
    (project) => project.makeResource('posts', { fields: ['title'], guard: 'users' }),
    (project) => project.makeResource('my.posts', { guard: 'owner', namespace: true }),
  ],
  'an owner in a model of a person': [
    (project) => project.makeAuth(),
    (project) => project.makeModel('Post', 'title'),
    (project) => ViewProject.with({ ...project.files }),
    (project) => project.makeResource('posts', { guard: 'users' }),
    (project) => project.makeResource('my.posts', { guard: 'owner', namespace: true }),
  ],
  'a column of a person before a page, a guard and a namespace': [
    (project) => project.makeAuth(),
    (project) => project.makeResource('posts', { fields: ['title'], only: 'index,create,store' }),
    withApproved,
    (project) => project.makeResource('posts', { only: 'show' }),
    (project) => project.makeResource('posts', { guard: 'users', only: 'index,create,store,show' }),
    (project) => project.makeResource('admin.posts', { guard: 'admin', namespace: true }),
  ],
  'a column of a person before an action': [
    (project) => project.makeResource('posts', { fields: ['title'], only: 'index,create,store' }),
    withApproved,
    (project) => project.make('posts.archive', 'rc'),
    (project) => project.makeResource('posts', { only: 'destroy' }),
  ],
  'a column of a person before the form': [
    (project) => project.makeModel('Post', 'title'),
    withApproved,
    (project) => project.makeResource('posts'),
    (project) => project.makeApi('posts'),
  ],
  'a column of a person between the list and the form': [
    (project) => project.makeResource('posts', { fields: ['title'], only: 'index,show' }),
    withApproved,
    (project) => project.makeResource('posts', { only: 'create,store' }),
  ],
  'a column of a person in a section': [
    (project) => project.makeResource('boards', { fields: ['name'] }),
    (project) => project.makeResource('posts', { fields: ['title', 'board:references:boards'] }),
    (project) => project.makeResource('boards.posts'),
    withApproved,
    (project) => project.addField('posts', 'body:text:optional'),
  ],
  'changed fields': [
    (project) => project.makeResource('posts', { fields: ['title', 'body:text'] }),
    (project) => project.addField('posts', 'price:decimal:default=0 site:url:optional'),
    (project) => project.renameField('posts', 'title:headline'),
    (project) => project.removeField('posts', 'body', { deleteData: true }),
  ],
  'an API': [
    (project) => project.makeResource('posts', { fields: ['title', 'body:text:optional'] }),
    (project) => project.makeApi('posts'),
    (project) => project.makeResource('posts.comments', { fields: ['text'] }),
    (project) => project.makeApi('posts.comments'),
    (project) => project.changeField('posts', 'title:string:80'),
  ],
  'many to many': [
    (project) => project.makeResource('labels', { fields: ['name'] }),
    (project) => project.makeResource('posts', { fields: ['title', 'labels:many:labels'] }),
  ],
};

type Files = Readonly<Record<string, string>>;

function expectSame(files: Files, expected: Files): void {
  const differ = (path: string): boolean => files[path] !== expected[path];
  for (const path of new Set(Object.keys({ ...files, ...expected }).filter(differ))) {
    const patch = createTwoFilesPatch(path, path, expected[path] ?? '', files[path] ?? '');
    fail(patch);
  }
}

describe('upgrade to the same templates changes nothing', () => {
  for (const [title, runs] of Object.entries(CASES)) {
    it(`of ${title}`, async () => {
      let project = await ViewProject.with();
      for (const run of runs) {
        project = await run(project);
      }
      const after = await (await older(project)).upgrade();
      expect(after.messages).toEqual([jasmine.stringContaining('Nothing to do')]);
      expectSame(
        { ...after.files, ...after.remembered },
        { ...project.files, ...project.remembered },
      );
    });
  }
});
