import { UsageError } from '../../src/errors';
import { appName } from '../../src/naming/app-name';

describe('appName', () => {
  it('makes every name from the one that was typed', () => {
    expect(appName('my-shop')).toEqual({
      name: 'my-shop',
      title: 'My Shop',
      databaseName: 'my-shop',
      packageName: 'my-shop',
    });
  });

  for (const [name, title] of [
    ['blog', 'Blog'],
    ['Blog_2', 'Blog 2'],
    ['a.b--c', 'A B C'],
    ['2048', '2048'],
  ] as const) {
    it(`titles ${name} ${title}`, () => {
      expect(appName(name).title).toBe(title);
    });
  }

  for (const [name, packageName] of [
    ['Blog', 'blog'],
    ['node_modules', 'node_modules-app'],
    ['tailwindcss', 'tailwindcss-app'],
  ] as const) {
    it(`names the npm package of ${name} ${packageName}`, () => {
      expect(appName(name).packageName).toBe(packageName);
    });
  }

  for (const [name, reason] of [
    ['', 'it is empty'],
    ['.', 'must start with'],
    ['..', 'must start with'],
    ['-x', 'must start with'],
    ['_x', 'must start with'],
    ['.env', 'must start with'],
    ['a/b', 'it is a path'],
    ['/abs', 'it is a path'],
    ['a\\b', 'it is a path'],
    ['a b', 'letters, digits'],
    ['a\nb', 'letters, digits'],
    ['blög', 'letters, digits'],
    ['x'.repeat(101), 'it has 101 characters'],
    ['x'.repeat(300), 'it has 300 characters'],
    ['blog.', "must not end with '.'"],
    ['con', 'Windows reserves it'],
    ['NUL.txt', 'Windows reserves it'],
    ['com1', 'Windows reserves it'],
  ] as const) {
    it(`refuses ${JSON.stringify(name.slice(0, 20))}: ${reason}`, () => {
      expect(() => appName(name)).toThrowMatching(
        (error: unknown) => error instanceof UsageError && error.message.includes(reason),
      );
    });
  }

  it('allows names that only look like reserved ones', () => {
    expect(['console', 'com10', 'x'.repeat(100)].map((name) => appName(name).name.length)).toEqual([
      7, 5, 100,
    ]);
  });
});
