import { ViewProject } from '../support/view-project';

const CONTROLLER = 'app/controllers/article_controller.py';
const MODEL = 'app/models/article.py';
const BY_SLUG = { route: '/articles/<string:slug>' };

/** The articles of a project, which have a slug, or not yet. */
async function withArticles(columns = ''): Promise<ViewProject> {
  const base = await (await ViewProject.with()).make('articles.index', 'rcm');
  const model = base.read(MODEL).replace(/(\n +id: .*\n)/, `$1${columns}`);
  return ViewProject.with({ ...base.changes, [MODEL]: model });
}

const SLUG = '    slug: Mapped[str] = mapped_column(db.String(80), unique=True)\n';

describe('A page at a URL of its own', () => {
  it('is where actions lead that are made later, by the parameters that links have', async () => {
    const project = await withArticles(SLUG);
    await project.make('articles.show', 'rc', BY_SLUG);
    for (const action of ['store', 'edit', 'update', 'destroy']) {
      await project.make(`articles.${action}`, 'rc');
    }
    const redirects = project.read(CONTROLLER).match(/first_url\([^()]*\)/g);
    const shown = 'first_url("articles.show", "articles.index", slug=article.slug)';
    expect(redirects?.map((each) => each.replace(/\(\s+/, '(').replace(/\s+\)/, ')'))).toEqual([
      shown,
      shown,
      'first_url("articles.index")',
    ]);
    expect(project.read('app/templates/articles/edit.html')).toContain('slug=article.slug');
  });

  it('keeps to the key where the record does not have what its URL says', async () => {
    const project = await withArticles();
    await project.make('articles.show', 'rc', { route: '/articles/<string:slug>' });
    await project.make('articles.store', 'rc');
    expect(project.read(CONTROLLER)).toContain('article_id=article.id');
  });

  for (const flags of ['rcm', 'rc']) {
    it(`names the column that is missing, and how to go on (-${flags})`, async () => {
      const project = flags === 'rcm' ? await ViewProject.with() : await withArticles();
      await project.make('articles.show', flags, BY_SLUG);
      const away = flags === 'rcm' ? 'replace the method with pass' : 'remove the method';
      expect(project.warnings).toEqual([
        'warn Article has no column slug, so ArticleController.show finds no article by ' +
          `/articles/<string:slug>. Add the column to ${MODEL}, ${away}, and run this command again with --force.`,
      ]);
      expect(project.messages.join('\n')).not.toMatch(/shows them/);
      const method = /\n +def show[^]*$/;
      const columns = project.read(MODEL).replace(/(\n +id: .*\n)/, `$1${SLUG}`);
      const controller = project.read(CONTROLLER);
      const added = await ViewProject.with({
        ...project.changes,
        [MODEL]: columns,
        [CONTROLLER]: controller.replace(method, flags === 'rcm' ? '\n    pass\n' : '\n'),
      });
      await added.make('articles.show', flags, { ...BY_SLUG, replaceTemplate: true });
      expect(added.warnings.join()).not.toMatch(/no column|without the model/);
      expect(added.read(CONTROLLER)).toContain('filter_by(slug=slug)');
      expect(added.read('app/templates/articles/show.html')).toContain('{{ article.slug }}');
    });
  }

  it('names the methods that were made before, not the one of this run', async () => {
    const project = await (await ViewProject.with()).make('articles.edit', 'rc');
    await project.make('articles.show', 'rcm', BY_SLUG);
    expect(project.warnings.join()).toContain('ArticleController.edit was made before the model');
  });
});
