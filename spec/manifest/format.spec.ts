import {
  isManifestPath,
  isSameText,
  linesOf,
  manifestPath,
  parsed,
  serialized,
} from '../../src/manifest/format';

const PATH = '.scaffold/resources/posts.json';

const MANIFEST = {
  templates: 'abc',
  request: {
    names: { resource: 'posts', model: 'Post' },
    fields: ['title', 'body'],
    actions: { show: { route: '/posts/<int:post_id>', guard: 'none' }, index: { route: '/posts' } },
  },
  generated: {
    'app/routes.py': { reports: ['def reports():', '    pass'] },
    'app/models/post.py': ['class Post:', '    title = "ß"', ''],
  },
};

describe('A manifest', () => {
  it('is the same after it was written and read', () => {
    const { version, ...read } = parsed(PATH, serialized(MANIFEST)) ?? { version: '' };
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect({ ...read, format: undefined }).toEqual({ ...MANIFEST, format: undefined } as never);
  });

  it('has a line for each line of code, and its keys in order, whatever order they come in', () => {
    const { generated, request, templates } = MANIFEST;
    const turned = { generated: Object.fromEntries(Object.entries(generated).reverse()) };
    expect(serialized({ request, templates, ...turned })).toBe(serialized(MANIFEST));
    const lines = serialized(MANIFEST).split('\n');
    expect(lines[1]).toBe('  "format": 1,');
    expect(lines).toContain('      "    title = \\"ß\\"",');
    const keys = lines.flatMap((line) => /^ {2}"(\w+)"/.exec(line)?.[1] ?? []);
    expect(keys).toEqual(['format', 'generated', 'request', 'templates', 'version']);
  });

  it('is in a file of the name of the resource', () => {
    expect(manifestPath({ resource: 'admin.users' })).toBe('.scaffold/resources/admin.users.json');
    expect(manifestPath('application')).toBe('.scaffold/application.json');
    const others = ['.scaffold/history/1.json', '.scaffold/.gitignore', 'resources/posts.json'];
    expect(others.some(isManifestPath)).toBeFalse();
  });

  it('compares texts without their line ends', () => {
    expect(isSameText(linesOf('a\nb\n'), 'a\r\nb\r\n')).toBeTrue();
    expect(isSameText(linesOf('a\nb\n'), 'a\nb')).toBeFalse();
    expect(isSameText(undefined, '')).toBeFalse();
  });
});

describe('A manifest of names that every object has', () => {
  const NAMES = ['__proto__', 'constructor', 'toString'];
  const generated = Object.fromEntries(NAMES.map((name) => [name, ['x']]));
  const actions = Object.fromEntries(NAMES.map((name) => [name, { guard: 'none' }]));

  it('is the same after it was written and read', () => {
    const text = serialized({ ...MANIFEST, generated, request: { actions } });
    const read = parsed(PATH, text);
    expect(Object.keys(read?.generated ?? {}).sort()).toEqual(NAMES);
    expect(Object.keys(read?.request.actions ?? {}).sort()).toEqual(NAMES);
    expect(read && serialized(read)).toBe(text);
  });
});

describe('A manifest that cannot be read', () => {
  const text = serialized(MANIFEST);

  it('with the marks of a conflict says what to do', () => {
    const mine = text.replace(
      '  "templates": "abc",\n',
      '<<<<<<< HEAD\n  "templates": "abc",\n=======\n  "templates": "def",\n>>>>>>> other\n',
    );
    expect(() => parsed(PATH, mine)).toThrowError(
      `${PATH} has the marks of a merge conflict. Take either side of it, then run this again.`,
    );
  });

  it('of a newer format asks for a newer version', () => {
    const newer = text.replace('"format": 1', '"format": 2');
    expect(() => parsed(PATH, newer)).toThrowError(
      /newer version of scaffold wrote .*Update scaffo/,
    );
  });

  const damaged: Readonly<Record<string, string>> = {
    'an empty file': '',
    'half of one': text.slice(0, 200),
    'a list': '[]',
    null: 'null',
    'an object without a format': '{}',
    'no texts': text.replace('"    pass"', '12'),
    'a guard that is no text': text.replace('"guard": "none"', '"guard": ["none"]'),
    'a name that is no text': text.replace('"model": "Post"', '"model": {"a": 1}'),
    'an object that no call stack can go through': text.replace(
      '"request": {',
      `"request": { "other": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},`,
    ),
    'no actions': text.replace(/"actions": \{/, '"actions": [], "old": {'),
  };
  for (const [what, content] of Object.entries(damaged)) {
    it(`counts as damaged: ${what}`, () => {
      expect(content).not.toBe(text);
      expect(parsed(PATH, content)).toBeUndefined();
    });
  }
});
