import fc from 'fast-check';
import { generatedFactory } from '../rules/registration/generated-factory';
import type { PersonsFiles } from '../support/view-project';
import { CONTROLLER, CONTROLLERS, INIT, MODELS, POST, ROUTES } from './reshaped/case';

type Lines = readonly string[];

const BLANK: Lines = [''];

const TEXTS: readonly Lines[] = [
  ['"""', 'class PostController:', '    def index(self):', '        pass', '"""'],
  ['# class Post(db.Model): @bp.get("/posts")'],
  ['x = 1; y = 2  # two'],
  ['VALUES = {', '    "index": 1,', '}'],
  ['TEXT = f"{1 + 1} bp = Blueprint()"'],
  ['total = 1 \\', '    + 2'],
  ['if (n := 1) > 2: pass'],
  ['def helper(value, *, key=None): return value'],
  ['try:', '    import fast', 'except ImportError:', '    fast = None'],
  BLANK,
];

const HEADS: readonly Lines[] = [
  [],
  ['"""A docstring."""', ''],
  ['#!/usr/bin/env python3', '# -*- coding: utf-8 -*-', "'''A docstring", "'''"],
  ['from __future__ import annotations', ''],
  ['"""A docstring."""', '', 'from __future__ import annotations', '', 'import os, sys'],
];

const DECORATORS: readonly Lines[] = [
  [],
  ['@login_required'],
  ['@cached(', '    60,  # seconds', ')'],
];

const METHODS: readonly Lines[] = [
  ['def index(self):', '    return "mine"'],
  ['def show(self, post_id: int) -> str:', '    """Mine."""', '', '    return "mine"'],
  ['async def destroy(self, post_id): pass'],
  ['def other(self):', '    def create(self):', '        return 1', '', '    return create'],
  ['@property', 'def title(self):', "    return 'Posts'"],
  ['per_page = 20'],
  ['update = None  # not here'],
  ['class Meta:', '    def store(self):', '        pass'],
];

const CONTROLLER_IMPORTS: readonly Lines[] = [
  ['from flask import render_template'],
  ['from flask import (', '    flash,  # used', '    render_template', ')'],
  ['import flask', 'from app import models'],
  ['from ..extensions import db; from ..models import User'],
  ['from app.models import *'],
  [],
];

const ROUTE_IMPORTS: readonly Lines[] = [
  ['from flask import Blueprint'],
  ['from flask import Blueprint, \\', '    request'],
  ['from flask import *', 'from flask.typing import ResponseReturnValue as Answer'],
  ['import flask', 'from flask import (Blueprint)'],
];

const BLUEPRINTS: readonly Lines[] = [
  ['bp = Blueprint("posts", __name__)'],
  ['bp: Blueprint = Blueprint(', "    'posts',", '    __name__', ')'],
];

const ROUTE_PIECES: readonly Lines[] = [
  ['@bp.get("/posts")', 'def index():', '    return ""'],
  ['@bp.route("/posts/<int:id>", methods=["GET", "HEAD"])', 'def show(id): return ""'],
  ['@bp.get("/old")', '@bp.get("/older")', '@login_required', 'def old():', '    return ""'],
  ['bp.add_url_rule("/posts/create", "create", lambda: "")'],
  ['def destroy(): pass'],
  ['@bp.errorhandler(404)', 'def missing(error):', '    return "", 404'],
];

const MODEL_HEADS: readonly Lines[] = [
  ['from app.extensions import db'],
  ['from sqlalchemy.orm import Mapped, mapped_column', '', 'from ..extensions import db'],
  ['import sqlalchemy as sa', 'from app.extensions import (', '    db', ')'],
];

const COLUMNS: readonly Lines[] = [
  ['"""A post."""'],
  ["__tablename__ = 'posts'"],
  ['id = db.Column(db.Integer, primary_key=True)'],
  ['id: Mapped[int] = mapped_column(primary_key=True)'],
  ['title = db.Column(', '    db.String(80),  # short', '    nullable=False,', ')'],
  ['comments = None'],
  ['def comments(self): return []'],
  ['# comments = db.relationship("Comment")'],
  ['@property', 'def url(self):', '    return ""'],
];

const EXPORTS: readonly Lines[] = [
  [],
  ['__all__ = ["NAME"]'],
  ["__all__ = ('NAME',)"],
  ["__all__ = 'NAME', 'Zebra'"],
  ['__all__: list[str] = [', '    "NAME",  # first', '    "Other"', ']'],
  ['__all__ = []', '__all__ += ["NAME"]'],
  ['__all__ = []', '__all__.extend(["NAME"])'],
  ['__all__ = ["NAME"] + other.__all__'],
];

const REGISTERING: readonly Lines[] = [
  ['from .FILE import NAME'],
  ['from .FILE import (', '    NAME  # mine', ')'],
  ['from app.PACKAGE.FILE import NAME as NAME'],
  ['from . import FILE', 'NAME = FILE.NAME'],
  ['import app.PACKAGE.FILE'],
  [],
];

