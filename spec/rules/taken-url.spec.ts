import { Tree } from '@angular-devkit/schematics';
import { PythonSource } from '../../src/python/source';
import { refuseTakenBlueprint, refuseTakenUrl } from '../../src/rules/refused-view';
import { viewIn } from './make-parts';

const HEAD = 'from flask import Blueprint\n\nbp = Blueprint("team", __name__)\n';
const SITE = HEAD.replace('team', 'site');
const IMPORT = 'from app.routes.team.routes import bp\n';
const ABOUT = `${HEAD}\n\n@bp.get("/about")\ndef people():\n    return ""\n`;
const HOME = `${HEAD}\n\n@bp.get("/")\ndef people():\n    return ""\n`;
const TEAM = 'app/routes/team';

const FACTORY = `from flask import Flask


def create_app():
    from app.routes.team import bp as team_bp

    app = Flask(__name__)
    app.register_blueprint(team_bp)
    return app
`;
const MOUNTED = FACTORY.replace('(team_bp)', '(team_bp, url_prefix="/about")');

type Files = Readonly<Record<string, string>>;

function treeOf(files: Files): Tree {
  const tree = Tree.empty();
  for (const [path, text] of Object.entries({ 'app/__init__.py': FACTORY, ...files })) {
    tree.create(path, text);
  }
  return tree;
}

/** Asks for a view with its route. */
function ask(files: Files, name: string, route?: string): Promise<string[]> {
  return askIn(treeOf(files), name, route);
}

async function askIn(tree: Tree, name: string, route?: string): Promise<string[]> {
  const options = { name, generateRoute: true, ...(route === undefined ? {} : { route }) };
  refuseTakenUrl(await viewIn(tree, options));
  return [];
}

async function askForBlueprint(files: Files, name: string): Promise<string[]> {
  refuseTakenBlueprint(await viewIn(treeOf(files), { name, generateRoute: true }));
  return [];
}

