import { ViewProject } from '../support/view-project';

const BLOG = 'class BlogController:\n    def about(self):\n        return ""\n';
const INIT = 'app/controllers/__init__.py';
const FILE = 'app/controllers/post_controller.py';
const IMPORT = 'from app.blog import BlogController as PostController\n';

describe('The method of a controller', () => {
  it('comes into the class that the project calls by another name', async () => {
    const project = await ViewProject.with({ 'app/blog.py': BLOG, [INIT]: IMPORT });
    await project.make('posts.index', 'rc');
    expect(project.read('app/blog.py')).toContain('    def index(self) -> str:');
    expect(project.read(INIT)).toBe(IMPORT);
    expect(project.read('app/routes/posts/routes.py')).toContain(
      'from app.controllers import PostController\n',
    );
  });

  it('comes there, too, where the file of its name calls the class so', async () => {
    const files = { 'app/blog.py': BLOG, [INIT]: '', [FILE]: IMPORT };
    const project = await (await ViewProject.with(files)).make('posts.index', 'rc');
    expect(project.read('app/blog.py')).toContain('    def index(self) -> str:');
    expect(project.read(INIT)).toContain(IMPORT);
  });
});
