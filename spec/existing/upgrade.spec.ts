import { createTwoFilesPatch } from 'diff';
import { readFileSync } from 'node:fs';
import type { Manifest } from '../../src/manifest/format';
import { DATA_APPLICATIONS, FIELDS } from './data-applications';
import { runSchematic } from './run-schematic';

const MIGRATION = `import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade():
    op.create_table("note", sa.Column("id", sa.Integer(), nullable=False))
`;

type Files = Readonly<Record<string, string>>;
type Run = readonly [schematic: string, options: object];

const RESOURCE: Run = ['make-resource', { name: 'notes', fields: FIELDS }];

const CASES: Readonly<Record<string, readonly Run[]>> = {
  'a resource': [RESOURCE],
  'pages without a form': [
    ['make-resource', { name: 'notes', fields: ['title', 'site:url'], only: 'index,show' }],
  ],
  'some actions, and further fields': [
    ['make-resource', { name: 'notes', fields: ['title', 'site:url'], only: 'show,create' }],
    ['add-field', { name: 'notes', fields: ['body:text:optional', 'home:url:optional'] }],
  ],
  'views one by one, and single pages': [
    ['make-view', { name: 'notes.index', generateRoute: true, generateModel: true }],
    ['make-view', { name: 'notes.archive', generateRoute: true }],
    ['make-view', { name: 'about', generateRoute: true }],
  ],
  'two resources of a model': [RESOURCE, ['make-resource', { name: 'drafts', model: 'Note' }]],
  'a model alone': [['make-model', { name: 'Note', fields: ['title'] }]],
};

async function after(
  before: Files,
  [schematic, options]: Run,
): Promise<{ files: Files; said: readonly string[] }> {
  const { files, remembered, said } = await runSchematic(before, schematic, options);
  return { files: { ...files, ...remembered }, said };
}

async function grown(files: Files, runs: readonly Run[]): Promise<Files> {
  let now = files;
  for (const run of runs) {
    now = (await after(now, run)).files;
  }
  return now;
}

/** The application as older templates made it: its files and its manifests have these texts. */
function older(
  files: Files,
  texts: readonly (readonly [now: string, older: string])[] = [],
): Files {
  const aged = (text: string): string =>
    texts.reduce((before, [now, then]) => before.replaceAll(now, then), text);
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (!path.startsWith('.scaffold/resources/')) {
        return [path, aged(text)];
      }
      const manifest = JSON.parse(text) as Manifest;
      const generated = JSON.parse(JSON.stringify(manifest.generated), (_, value: unknown) =>
        typeof value === 'string' ? aged(value) : value,
      ) as Manifest['generated'];
      return [path, JSON.stringify({ ...manifest, templates: 'older', generated }, null, 2)];
    }),
  );
}

function expectSame(files: Files, expected: Files): void {
  const differ = (path: string): boolean => files[path] !== expected[path];
  for (const path of new Set(Object.keys({ ...files, ...expected }).filter(differ))) {
    fail(createTwoFilesPatch(path, path, expected[path] ?? '', files[path] ?? ''));
  }
}

describe('upgrade, in an application that new did not make,', () => {
  for (const [kind, { files }] of Object.entries(DATA_APPLICATIONS)) {
    it(`changes nothing with the same templates: ${kind}`, async () => {
      for (const [title, runs] of Object.entries(CASES)) {
        const made = await grown(files, runs);
        const upgraded = await after(older(made), ['upgrade', {}]);
        expect(upgraded.said)
          .withContext(title)
          .toEqual([jasmine.stringContaining('Nothing to do')]);
        expectSame(upgraded.files, made);
      }
    });

    it(`brings today's texts, beside what a person wrote, below src/, too: ${kind}`, async () => {
      const below = Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path.includes('/') ? `src/${path}` : path,
          text,
        ]),
      );
      const made = await grown(below, [RESOURCE]);
      const before = older(made, [
        ['The note has been created.', 'Saved.'],
        ['<h1>New note</h1>', '<h2>New note</h2>'],
        ['10**9', '10**6'],
      ]);
      const own = (all: Files): Files =>
        Object.fromEntries(
          Object.entries(all).map(([path, text]) => [
            path,
            /notes\/(views|routes)\.py$/.test(path)
              ? `${text}\n\ndef mine():\n    return 1\n`
              : text,
          ]),
        );
      const upgraded = await after(own(before), ['upgrade', { names: ['notes'] }]);
      expectSame(upgraded.files, own(made));
      expect(upgraded.said.join('\n')).not.toMatch(/^warn/m);
      expect((await after(upgraded.files, ['upgrade', {}])).files).toEqual(upgraded.files);
    });
  }

  it('follows a template of the project, and leaves what both changed', async () => {
    const [{ files } = { files: {} }] = Object.values(DATA_APPLICATIONS);
    const made = await grown(files, [RESOURCE]);
    const page = 'blog/templates/notes/show.html';
    const template = '{% extends "base.html" %}{% block content %}Mine{% endblock %}\n';
    const own = { ...made, 'scaffold_templates/plain/show.html': template };
    const upgraded = await after(own, ['upgrade', {}]);
    expect(upgraded.files[page]).toBe(template);
    const python = 'scaffold_templates/plain/model.py';
    const withPython = { ...own, [python]: '<% if (table) { %>\ntitle = Note.title\n<% } %>\n' };
    const renamed = await after(withPython, [
      'rename-field',
      { name: 'notes', field: 'title:headline' },
    ]);
    expect(renamed.files[python]).toBe(withPython[python]);
    const person = { ...own, [page]: made[page]?.replace(/<h1>.*/, '<h1>Hers</h1>') ?? '' };
    const left = await after(person, ['upgrade', {}]);
    expect(left.files[page]).toBe(person[page]);
    expect(left.said.join('\n')).toContain('notes stays as it is, because you changed lines');
  });

  it('writes the migration for a column that a template adds', async () => {
    const [{ files } = { files: {} }] = Object.values(DATA_APPLICATIONS);
    const made = await grown(files, [RESOURCE]);
    const ours = readFileSync('src/make-view/files/plain/model.py.template', 'utf8');
    const end = '<% if (relations.length > 0) { %>';
    const rank = '    rank: so.Mapped[Optional[int]] = so.mapped_column(index=True)\n';
    const template = ours.replace(end, rank + end);
    const own = { ...made, 'scaffold_templates/plain/model.py': template };
    const alone = await after(own, ['upgrade', {}]);
    expect(alone.files['blog/models.py']).toContain('    rank: so.Mapped[Optional[int]]');
    expect(alone.said.join()).toContain('No migration makes note.rank');
    const init = made['blog/__init__.py'] ?? '';
    const migrated = {
      'blog/__init__.py': init
        .replace('\n\ndb =', '\nfrom flask_migrate import Migrate\n\ndb =')
        .replace('    db.init_app(app)\n', '    db.init_app(app)\n    Migrate(app, db)\n'),
      'migrations/versions/0001_notes.py': MIGRATION,
    };
    const upgraded = await after({ ...own, ...migrated }, ['upgrade', {}]);
    const [path = ''] = Object.keys(upgraded.files).filter((each) => each.includes('_upgrade_'));
    expect(upgraded.files[path]).toContain('batch_op.add_column(sa.Column("rank", sa.Integer()');
    expect(upgraded.files[path]).toContain('batch_op.drop_column("rank")');
  });
});
