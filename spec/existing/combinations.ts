/** How a small application that runs is laid out: one way of each convention. */
export interface Combination {
  readonly root: '' | 'src/';
  /** Where the application is made: in a function of a module, at the top of the package, or in a single file. */
  readonly factory: '__init__' | 'app' | 'factory' | 'module' | 'single';
  readonly registration: 'inside' | 'top' | 'helper' | 'loop';
  readonly home: 'flat' | 'package' | 'feature';
  readonly variable: 'bp' | '{name}' | '{name}_bp';
  readonly templates: 'usual' | 'named' | 'own';
  readonly imports: 'absolute' | 'relative';
  /** Where `db` is made; `below` the imports of blueprints is a trap. */
  readonly db: 'none' | 'extensions' | 'above' | 'below';
  /** A module beside the blueprints that has the name of the new one. */
  readonly trap: 'none' | 'module' | 'url' | 'blueprint';
}

/** All ways of each convention. */
export const WAYS: { readonly [Key in keyof Combination]: readonly Combination[Key][] } = {
  root: ['', 'src/'],
  factory: ['__init__', 'app', 'factory', 'module', 'single'],
  registration: ['inside', 'top', 'helper', 'loop'],
  home: ['flat', 'package', 'feature'],
  variable: ['bp', '{name}', '{name}_bp'],
  templates: ['usual', 'named', 'own'],
  imports: ['absolute', 'relative'],
  db: ['none', 'extensions', 'above', 'below'],
  trap: ['none', 'none', 'module', 'url', 'blueprint'],
};

const NAMES = ['main', 'orders'] as const;

/** An application with its files and the module that has it. */
export interface Combined {
  readonly module: string;
  readonly files: Readonly<Record<string, string>>;
}

const LAYOUT =
  '<title>{% block title %}{% endblock %}</title>\n{% block content %}{% endblock %}\n';
const PAGE =
  '{% extends "base.html" %}\n{% block title %}Shop{% endblock %}\n{% block content %}Shop{% endblock %}\n';

/** An application with these conventions, whose start page works. */
export function combined(chosen: Combination): Combined {
  return chosen.factory === 'single' ? singleFile(chosen) : packaged(chosen);
}

function singleFile({ root, trap }: Combination): Combined {
  const own =
    trap === 'url' ? '\n\n@app.route("/reports")\ndef reports():\n    return "taken"\n' : '';
  return {
    module: 'shop',
    files: {
      [`${root}shop.py`]: `from flask import Flask, render_template\n\napp = Flask(__name__)\n\n\n@app.route("/")\ndef index():\n    return render_template("index.html")\n${own}`,
      [`${root}templates/base.html`]: LAYOUT,
      [`${root}templates/index.html`]: PAGE,
    },
  };
}

