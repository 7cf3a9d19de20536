import { Tree } from '@angular-devkit/schematics';
import { UnitTestTree } from '@angular-devkit/schematics/testing';
import { TreeFiles } from '../../src/project/files';
import { lineLengthOf } from '../../src/project/line-length';
import { filesIn } from '../support/files-in';
import { runPythonTool } from '../support/python-tools';
import { ViewProject } from '../support/view-project';
import { writeFiles } from '../support/write-files';

const FIELDS = [
  'title:string:80:unique',
  'status:enum:draft:in_review:published:default=draft',
  'published_on:date:optional',
  'author:references:users',
];

function lengthIn(files: Readonly<Record<string, string>>): number {
  const tree = new UnitTestTree(Tree.empty());
  for (const [path, text] of Object.entries(files)) {
    tree.create(path, text);
  }
  return lineLengthOf(new TreeFiles(tree, '.'));
}

/** A new project whose owner formats it with lines of this length. */
async function formattedAt(length: number): Promise<ViewProject> {
  const { files } = await ViewProject.with();
  const settings = files['pyproject.toml'] ?? '';
  const set = settings.replace('[tool.ruff]\n', `[tool.ruff]\nline-length = ${length}\n`);
  const folder = writeFiles({ ...files, 'pyproject.toml': set });
  await runPythonTool('ruff', ['format', '--quiet', '.'], folder);
  return ViewProject.with(filesIn(folder));
}

/** What the formatter of a project would change in it. */
async function difference({ files }: ViewProject): Promise<string> {
  const folder = writeFiles(files);
  const { stdout } = await runPythonTool('ruff', ['format', '--quiet', '--diff', '.'], folder);
  return stdout;
}

describe('lineLengthOf', () => {
  it('is 88, unless the settings of a formatter say otherwise', () => {
    expect(lengthIn({})).toBe(88);
    expect(lengthIn({ 'pyproject.toml': '[tool.ruff]\ntarget-version = "py311"\n' })).toBe(88);
    expect(lengthIn({ 'pyproject.toml': '[tool.ruff]\nextend = ["a"]\nline-length=100\n' })).toBe(
      100,
    );
    expect(lengthIn({ 'pyproject.toml': '[tool.black]\nline-length = 79 # short\n' })).toBe(79);
    expect(lengthIn({ 'ruff.toml': 'line-length = 120\n[lint]\nselect = []\n' })).toBe(120);
  });

  it('does not take the setting of another tool', () => {
    const text = '[tool.ruff.lint.pycodestyle]\nline-length = 40\n[tool.isort]\nline-length = 50\n';
    expect(lengthIn({ 'pyproject.toml': text })).toBe(88);
  });

  it('prefers ruff to black', () => {
    const text = '[tool.black]\nline-length = 79\n\n[tool.ruff]\nline-length = 100\n';
    expect(lengthIn({ 'pyproject.toml': text })).toBe(100);
  });
});

describe('A project with its own length of lines', () => {
  for (const length of [79, 100]) {
    it(`gets code that its formatter leaves alone at ${length}`, async () => {
      const project = await formattedAt(length);
      await project.makeResource('blog_posts', { fields: FIELDS });
      expect(await difference(project)).toBe('');
      await project.addField(
        'blog_posts',
        'reading_minutes:integer:optional:min=0 editor:references:users:optional',
      );
      await project.make('blog_posts.comments.index', 'rcm');
      expect(await difference(project)).toBe('');
      await project.renameField('blog_posts', 'published_on:first_published_on');
      expect(await difference(project)).toBe('');
      expect(project.warnings).toEqual([]);
    });
  }
});
