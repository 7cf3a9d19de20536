import {
  type Cases,
  CONTROLLER,
  CONTROLLERS,
  CREATE,
  DESTROY,
  INDEX,
  lines,
  SHOW,
  STORE,
} from './case';

const DECORATED = lines(
  '"""Posts, as I like them."""',
  '',
  'from functools import wraps',
  '',
  'from flask import abort  # noqa: F401',
  '',
  '',
  'def login_required(view):',
  '    @wraps(view)',
  '    def wrapped(*args, **kwargs):',
  '        return view(*args, **kwargs)',
  '',
  '    return wrapped',
  '',
  '',
  'class PostController:',
  '    """All pages of posts.',
  '',
  '  class PostController:  # not this one',
  '      def show(self): ...',
  '    """',
  '',
  '    per_page = 20',
  '',
  '    # dangerous, so it comes first',
  '    @login_required',
  '    def destroy(self, post_id: int):',
  '        abort(403)',
  '',
  '    # def create(self): not yet',
  '',
  '    @login_required',
  '    @staticmethod',
  '    def index():',
  '        """Mine."""',
  '        return "mine"  # really',
  '',
  '    # the end of the class',
  '',
  '',
  '# the end of the file',
);

const STYLED = lines(
  'from flask import render_template',
  '',
  '',
  'class PostController:',
  '    def index(self):',
  "        title = 'Posts'",
  "        return render_template('posts/index.html', title=title)",
);

const ALL = [
  ['posts.index', 'rc'],
  ['posts.show', 'rc'],
  ['posts.destroy', 'rc'],
] as const;

const KEPT = ['PostController already has index', 'PostController already has destroy'];

/** What is said of an action that a project without the model cannot do. */
const NO_MODEL = 'only redirects, because the model Post is missing';

const MAIN_ROUTES = 'app/routes/mains/routes.py';

const HOME = lines(
  'from flask import Blueprint',
  '',
  'bp = Blueprint("mains", __name__)',
  '',
  '',
  '@bp.get("/")',
  'def index():',
  '    return ""',
);

function registered(text: string): Cases[string] {
  return {
    files: { [CONTROLLERS]: text, [MAIN_ROUTES]: HOME },
    views: [
      ['posts.index', 'rc'],
      ['articles.index', 'rc'],
    ],
    urls: [INDEX, 'GET /articles articles.index'],
  };
}

/** Controllers, and what registers them. */
export const CONTROLLER_CASES: Cases = {
  'decorated methods in another order': {
    files: { [CONTROLLER]: DECORATED },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: KEPT,
  },
  'decorated methods with tabs and CRLF, and no line break at the end': {
    files: {
      [CONTROLLER]: DECORATED.replace(/\n$/, '')
        .replace(/^( {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4))
        .replaceAll('\n', '\r\n'),
    },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: KEPT,
  },
  'decorated methods with two spaces and a byte order mark': {
    files: {
      [CONTROLLER]:
        '\uFEFF' + DECORATED.replace(/^( +)/gm, (blanks) => blanks.slice(blanks.length / 2)),
    },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: KEPT,
  },
  'single quotes': {
    files: { [CONTROLLER]: STYLED },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: ['PostController already has index', NO_MODEL],
    shows: {
      [CONTROLLER]:
        "    def show(self, post_id: int) -> str:\n        return render_template('posts/show.html', post_id=post_id)",
    },
  },
  'a class with a base class that has a method': {
    files: {
      'app/controllers/base.py': lines(
        'class Controller:',
        '    def index(self):',
        '        return "of all"',
      ),
      [CONTROLLER]: lines(
        'from app.controllers.base import Controller',
        '',
        '',
        'class PostController(Controller):',
        '    pass',
      ),
    },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: ['PostController already has index', NO_MODEL],
  },
  'a class on one line': {
    files: { [CONTROLLER]: 'class PostController: pass  # soon' },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: [NO_MODEL],
  },
  'a class of many in one module': {
    files: {
      'app/controllers/blog.py': lines(
        'class PostController:',
        '    def index(self):',
        '        return "posts"',
        '',
        '',
        'class CommentController:',
        '    pass',
      ),
      [CONTROLLERS]: lines(
        'from .blog import CommentController, PostController',
        'from .main_controller import MainController',
        '',
        '__all__ = ["CommentController", "MainController", "PostController"]',
      ),
    },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: ['app/controllers/blog.py:2: PostController already has index', NO_MODEL],
  },
  'an attribute instead of a method': {
    files: {
      [CONTROLLER]: lines('class PostController:', '    index = lambda self: "mine"  # noqa: E731'),
    },
    views: [
      ['posts.index', 'rc'],
      ['posts.show', 'rc'],
    ],
    urls: [INDEX, SHOW],
    warnings: ['PostController already has index'],
  },
  'asynchronous methods, and one below a condition': {
    files: {
      [CONTROLLER]: lines(
        'DEBUG = True',
        '',
        '',
        'class PostController:',
        '    async def index(self):',
        '        return "mine"',
        '',
        '    if DEBUG:',
        '',
        '        def destroy(self, post_id):',
        '            return "mine"',
      ),
    },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: KEPT,
  },
  'a file of the name without the class': {
    files: { [CONTROLLER]: lines('"""Later."""', '', 'ANSWER = 42') },
    views: [
      ['posts.create', 'rc'],
      ['posts.store', 'rc'],
    ],
    urls: [CREATE, STORE],
    warnings: [NO_MODEL],
  },
  'nothing in the package’s file': registered(''),
  'a comment in the package’s file': registered('# Controllers register themselves here.\n'),
  'no package file': {
    files: { [CONTROLLERS]: null, [MAIN_ROUTES]: HOME },
    views: ALL,
    urls: [INDEX, SHOW, DESTROY],
    warnings: [NO_MODEL],
  },
  '__all__ as a tuple, with CRLF': registered(
    "from app.controllers.main_controller import MainController\r\n\r\n__all__ = ('MainController',)\r\n",
  ),
  '__all__ that grows': registered(
    lines(
      '__all__ = []',
      '',
      'from .main_controller import MainController  # noqa: E402',
      '',
      '__all__ += ["MainController"]',
    ),
  ),
  '__all__ over lines, with comments and no comma': registered(
    lines(
      'from app.controllers.main_controller import (',
      '    MainController  # the start page',
      ')',
      '',
      '__all__ = [  # sorted',
      '    "MainController"  # first',
      ']',
    ),
  ),
  'no __all__': registered('from .main_controller import MainController as MainController'),
  'a star': registered('from .main_controller import *  # noqa: F403\n'),
};
