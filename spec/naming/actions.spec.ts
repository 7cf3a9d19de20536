import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Action, ACTION_NAMES, ACTIONS, BUTTONS } from '../../src/naming/actions';
import { ourTemplate } from '../../src/templates/our-templates';
import { DATA_APPLICATIONS } from '../existing/data-applications';
import { runSchematic } from '../existing/run-schematic';
import { ViewProject } from '../support/view-project';

const REPO = join(__dirname, '../..');

const FIELDS = ['title:string:80'];

/** The actions that pages link to, or that their forms are sent to: `'posts.edit'` and `"posts.edit"`. */
function reachedFrom(files: Readonly<Record<string, string>>): string[] {
  const pages = Object.entries(files).filter(([path]) => path.endsWith('.html'));
  const text = pages.map(([, page]) => page).join('\n');
  return ACTION_NAMES.filter((action) => new RegExp(`['"]posts\\.${action}['"]`).test(text));
}

describe('The pages of a resource lead to each action', () => {
  it('in an application that `new` made', async () => {
    const project = await ViewProject.with();
    await project.makeResource('posts', { fields: FIELDS });
    expect(reachedFrom(project.files)).toEqual(ACTION_NAMES);
  });

  it('in another application, where one function shows a form and takes its input', async () => {
    const [{ files } = { files: {} }] = Object.values(DATA_APPLICATIONS);
    const made = await runSchematic(files, 'make-resource', { name: 'posts', fields: FIELDS });
    const isOwn = (action: Action): boolean => ACTIONS[action].showsAgain === undefined;
    expect(reachedFrom(made.files)).toEqual(ACTION_NAMES.filter(isOwn));
  });
});

describe('The tests and the API of a resource', () => {
  const TEMPLATES: Readonly<Record<string, readonly Action[]>> = {
    'tests/test_resource.py': ACTION_NAMES,
    'api/test_resource.py': ACTION_NAMES.filter((action) => !/^(create|edit)$/.test(action)),
    'api/resource.py': ACTION_NAMES.filter((action) => !/^(create|edit)$/.test(action)),
  };
  for (const [name, actions] of Object.entries(TEMPLATES)) {
    it(`have each action: ${name}`, () => {
      const [head = '', ...lines] = ourTemplate(name).text.split('\n');
      for (const action of actions) {
        const word = new RegExp(`\\b${action}\\b`);
        expect(head).toMatch(word);
        expect(lines.some((line) => line.includes('<%') && word.test(line)))
          .withContext(action)
          .toBeTrue();
      }
    });
  }
});

describe('app/fresh.py', () => {
  it('asks for the password before each view that shows a form, or is a button', () => {
    const file = 'src/make-auth/files/created/app/fresh.py.template';
    const [, forms = ''] = /^FORMS = \{(.*)\}/m.exec(readFileSync(join(REPO, file), 'utf8')) ?? [];
    const shown = ACTION_NAMES.filter(
      (action) => ACTIONS[action].usesForm && ACTIONS[action].hasTemplate,
    );
    expect(forms).toBe([...shown, ...BUTTONS].map((action) => `"${action}"`).join(', '));
  });
});

describe('The documents', () => {
  const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  const count = COUNTS[ACTION_NAMES.length] ?? '';
  const pages = COUNTS[ACTION_NAMES.filter((action) => ACTIONS[action].hasTemplate).length] ?? '';
  const read = (path: string): string => readFileSync(join(REPO, path), 'utf8');

  it('name and count the actions', () => {
    const row = read('README.md').match(/^\| `posts\.index`.*$/m)?.[0] ?? '';
    for (const action of ACTION_NAMES) {
      expect(row).toContain(`.${action}\``);
    }
    expect(row).toContain(`one of the ${count} actions`);
    expect(read('CONTRIBUTING.md')).toContain(`**action** one of the ${count},`);
    expect(read('docs/generated-project.md')).toContain(
      `a controller with ${count} methods, their routes, ${pages} pages`,
    );
  });
});