const text = fc.constantFrom(...TEXTS);

function indented(lines: Lines): string[] {
  return lines.map((line) => (line === '' ? line : `    ${line}`));
}

/** Some of these, in any order, each at most once. */
function someOf(pieces: readonly Lines[]): fc.Arbitrary<Lines[]> {
  return fc.shuffledSubarray([...pieces]);
}

/** Pieces with others between them. */
function between(pieces: fc.Arbitrary<Lines[]>): fc.Arbitrary<string[]> {
  return fc
    .tuple(pieces, fc.array(text, { maxLength: 3 }))
    .map(([parts, texts]) => parts.flatMap((part, index) => [...(texts[index] ?? BLANK), ...part]));
}

function ownedBy(heads: readonly string[], members: readonly Lines[]): fc.Arbitrary<string[]> {
  const decorated = fc
    .tuple(someOf(members), fc.constantFrom(...DECORATORS))
    .map(([parts, decorator]) =>
      parts.map((part) => (part[0]?.includes('def ') ? [...decorator, ...part] : part)),
    );
  const oneLine = fc.constant('').map(() => [`${heads[0] ?? ''} pass  # soon`]);
  return fc.oneof(
    { weight: 1, arbitrary: oneLine },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(...heads), decorated, fc.boolean())
        .map(([head, parts, hasEnd]) => [
          head,
          ...indented(parts.flatMap((part) => [...part, ''])),
          '    pass',
          ...(hasEnd ? ['    # the end of the class'] : []),
        ]),
    },
  );
}

/** Saved as people's editors do it. */
function saved(...parts: fc.Arbitrary<Lines>[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.tuple(...parts),
      fc.constantFrom('    ', '\t', '  '),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\uFEFF'),
      fc.boolean(),
    )
    .map(([lines, indent, newline, mark, hasEnd]) => {
      const written = lines
        .flat()
        .map((line) => line.replace(/^( {4})+/, (blanks) => indent.repeat(blanks.length / 4)));
      return mark + written.join(newline) + (hasEnd ? newline : '');
    });
}

function package_(name: string, file: string, className: string): fc.Arbitrary<string> {
  const named = (lines: Lines): string[] =>
    lines.map((line) =>
      line.replaceAll('PACKAGE', name).replaceAll('FILE', file).replaceAll('NAME', className),
    );
  return saved(
    fc.constantFrom(...HEADS),
    fc.constantFrom(...REGISTERING).map(named),
    between(fc.constant([[]])),
    fc.constantFrom(...EXPORTS).map(named),
  );
}

const head = fc.constantFrom(...HEADS);

const FILES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'app/__init__.py': generatedFactory.map((factory) => factory.text),
  [CONTROLLER]: saved(
    head,
    fc.constantFrom(...CONTROLLER_IMPORTS),
    between(fc.constant([[], []])),
    ownedBy(
      [
        'class PostController:',
        'class PostController(Base):',
        'class PostController(metaclass=M):',
      ],
      METHODS,
    ),
    between(fc.constant([[]])),
  ),
  [CONTROLLERS]: package_('controllers', 'post_controller', 'PostController'),
  [ROUTES]: saved(
    head,
    fc.constantFrom(...ROUTE_IMPORTS),
    fc.constantFrom(...BLUEPRINTS),
    between(someOf(ROUTE_PIECES)),
  ),
  [INIT]: fc.constantFrom(
    'from .routes import bp\n',
    'from app.routes.posts.routes import bp\r\n\r\n__all__ = ("bp",)',
    '',
    'from . import routes\nbp = routes.bp\n',
  ),
  [POST]: saved(
    head,
    fc.constantFrom(...MODEL_HEADS),
    between(fc.constant([[]])),
    ownedBy(['class Post(db.Model):', 'class Post(Mixin, db.Model):'], COLUMNS),
    between(fc.constant([[]])),
  ),
  [MODELS]: package_('models', 'post', 'Post'),
};

/** Files of a person, some of these: path → content. */
export const generatedFiles: fc.Arbitrary<PersonsFiles> = fc
  .tuple(fc.record(FILES), fc.subarray(Object.keys(FILES)))
  .map(([files, left]) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => !left.includes(path))),
  );

/** Views that are added one after the other. */
export const generatedViews: fc.Arbitrary<[name: string, flags: string][]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...['index', 'show', 'create', 'store', 'update', 'destroy'].map((each) => `posts.${each}`),
      'posts.archive',
      'posts.comments.index',
      'admin.posts.index',
      'about',
    ),
    fc.constantFrom('rcm', 'rc', 'rc', 'cm', 'r', 'c', 'rm', ''),
  ),
  { minLength: 1, maxLength: 3 },
);
