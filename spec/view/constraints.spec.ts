import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../../src/errors';
import { DATA_APPLICATIONS } from '../existing/data-applications';
import { runSchematic } from '../existing/run-schematic';
import { succeed } from '../support/run';
import { ViewProject } from '../support/view-project';
import { writeFiles } from '../support/write-files';

const FIELDS = ['title', 'number:integer', 'author:references:users'];
const ISSUE = 'app/models/issue.py';

/** A project with a resource of issues, and constraints on them. */
async function issues(...unique: string[]): Promise<ViewProject> {
  return (await ViewProject.with()).makeResource('issues', { fields: FIELDS, unique });
}

describe('--unique', () => {
  it('states a constraint below the name of the table', async () => {
    const text = (await issues('author+number')).read(ISSUE);

    expect(text).toContain(
      '    __tablename__ = "issues"\n    __table_args__ = (UniqueConstraint("author_id", "number"),)\n\n',
    );
    expect(text).toContain('from sqlalchemy import ForeignKey, String, UniqueConstraint, func\n');
  });

  it('states several in one tuple, and none twice', async () => {
    const text = (await issues('author+number', 'title+number', 'number+author')).read(ISSUE);

    expect(text).toContain(`    __table_args__ = (
        UniqueConstraint("author_id", "number"),
        UniqueConstraint("title", "number"),
    )
`);
  });

  it('works for a model alone, and for the key of what it belongs to', async () => {
    const project = await ViewProject.with();
    await project.makeResource('projects', { fields: ['name'] });
    await project.makeResource('projects.notes', {
      fields: ['number:integer'],
      unique: 'project+number',
    });
    await project.makeModel('Day', ['on:date', 'room'], { unique: ['on+room'] });

    expect(project.read('app/models/note.py')).toContain(
      'UniqueConstraint("project_id", "number")',
    );
    expect(project.read('app/models/day.py')).toContain('UniqueConstraint("on", "room")');
  });

  it('has the factory of tests give each record other values', async () => {
    const factory = (await issues('author+number')).read('tests/factories/issue.py');

    expect(factory).toContain('"number": number,');
    expect((await issues()).read('tests/factories/issue.py')).toContain('"number": 1,');
  });

  it('belongs to what the manifest keeps of the model', async () => {
    const project = await issues('author+number');

    expect(project.manifest('issues').generated[ISSUE]).toEqual(project.read(ISSUE).split('\n'));
  });

  it('changes nothing if the model has the constraint', async () => {
    const project = await issues('author+number');
    const before = project.files;
    await project.makeResource('issues', { unique: 'number+author' });
    await project.makeResource('issues', { fields: FIELDS, unique: 'author+number' });
    await project.makeModel('Issue', FIELDS, { unique: 'author+number' });

    expect(project.files).toEqual(before);
  });

  it('is refused for a model that exists without the constraint', async () => {
    const project = await issues();
    await expectAsync(
      project.makeResource('issues', { unique: 'author+number' }),
    ).toBeRejectedWithError(
      SchematicsException,
      /already exists in app.models.issue.py, without that constraint.*add:field issues --unique=author\+number/,
    );
  });

  const refusals: Record<string, RegExp> = {
    'author+nmber': /names nmber, which is no field.*--unique=author\+number\?/,
    'author+colour': /names colour.*It has id, title, number, author, tags,/,
    'author+tags': /names tags, whose values no database compares/,
  };
  for (const [unique, message] of Object.entries(refusals)) {
    it(`refuses ${unique}`, async () => {
      const project = await ViewProject.with();
      await expectAsync(
        project.makeResource('issues', { fields: [...FIELDS, 'tags:json:optional'], unique }),
      ).toBeRejectedWithError(UsageError, message);
    });
  }
});

describe('--unique in an application that new did not make', () => {
  const FIELDS_THERE = ['title', 'number:integer', 'place:integer:optional'];
  const unique = ['title+number', 'number+place'];

  for (const [kind, { files }] of Object.entries(DATA_APPLICATIONS)) {
    it(`has the model and the form refuse what is taken together: ${kind}`, async () => {
      const made = await runSchematic(files, 'make-resource', {
        name: 'notes',
        fields: FIELDS_THERE,
        unique,
      });
      const all = Object.entries(made.files)
        .filter(([path, text]) => path.endsWith('.py') && files[path] !== text)
        .map(([, text]) => text)
        .join('\n');

      expect(all).toMatch(
        /UniqueConstraint\((["'])title\1, \1number\1\),\s+\S*UniqueConstraint\(\1number/,
      );
      expect(all).toMatch(/filter_by\(\s*title=self.title.data, number=field.data\s*\)/);
      expect(all).toMatch(/self\.number\.data is not None|field\.data is not None/);
      const root = writeFiles(made.files);
      const paths = Object.keys(made.files).filter((path) => path.endsWith('.py'));
      await succeed('python3', ['-m', 'py_compile', ...paths], { cwd: root });
    });
  }
});

describe('add-field --unique', () => {
  it('adds a constraint to a model that exists, before the options of its table', async () => {
    const project = await issues();
    const text = project.read(ISSUE);
    const args = '    __table_args__ = (Index("ix", "title"), {"comment": "x"})\n';
    const own = await ViewProject.with({
      ...project.files,
      [ISSUE]: text.replace('    id:', `${args}\n    id:`),
    });
    await own.addField('issues', ['day:date:optional'], { unique: 'author+day' });
    await own.addField('issues', [], { unique: 'author+number' });

    expect(own.read(ISSUE)).toMatch(
      /Index\("ix", "title"\),\s+UniqueConstraint\("author_id", "day"\),\s+UniqueConstraint\("author_id", "number"\),\s+\{"comment": "x"\},?\s+\)/,
    );
    expect(own.messages.join('\n')).toContain(
      'flask db migrate -m "Add a constraint on author and number to issues"',
    );
  });

  it('has the factory of tests give each record other values from now on', async () => {
    const project = await issues();
    await project.addField('issues', [], { unique: 'author+number' });
    const once = await issues('author+number');

    expect(project.read('tests/factories/issue.py')).toBe(once.read('tests/factories/issue.py'));
    expect(project.manifest('issues').generated).toEqual(once.manifest('issues').generated);
  });

  it('changes nothing the second time', async () => {
    const project = await issues();
    await project.addField('issues', [], { unique: 'author+number' });
    const before = project.files;
    await project.addField('issues', [], { unique: 'number+author' });

    expect(project.files).toEqual(before);
    expect(project.messages.at(-1)).toContain('already has a constraint on number and author');
  });
});
