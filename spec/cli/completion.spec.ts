import { commands } from '../../scripts/commands';
import { COMMANDS } from '../../src/cli/commands';
import { answer, ARGUMENTS, namesIn, OPTIONS, suggestions } from '../../src/cli/completion';
import { UsageError } from '../../src/errors';
import { writeFiles } from '../support/write-files';

/** Arguments and options that nothing can stand for before it is typed. */
const FREE = ['project_name', 'number', 'template', 'words', 'command'];
const FREE_OPTIONS = ['python', 'route', 'controller', 'owner', 'unique'];

const NAMES = { resources: ['posts', 'admin.users'], models: ['Post', 'User'] };

/** What the last of the words may become. */
function after(...words: string[]): string[] {
  return suggestions(commands(), words, () => NAMES).map(({ value }) => value);
}

describe('The completion of words', () => {
  it('names every command', () => {
    expect(after('')).toEqual(jasmine.arrayContaining(COMMANDS.map(({ name }) => name)));
    expect(after('make:v')).toEqual(['make:view']);
  });

  it('names the options that were not typed yet', () => {
    expect(after('make:view', 'about', '--gu')).toEqual(['--guard']);
    expect(after('undo', '--force', '--')).not.toContain('--force');
  });

  it('names the values of an option, whichever way it is typed', () => {
    expect(after('make:view', 'posts.index', '--guard', 'ow')).toEqual(['owner', 'owner-write']);
    expect(after('make:view', 'posts.index', '--guard=a')).toEqual(['--guard=admin']);
    expect(after('make:view', 'posts.index', '--model', '')).toEqual(['Post', 'User']);
  });

  it('names resources, their views, and models', () => {
    expect(after('add:field', '')).toEqual(['posts', 'admin.users']);
    expect(after('make:view', 'posts.s')).toEqual(['posts.show', 'posts.store']);
    expect(after('make:view', 'about', 'posts.i')).toEqual(['posts.index']);
    expect(after('make:model', 'P')).toEqual(['Post']);
  });

  it('names the types of a field, then the modifiers', () => {
    expect(after('add:field', 'posts', 'price:de')).toEqual(['price:decimal']);
    expect(after('add:field', 'posts', 'price:decimal:10:2:o')).toEqual([
      'price:decimal:10:2:optional',
    ]);
    expect(after('make:resource', 'posts', '--guard', 'users', 'author:references:p')).toEqual([
      'author:references:posts',
    ]);
    expect(after('add:field', 'posts', 'pri')).toEqual([]);
  });

  it('knows every argument and every option with a value', () => {
    for (const command of commands()) {
      for (const argument of command.registeredArguments) {
        expect([...Object.keys(ARGUMENTS), ...FREE])
          .withContext(command.name())
          .toContain(argument.name().replace(/:.*/, ''));
      }
      for (const option of command.options.filter(({ required }) => required)) {
        expect([...Object.keys(OPTIONS), ...FREE_OPTIONS])
          .withContext(command.name())
          .toContain(option.attributeName());
      }
    }
  });

  it('reads the names of files alone', () => {
    const root = writeFiles({
      '.scaffold/resources/posts.json': 'not read',
      'app/models/__init__.py': '',
      'app/models/blog_post.py': 'not read',
    });
    expect(namesIn(root)).toEqual({ resources: ['posts'], models: ['BlogPost'] });
    expect(namesIn(writeFiles({}))).toEqual({ resources: [], models: [] });
  });

  it('names nothing that a shell would run', () => {
    const names = [
      'posts;touch x',
      '$(touch x)',
      'posts`touch x`',
      '\u001b[31mposts',
      '-rf',
      'a b',
    ];
    const root = writeFiles(
      Object.fromEntries(names.map((name) => [`.scaffold/resources/${name}.json`, '{}'])),
    );
    expect(namesIn(root).resources).toEqual([]);
  });

  it('refuses a shell that it has no script for', () => {
    expect(() => answer('bsh', [], [])).toThrowError(UsageError, /Did you mean bash\?/);
    expect(() => answer('powershell', [], [])).toThrowError(
      UsageError,
      /Use bash, zsh (and|or) fish/,
    );
  });
});
