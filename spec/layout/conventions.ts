/** How a small application is laid out: one way of each convention. */
export interface Conventions {
  readonly root: '' | 'src/';
  readonly factory: '__init__' | 'app' | 'factory';
  readonly db: 'none' | 'extensions' | '__init__';
  readonly home: 'flat' | 'package' | 'feature';
  readonly variable: 'bp' | '{name}' | '{name}_bp';
  readonly decorator: 'route' | 'get';
  readonly typed: boolean;
  readonly models: 'module' | 'package' | 'feature';
  readonly columns: 'mapped' | 'column';
  readonly layout: '"base.html"' | "'layouts/site.html'" | 'theme("layout.html")';
  readonly block: 'content' | 'page_content' | 'body';
  readonly title: 'block' | 'variable' | 'none';
  readonly tests: 'pytest' | 'unittest' | 'none';
}

/** All ways of each convention. */
export const CHOICES: { readonly [Key in keyof Conventions]: readonly Conventions[Key][] } = {
  root: ['', 'src/'],
  factory: ['__init__', 'app', 'factory'],
  db: ['none', 'extensions', '__init__'],
  home: ['flat', 'package', 'feature'],
  variable: ['bp', '{name}', '{name}_bp'],
  decorator: ['route', 'get'],
  typed: [true, false],
  models: ['module', 'package', 'feature'],
  columns: ['mapped', 'column'],
  layout: ['"base.html"', "'layouts/site.html'", 'theme("layout.html")'],
  block: ['content', 'page_content', 'body'],
  title: ['block', 'variable', 'none'],
  tests: ['pytest', 'unittest', 'none'],
};

const NAMES = ['main', 'orders'] as const;
const HOMES = { flat: '', package: '/routes', feature: '/views' } as const;
const MODELS = { module: 'models', package: 'models/{name}', feature: '{name}/models' } as const;

type Contents = Record<string, string>;

/** The files of an application with these conventions: a shop with the blueprints `main` and `orders`. */
export function shop(chosen: Conventions): Contents {
  const within = `${chosen.root}shop`;
  const variable = (name: string): string => chosen.variable.replace('{name}', name);
  const files: Contents = {
    [`${within}/__init__.py`]: '"""A shop, not app = Flask(…)."""\n',
    'README.md': 'bp = Blueprint("x")\n',
    'venv/pyvenv.cfg': '',
    'venv/lib/other.py': 'app = Flask(__name__)\n',
  };
  const add = (path: string, text: string): void => {
    files[path] = (files[path] ?? '') + text;
  };
  if (chosen.db !== 'none') {
    add(
      `${within}/${chosen.db}.py`,
      'from flask_sqlalchemy import SQLAlchemy\n\ndb = SQLAlchemy()\n',
    );
  }
  add(
    `${within}/${chosen.factory}.py`,
    [
      'def create_app():',
      '    app = Flask(__name__)',
      ...NAMES.map((name) => `    app.register_blueprint(${variable(name)})`),
      '    return app',
      '',
    ].join('\n'),
  );
  for (const name of NAMES) {
    const made = `${variable(name)} = Blueprint("${name}", __name__)\n`;
    const file = `${within}/${name}${HOMES[chosen.home]}.py`;
    add(chosen.home === 'package' ? `${within}/${name}/__init__.py` : file, made);
    const returns = chosen.typed ? ' -> str' : '';
    const url = name === 'main' ? '/' : '/orders';
    add(
      file,
      `\n\n@${variable(name)}.${chosen.decorator}("${url}")\n@login_required\ndef index(\n    page=f(1),\n)${returns}:\n    return ""\n`,
    );
    if (chosen.db !== 'none') {
      add(`${within}/${MODELS[chosen.models].replace('{name}', name)}.py`, model(name, chosen));
    }
    add(`${within}/templates/${name}/index.html`, page(chosen));
  }
  const { title, block } = chosen;
  const heads = {
    block: '{% block title %}Shop{% endblock %}',
    variable: '{{ title }}',
    none: 'Shop',
  };
  const layout = /["'](.*)["']/.exec(chosen.layout)?.[1] ?? '';
  add(
    `${within}/templates/${layout}`,
    `<title>${heads[title]}</title>\n{# {% block old %} #}\n{% block styles %}{% endblock %}\n{% block ${block} %}{% endblock %}\n`,
  );
  if (chosen.tests !== 'none') {
    add('tests/test_shop.py', `import ${chosen.tests}\n`);
  }
  return files;
}

function model(name: string, { columns }: Conventions): string {
  const id =
    columns === 'mapped' ? 'id: Mapped[int] = mapped_column()' : 'id = db.Column(db.Integer)';
  return `class ${name.toUpperCase()}(Mixin, db.Model):\n    """A row."""\n\n    ${id}\n\n\n`;
}

function page({ block, layout, title }: Conventions): string {
  const own = title === 'block' ? '{% block title %}Mine{% endblock %}\n' : '';
  return `{% extends ${layout} %}\n${own}{% block styles %}{% endblock %}\n{% block ${block} %}x{% endblock %}\n`;
}

/** What a reader should find of it. */
export function findingsOf(chosen: Conventions): Record<string, string | boolean | undefined> {
  const within = `${chosen.root}shop`;
  const hasModels = chosen.db !== 'none';
  const factory = chosen.factory === '__init__' ? 'shop' : `shop.${chosen.factory}`;
  const layout = chosen.layout.startsWith('theme') ? chosen.layout : chosen.layout.slice(1, -1);
  return {
    package: within,
    factory,
    registration: factory,
    templates: `${within}/templates`,
    layout,
    content_block: chosen.block,
    title: { block: 'title', variable: '{{ title }}', none: undefined }[chosen.title],
    views: 'function',
    routes: `${within}/{name}${HOMES[chosen.home]}.py`,
    blueprint: chosen.variable,
    pages: 'main',
    decorator: chosen.decorator,
    typed: chosen.typed,
    db: { none: undefined, extensions: 'shop.extensions:db', __init__: 'shop:db' }[chosen.db],
    models: hasModels ? `${within}/${MODELS[chosen.models]}.py` : undefined,
    base: hasModels ? 'db.Model' : undefined,
    columns: hasModels ? chosen.columns : undefined,
    forms: undefined,
    auth: undefined,
    migrations: undefined,
    tests: chosen.tests === 'none' ? undefined : `${chosen.tests}:tests`,
    scaffold_templates: 'scaffold_templates',
  };
}