function packaged(chosen: Combination): Combined {
  const { db, factory, home, imports, registration, root, templates, trap } = chosen;
  const files: Record<string, string> = { [`${root}shop/__init__.py`]: '' };
  const variable = (name: string): string => chosen.variable.replace('{name}', name);
  const isModule = factory === 'module';
  const maker = factory === '__init__' || isModule ? '__init__' : factory;
  const from = (module: string): string =>
    imports === 'relative' ? `.${module}` : `shop.${module}`;
  const moduleOf = (name: string): string => (home === 'feature' ? `${name}.views` : name);
  const lines = NAMES.map(
    (name) => `from ${from(moduleOf(name))} import ${variable(name)} as ${name}_blueprint`,
  );
  const register =
    registration === 'loop'
      ? [
          'for blueprint in (',
          ...NAMES.map((name) => `    ${name}_blueprint,`),
          '):',
          '    app.register_blueprint(blueprint)',
        ]
      : NAMES.map((name) => `app.register_blueprint(${name}_blueprint)`);
  const isHelper = registration === 'helper';
  const isInside = registration === 'inside';
  const indent = (texts: readonly string[]): string[] => texts.map((text) => `    ${text}`);
  const folder = templates === 'named' ? ', template_folder="pages"' : '';
  const makes = db === 'above' || db === 'below' ? ['from flask_sqlalchemy import SQLAlchemy'] : [];
  const made = makes.length > 0 ? ['db = SQLAlchemy()'] : [];
  const start =
    db === 'none'
      ? []
      : ['app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite://"', 'db.init_app(app)'];
  const top = [
    ...(isHelper ? [`from ${from('wiring')} import register_all`] : isInside ? [] : lines),
    ...(db === 'extensions' ? [`from ${from('extensions')} import db`] : []),
  ];
  const body = [
    `app = Flask("shop"${folder})`,
    ...start,
    ...(isInside ? lines : []),
    ...(isHelper ? ['register_all(app)'] : register),
    ...(trap === 'url'
      ? ['', '@app.route("/reports")', 'def taken():', '    return "taken"', '']
      : []),
  ];
  files[`${root}shop/${maker}.py`] = [
    'from flask import Flask',
    ...makes,
    ...(db === 'above' ? made : []),
    ...top,
    ...(db === 'below' ? ['', ...made] : []),
    '',
    ...(isModule ? body : ['', 'def create_app():', ...indent([...body, 'return app'])]),
    '',
  ].join('\n');
  if (isHelper) {
    files[`${root}shop/wiring.py`] = [
      ...lines,
      '',
      '',
      'def register_all(app):',
      ...indent(register),
      '',
    ].join('\n');
  }
  if (db === 'extensions') {
    files[`${root}shop/extensions.py`] =
      'from flask_sqlalchemy import SQLAlchemy\n\ndb = SQLAlchemy()\n';
  }
  for (const name of NAMES) {
    Object.assign(files, blueprint(name, variable(name), chosen));
  }
  const pages = templates === 'named' ? 'pages' : 'templates';
  files[`${root}shop/${pages}/base.html`] = LAYOUT;
  if (trap === 'module') {
    files[`${root}shop/reports.py`] = 'TOTAL = 0\n';
  }
  if (trap === 'blueprint') {
    files[`${root}shop/statistics.py`] =
      'from flask import Blueprint\n\nbp = Blueprint("reports", __name__)\n';
  }
  return { module: maker === '__init__' ? 'shop' : `shop.${maker}`, files };
}

function blueprint(
  name: string,
  variable: string,
  { home, imports, root, templates }: Combination,
): Record<string, string> {
  const within = `${root}shop/${name}`;
  const folder = templates === 'own' ? ', template_folder="templates"' : '';
  const made = `${variable} = Blueprint("${name}", __name__${folder})\n`;
  const url = name === 'main' ? '/' : `/${name}`;
  const view = `\n\n@${variable}.route("${url}")\ndef index():\n    return render_template("${name}/index.html")\n`;
  const both = `from flask import Blueprint, render_template\n\n${made}${view}`;
  const pages = templates === 'named' ? 'pages' : 'templates';
  // Blueprints of one module share the folder beside it.
  const own = home === 'flat' ? `${root}shop` : within;
  const page = {
    [`${templates === 'own' ? `${own}/templates` : `${root}shop/${pages}`}/${name}/index.html`]:
      PAGE,
  };
  switch (home) {
    case 'flat':
      return { ...page, [`${within}.py`]: both };
    case 'feature':
      return { ...page, [`${within}/__init__.py`]: '', [`${within}/views.py`]: both };
    case 'package': {
      const from = imports === 'relative' ? '.' : `shop.${name}`;
      return {
        ...page,
        [`${within}/__init__.py`]: `from flask import Blueprint\n\n${made}\nfrom ${from} import routes\n`,
        [`${within}/routes.py`]: `from flask import render_template\nfrom ${from} import ${variable}\n${view}`,
      };
    }
  }
}
