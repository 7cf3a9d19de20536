import fc from 'fast-check';

/** A file with an application, as people write them, which Python can run. */
export interface GeneratedFactory {
  readonly text: string;
  /** What makes the application: `create_app()`. */
  readonly factory: string;
}

const STATEMENTS = [
  ['x = 1'],
  ['# app.register_blueprint(no_bp)'],
  [''],
  ['a = 1; b = 2  # two'],
  ["text = 'def create_app(): return app'"],
  ['long = """', 'app.register_blueprint(no_bp)', '    return app', '"""'],
  ['call(', '    1,  # one', '    key="value",', ')'],
  ['total = 1 \\', '    + 2'],
  ['APP.config["KEY"] = f"{1 + 1}"'],
  ['if (n := 1) > 2: pass'],
  ['from app.routes.local import bp as local_bp', 'APP.register_blueprint(local_bp)'],
  ['APP.register_blueprint(', '    main_bp,', '    url_prefix="/main",', ')'],
  ['APP.register_blueprint(main_bp); y = 2'],
  ['for each in [main_bp]:', '    APP.register_blueprint(each)'],
  ['for each in (', '    main_bp,', '    other_bp,', '):', '    APP.register_blueprint(each)'],
  ['for each in LISTED: APP.register_blueprint(each)'],
  ['def nested():', '    return 1'],
  ['@call', 'class Nested: pass'],
];

const ENDS = [
  ['return APP'],
  ['', '# done', 'return APP  # done'],
  ['x = 1; return APP'],
  ['with ctx():', '    call(1)', '    return APP'],
  ['try:', '    return APP', 'finally:', '    pass'],
  ['if flag:', '    return APP', 'else:', '    return APP'],
  ['if flag:', '    return APP', 'return APP'],
];

const HEADS = [
  ['"""About the application."""', ''],
  ['#!/usr/bin/env python3', '"""About."""', 'from __future__ import annotations'],
  [],
];

const IMPORTS = [
  [
    'from flask import Flask',
    'from support import call, ctx',
    'from app.routes.main import bp as main_bp',
    'from app.routes.other import bp as other_bp',
  ],
  [
    'import os',
    '',
    'from flask import (',
    '    Flask,',
    '    request  # used',
    ')',
    'from support import *',
    'from support import call, \\',
    '    ctx',
    '',
    'from .routes.main import bp as main_bp',
    'from .routes.other import bp as other_bp; import sys',
  ],
  [
    'from app.routes import main, other',
    'from flask import Flask',
    'from support import call, ctx',
    'main_bp = main.bp',
    'other_bp: object = other.bp',
  ],
];

function indented(lines: readonly string[]): string[] {
  let isInString = false;
  return lines.map((line) => {
    const isRaw = isInString || line === '';
    isInString = line.includes('"""') ? !isInString : isInString;
    return isRaw ? line : `    ${line}`;
  });
}

const simple = fc.constantFrom(...STATEMENTS);

/** Statements, some of them in blocks. */
const statements: fc.Arbitrary<string[]> = fc.letrec<{ body: string[]; statement: string[] }>(
  (tie) => ({
    statement: fc.oneof(
      { weight: 4, arbitrary: simple.map((lines) => [...lines]) },
      fc
        .tuple(
          fc.constantFrom('if flag:', 'with ctx() as c:', 'for _ in (1,):', 'while flag:'),
          tie('body'),
        )
        .map(([head, body]) => [head, ...indented(body), '    pass']),
      tie('body').map((body) => [
        'try:',
        ...indented(body),
        '    pass',
        'except KeyError:',
        '    pass',
      ]),
    ),
    body: fc.array(tie('statement'), { maxLength: 4 }).map((parts) => parts.flat()),
  }),
).body;

const shape = fc.record({
  head: fc.constantFrom(...HEADS),
  imports: fc.constantFrom(...IMPORTS),
  early: fc.boolean(),
  body: statements,
  end: fc.constantFrom(...ENDS),
  kind: fc.constantFrom('function', 'helper', 'method', 'module'),
  app: fc.constantFrom('app', 'application', 'server'),
  made: fc.constantFrom(['APP = Flask(__name__)'], ['APP: Flask = Flask(', '    __name__,', ')']),
});

/** Files that differ in shape and in how they are saved. */
export const generatedFactory: fc.Arbitrary<GeneratedFactory> = fc
  .tuple(
    shape,
    fc.constantFrom('    ', '\t', '  '),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(
    ([{ head, imports, early, body, end, kind, app, made }, indent, newline, hasMark, hasEnd]) => {
      const start = early ? [...made, 'if flag:', '    return APP'] : made;
      const factory = ['def create_app(flag=False):', ...indented([...start, ...body, ...end])];
      const code = {
        function: factory,
        helper: [
          'def register(APP, flag=False):',
          ...indented([...body, 'APP.register_blueprint(other_bp)']),
          '',
          'def create_app(flag=False):',
          ...indented([...start, 'register(APP)', ...end]),
        ],
        method: ['class Factory:', ...indented(['@staticmethod', ...factory])],
        module: ['flag = False', ...made, ...body, 'if __name__ == "__main__":', '    APP.run()'],
      }[kind];
      const lines = [...head, ...imports, 'LISTED = [main_bp, other_bp]', '', ...code];
      const text = lines
        .map((line) =>
          line
            .replaceAll('APP', app)
            .replace(/^( {4})+/, (blanks) => indent.repeat(blanks.length / 4)),
        )
        .join(newline);
      const factories = {
        function: 'create_app()',
        helper: 'create_app()',
        method: 'Factory.create_app()',
        module: app,
      };
      return {
        text: (hasMark ? '\uFEFF' : '') + text + (hasEnd ? newline : ''),
        factory: factories[kind],
      };
    },
  );
