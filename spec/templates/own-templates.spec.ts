import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PersonsFiles, ViewProject } from '../support/view-project';

const FILES = join(__dirname, '../../src/make-view/files');

const OWN = 'scaffold_templates';

function ours(name: string): string {
  return readFileSync(join(FILES, `${name}.template`), 'utf8');
}

/** The files after `posts.index -rcm` in a project with these own templates. */
async function made(own: PersonsFiles, ...others: readonly string[]): Promise<ViewProject> {
  const files = Object.entries(own).map(([name, text]) => [`${OWN}/${name}`, text] as const);
  const project = await ViewProject.with(Object.fromEntries(files));
  for (const view of ['posts.index', ...others]) {
    await project.make(view, 'rcm');
  }
  return project;
}

const CONTROLLER = 'app/controllers/post_controller.py';

describe("A project's own template", () => {
  it('replaces ours of the same name, and the report names it', async () => {
    const page = '<h1><%= title %>!</h1>\n';
    const { files, messages } = await made({ 'templates/index.html.template': page });
    expect(files['app/templates/posts/index.html']).toBe('<h1>Posts!</h1>\n');
    expect(messages.at(-1)).toBe(
      'info With your own templates: scaffold_templates/templates/index.html.template',
    );
  });

  it('brings a warning if it has the name of no template, and no other one includes it', async () => {
    const { messages } = await made({
      'controllers/indx.py.template': '',
      'notes.py': '',
      'README.md': '',
      'part.html.template': 'Part\n',
      'templates/index.html.template': "<%= include('part.html') %>",
    });
    expect(messages.slice(-3)).toEqual([
      `warn ${OWN}/notes.py is not used: there is no template notes.py. \`scaffold eject\` lists the templates.`,
      `warn ${OWN}/controllers/indx.py.template is not used: there is no template controllers/indx.py. Did you mean controllers/index.py?`,
      `info With your own templates: ${OWN}/templates/index.html.template, ${OWN}/part.html.template`,
    ]);
  });

  it('may lack the ending .template, and may be an included one', async () => {
    const { files } = await made(
      { 'controllers/lookups.py': '        print("looked up")\n' },
      'posts.show',
    );
    expect(files[CONTROLLER]?.match(/print\("looked up"\)/g)).toHaveSize(2);
  });

  it('may be in the folder that the settings name', async () => {
    const project = await ViewProject.with({
      'scaffold.toml': 'scaffold_templates = "tools/pages"\n',
      'tools/pages/templates/page.html.template': 'Mine: <%= title %>\n',
    });
    await project.make('about', 'r');
    expect(project.files['app/templates/about.html']).toBe('Mine: About\n');
  });

  it('brings its methods and imports, also to a file that exists', async () => {
    const show = ours('controllers/show.py')
      .replace('from typing', 'import logging\nimport os.path as paths\nfrom typing')
      .replace(
        '        return',
        '        logging.info(paths.sep)\n        self.count()\n        return',
      )
      .concat('\n    def count(self) -> int:\n        return 1\n');
    const { files } = await made({ 'controllers/show.py.template': show }, 'posts.show');
    const text = files[CONTROLLER] ?? '';
    expect(text).toMatch(/^import logging\nimport os\.path as paths\n/m);
    expect(text).toContain('        logging.info(paths.sep)\n        self.count()\n');
    expect(text).toMatch(/\n\n {4}def count\(self\) -> int:\n {8}return 1\n/);
  });

  const index = ours('controllers/index.py');
  /** A template's name and the line of this text, as a message begins. */
  const at = (text: string): string =>
    `index\\.py\\.template:${index.slice(0, index.indexOf(text)).split('\n').length}: `;
  const mistakes: Readonly<Record<string, [template: string, message: RegExp]>> = {
    'code that is no JavaScript': [
      index.replace("conditions ? 'query'", 'conditions ?? ? '),
      /index\.py\.template:1: Unexpected token/,
    ],
    'a value that does not exist': [
      index.replace('<%= database %>', '<%= databse %>'),
      new RegExp(`${at('<%= database %>')}databse is not defined$`),
    ],
    'an included template that does not exist': [
      index.replace('lookups.py', 'lookup.py'),
      new RegExp(
        `${at('lookups.py')}there is no template controllers/lookup\\.py\\. Did you mean `,
      ),
    ],
    'a tag without an end': [
      index.replace('<% } else { %>', '<% } else {'),
      /index\.py\.template:\d+: /,
    ],
    'an end without a tag that opens': [
      `${index}<% if`,
      new RegExp(`:${index.split('\n').length}: <% without %>`),
    ],
    'Python that does not parse': [
      index.replace('        return render_template(', '        return render_template(('),
      new RegExp(
        `${at('return render_template')}it makes app/controllers/post_controller\\.py, which is not valid Python`,
      ),
    ],
    'another class': [
      index.replace('class <%= controller.className %>', 'class Own'),
      /index\.py\.template: it does not define PostController and PostController\.index, which the generated code needs\.$/,
    ],
    'another method': [
      index.replace('def <%= method %>', 'def list_all'),
      /index\.py\.template: it does not define PostController\.index, /,
    ],
    'what is not added to a file that exists': [
      index.replace('class <%=', 'PER_PAGE = 5\n\n\nclass <%='),
      /index\.py\.template: PER_PAGE would be missing in a file that exists\. Put it into a module/,
    ],
  };
  for (const [what, [template, message]] of Object.entries(mistakes)) {
    it(`is refused for ${what}`, async () => {
      expect(template).not.toBe(index);
      await expectAsync(made({ 'controllers/index.py.template': template })).toBeRejectedWithError(
        message,
      );
    });
  }

  it('is refused by its own name for a mistake in a template that it includes', async () => {
    await expectAsync(
      made({
        'controllers/index.py.template': index,
        'controllers/lookups.py.template': '<% if (true) { %>\n        x = = 1\n<% } %>\n',
      }),
    ).toBeRejectedWithError(/^scaffold_templates\/controllers\/lookups\.py\.template:2: /);
  });

  it('does what the example of the docs says', async () => {
    const docs = readFileSync(join(__dirname, '../../docs/templates.md'), 'utf8');
    const [, diff = ''] = /```diff\n(.*?)```/s.exec(docs) ?? [];
    const [, expected = ''] = /```python\n(.*?)```/s.exec(docs) ?? [];
    const own = ours('controllers/destroy.py');
    const edited = [...diff.matchAll(/^-(.*)\n((?:\+.*\n)+)/gm)].reduce(
      (text, [, before = '', after = '']) =>
        text.replace(`${before}\n`, after.replace(/^\+/gm, '')),
      own,
    );
    const project = await ViewProject.with({
      [`${OWN}/controllers/destroy.py.template`]: edited,
    });
    await project.makeResource('posts', { fields: 'title:string:120' });
    expect(docs).toContain(`destroy.py.template (${Buffer.byteLength(own)} bytes)`);
    expect(project.files[CONTROLLER]).toContain(expected);
    expect(project.files[CONTROLLER]).toMatch(/^import logging$/m);
    expect(project.messages.at(-1)).toContain(`${OWN}/controllers/destroy.py.template`);
  });

  it('serves make:resource and make:model', async () => {
    const model = ours('models/model.py').replace(
      '    __tablename__',
      '    # Ours.\n    __tablename__',
    );
    const project = await ViewProject.with({
      [`${OWN}/models/model.py.template`]: model,
      [`${OWN}/tests/factory.py.template`]:
        'def <%= factory %>(**values):\n    return <%= model.className %>(**values)\n',
    });
    await project.makeResource('posts', { fields: 'title' });
    await project.makeModel('Tag', ['title']);
    expect(project.files['app/models/post.py']).toContain('    # Ours.\n');
    expect(project.files['app/models/tag.py']).toContain('    # Ours.\n');
    expect(project.files['tests/factories/post.py']).toContain('return Post(**values)\n');
  });
});