describe('refuseTakenUrl', () => {
  const taken: Record<string, [Files, string]> = {
    'a URL that a person gave to a page of another blueprint': [
      { [`${TEAM}/__init__.py`]: IMPORT, [`${TEAM}/routes.py`]: ABOUT },
      'about',
    ],
    'one of a module of routes': [{ 'app/routes/team.py': ABOUT }, 'about'],
    "one of another resource's routes, for the name of a resource": [
      {
        [`${TEAM}/__init__.py`]: IMPORT,
        [`${TEAM}/routes.py`]: ABOUT.replace('/about', '/posts'),
      },
      'posts.index',
    ],
    'one below what a blueprint above is registered with': [
      {
        'app/__init__.py': MOUNTED.replace('/about', '/admin'),
        [`${TEAM}/__init__.py`]: `${IMPORT}from app.routes.team.people import bp as people_bp\n\nbp.register_blueprint(people_bp)\n`,
        [`${TEAM}/routes.py`]: HOME,
        [`${TEAM}/people.py`]: ABOUT.replace('"team"', '"people"').replace('/about', '/posts'),
      },
      'admin.posts.index',
    ],
    'one below what another blueprint says itself': [
      {
        [`${TEAM}/__init__.py`]:
          'from flask import Blueprint\n\nbp = Blueprint("team", __name__, url_prefix="/about")\n\nfrom app.routes.team import routes\n',
        [`${TEAM}/routes.py`]:
          'from app.routes.team import bp\n\n\n@bp.get("")\ndef people():\n    return ""\n',
      },
      'about',
    ],
    'one below what another blueprint is registered with': [
      { 'app/__init__.py': MOUNTED, [`${TEAM}/__init__.py`]: IMPORT, [`${TEAM}/routes.py`]: HOME },
      'about',
    ],
    'the same for a folder, and for a function elsewhere that registers': [
      {
        'app/__init__.py': '',
        'app/blueprints.py': MOUNTED.replace('/about', '/posts'),
        [`${TEAM}/__init__.py`]: IMPORT,
        [`${TEAM}/routes.py`]: HOME,
      },
      'posts.index',
    ],
    'one that the application serves itself': [
      {
        'app/__init__.py': FACTORY.replace(
          '    return',
          '\n    @app.get("/posts")\n    def people():\n        return ""\n\n    return',
        ),
      },
      'posts.index',
    ],
    'one that a factory in a module of its own serves, without a blueprint': [
      {
        'app/factory.py':
          'from flask import Flask\n\n\ndef make():\n    app = Flask(__name__)\n\n    @app.route("/posts")\n    def people():\n        return ""\n\n    return app\n',
      },
      'posts.index',
    ],
    'one that a WSGI function answers before Flask': [
      {
        'app/health.py':
          'def init_app(app):\n    served = app.wsgi_app\n\n    def people(environ, start):\n        is_here = environ["PATH_INFO"] == "/posts"\n        return (people if is_here else served)(environ, start)\n\n    app.wsgi_app = people\n',
      },
      'posts.index',
    ],
    'one of a blueprint outside the folder of routes': [{ 'app/team/__init__.py': ABOUT }, 'about'],
    'one below the prefixes of blueprints elsewhere that are registered on each other': [
      {
        'app/site/__init__.py': `${SITE}from .team import views\nbp.register_blueprint(views.bp, url_prefix="/posts")\n`,
        'app/site/team/views.py': HOME.replace('("/")', '("")'),
        'app/__init__.py': FACTORY.replace('routes.team', 'site').replace(
          '(team_bp)',
          '(team_bp, url_prefix="/admin")',
        ),
      },
      'admin.posts.index',
    ],
  };
  for (const [what, [files, name]] of Object.entries(taken)) {
    it(`refuses ${what}`, async () => {
      await expectAsync(ask(files, name)).toBeRejectedWithError(
        /^app\/\S+\.py:\d+: people already serves GET \/(about|posts|admin\/posts)/,
      );
    });
  }

  it('refuses a new blueprint whose name one elsewhere has', async () => {
    const files = { 'app/team/__init__.py': HEAD };
    await expectAsync(askForBlueprint(files, 'team.index')).toBeRejectedWithError(
      'app/team/__init__.py:3 already makes a blueprint called team. ' +
        'Put the view in a folder of another name, or rename that blueprint.',
    );
    await askForBlueprint(files, 'people.index');
    await askForBlueprint({ ...files, 'app/routes/team.py': HEAD }, 'team.index');
  });

  it('makes a blueprint whose name only one below another has', async () => {
    const files = {
      'app/site/__init__.py': `${SITE}from .team import bp as team\nbp.register_blueprint(team)\n`,
      'app/site/team.py': HEAD,
    };
    expect(await askForBlueprint(files, 'team.index')).toEqual([]);
  });

  it("refuses the URL of Flask's own static files", async () => {
    await expectAsync(ask({}, 'files.show', '/static/<path:name>')).toBeRejectedWithError(
      /^Flask itself serves GET \/static\/<path:name> for the files in static\/\./,
    );
    await ask({}, 'files.show', '/static-files/<path:name>');
  });

  it('does not take a URL for taken that another prefix stands before', async () => {
    const team = { [`${TEAM}/__init__.py`]: IMPORT };
    const elsewhere = { 'app/__init__.py': MOUNTED.replace('/about', '/us') };
    expect(await ask({ ...team, [`${TEAM}/routes.py`]: HOME }, 'about')).toEqual([]);
    expect(await ask({ ...team, ...elsewhere, [`${TEAM}/routes.py`]: ABOUT }, 'about')).toEqual([]);
  });

  describe('among many resources', () => {
    let tree: Tree;

    beforeEach(() => {
      const files = Array.from({ length: 20 }, (_, index) => `things_${index}`).flatMap((name) => [
        [`app/routes/${name}/__init__.py`, IMPORT.replaceAll('team', name)],
        [`app/routes/${name}/routes.py`, HOME.replace('team', name).replace('/"', `/${name}"`)],
      ]);
      tree = treeOf(Object.fromEntries(files) as Files);
    });

    it('parses none that does not have the URL', async () => {
      const parse = spyOn(PythonSource, 'parse').and.callThrough();
      await askIn(tree, 'about');
      await askIn(tree, 'posts.index');
      await askIn(tree, 'posts.index', '/posts/new');
      await askIn(tree, 'posts.index', '/things_7/<int:post_id>');
      const paths = parse.calls.allArgs().map(([path]) => path);
      expect(paths.filter((path) => path.includes('things_')).toSorted()).toEqual([
        'app/routes/things_7/__init__.py',
        'app/routes/things_7/routes.py',
      ]);
    });
  });
});
