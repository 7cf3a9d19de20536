import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/package';
import { DATA_APPLICATIONS, FIELDS } from '../existing/data-applications';
import { runSchematic } from '../existing/run-schematic';
import { changed, older, type OlderTexts } from '../support/older';
import { ViewProject } from '../support/view-project';

const MODEL = 'app/models/post.py';

const METHOD = `
    def __str__(self) -> str:
        return "mine"
`;

/** A template of models as a project may have changed it: with a method. */
function template(name: string): Record<string, string> {
  const own = readFileSync(join(PACKAGE_FOLDER, 'make-view/files', `${name}.template`), 'utf8');
  return { [`scaffold_templates/${name}`]: own + METHOD };
}

const FIELDS_OF_POSTS = [
  'title:string:120:unique',
  'status:enum:draft:live:default=draft',
  'author:references:users:optional',
  'tags:many:users',
];

describe('upgrade of a model', () => {
  it('brings what older templates made otherwise to today, beside what a person wrote', async () => {
    const made = await (
      await ViewProject.with()
    ).makeResource('posts', { fields: FIELDS_OF_POSTS });
    await made.makeResource('posts.comments', { fields: ['text'] });
    const [one, other] = ['default=utc_now', 'server_default=func.current_timestamp()'];
    const texts: OlderTexts = { [MODEL]: [[`${one}, ${other}`, `${other}, ${one}`]] };
    const own: OlderTexts = {
      [MODEL]: [
        ['    created_at:', '    rating: Mapped[int | None]  # mine\n    created_at:'],
        ['String(120), unique=True', 'String(140), unique=True'],
      ],
    };
    const project = await (
      await changed(await older(made, texts), own)
    ).upgrade({ names: 'posts' });
    expect(project.read(MODEL)).toBe((await changed(made, own)).read(MODEL));
    expect(project.manifest('posts').generated[MODEL]).toEqual(
      made.manifest('posts').generated[MODEL],
    );
    expect(project.warnings).toEqual([]);
  });

  it("follows the project's own template, and keeps what relationships and children have added", async () => {
    const made = await (
      await ViewProject.with()
    ).makeResource('posts', { fields: FIELDS_OF_POSTS });
    await made.makeResource('posts.comments', { fields: ['text'] });
    const project = await ViewProject.with({
      ...made.files,
      ...made.remembered,
      ...template('models/model.py'),
    });
    await project.upgrade({ names: 'posts' });
    const method = METHOD.trim();
    expect(project.read(MODEL)).toContain(method);
    expect(project.read(MODEL).replace(`\n    ${method}\n`, '')).toBe(made.read(MODEL));
    expect(project.warnings).toEqual([]);
    const { files } = await project.upgrade({ names: 'posts' });
    expect(files[MODEL]).toBe(project.read(MODEL));
  });

  for (const [kind, { files }] of Object.entries(DATA_APPLICATIONS)) {
    it(`follows it in an application that new did not make: ${kind}`, async () => {
      const made = await runSchematic(files, 'make-resource', { name: 'notes', fields: FIELDS });
      const before = { ...made.files, ...made.remembered, ...template('plain/model.py') };
      const upgraded = await runSchematic(before, 'upgrade', {});
      const method = METHOD.trim();
      for (const [path, text] of Object.entries(made.files)) {
        const now = upgraded.files[path] ?? '';
        const isModel = text.includes('class Note(');
        const own = now.replaceAll("'", '"').replace(`\n    ${method}\n`, '');
        expect(own).withContext(path).toBe(text.replaceAll("'", '"'));
        expect(now.includes('def __str__')).withContext(path).toBe(isModel);
      }
      const { said } = await runSchematic(
        { ...upgraded.files, ...upgraded.remembered },
        'upgrade',
        {},
      );
      expect(said.join()).toContain('Nothing to do');
    });
  }
});
