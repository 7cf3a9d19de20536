import { merge } from '../../src/make-auth/merge';
import { PythonSource } from '../../src/python/source';

async function merged(text: string, other: string): Promise<string> {
  const added = await PythonSource.parse('config/default.py', other);
  const result = merge(await PythonSource.parse('config/default.py', text), added);
  expect(merge(result, added)).toBe(result);
  return result.toString();
}

const SETTINGS = 'import os\nfrom datetime import timedelta\n\n\nclass Config:\n';

describe('merge', () => {
  it('adds the attributes that a class lacks, before its relationships, with their imports', async () => {
    const text = "import os\n\n\nclass Config:\n    A = 'mine'\n    posts = relationship('Post')\n";
    const other = `${SETTINGS}    A = "other"\n    B = os.environ.get("B")\n    C = timedelta(days=30)\n`;
    expect(await merged(text, other)).toBe(
      "import os\nfrom datetime import timedelta\n\n\nclass Config:\n    A = 'mine'\n" +
        "    B = os.environ.get('B')\n    C = timedelta(days=30)\n    posts = relationship('Post')\n",
    );
  });

  it('adds nothing to a condition', async () => {
    const block = (indent: string): string =>
      `${indent}if os.environ.get("A"):\n${indent}    A = Mail()\n`;
    expect(
      await merged(`${SETTINGS}    Z = 1\n${block('    ')}`, 'class Config:\n    B = 1\n'),
    ).toBe(`${SETTINGS}    Z = 1\n${block('    ')}    B = 1\n`);
    expect(await merged(`import os\n\n${block('')}`, 'b = Mail()\n')).toBe(
      `import os\n\n${block('')}b = Mail()\n`,
    );
  });

  it('fills a class without attributes', async () => {
    expect(await merged('class Config:\n    """Mine."""\n', 'class Config:\n    A = 1\n')).toBe(
      'class Config:\n    """Mine."""\n    A = 1\n',
    );
  });

  it('adds variables below the last that is called into being, and functions at the end', async () => {
    const text = 'A = 1\ndb = Database()\n\n\ndef use():\n    pass\n';
    const other =
      'from x import Mail, fixture\n\nmail = Mail()\n\n\n@fixture\ndef send():\n    pass\n';
    expect(await merged(text, other)).toBe(
      'from x import Mail, fixture\n\nA = 1\ndb = Database()\nmail = Mail()\n\n\n' +
        'def use():\n    pass\n\n\n@fixture\ndef send():\n    pass\n',
    );
  });

  it('gives the lines to add if the class is missing', async () => {
    await expectAsync(
      merged('class Settings:\n    pass\n', 'class Config:\n    A = 1\n'),
    ).toBeRejectedWithError(/no class Config[^]*\n {4}class Config:\n {8}A = 1/);
  });

  it('imports a module that the code uses', async () => {
    expect(
      await merged('class Config:\n    A = 1\n', `${SETTINGS}    B = os.environ.get("B")\n`),
    ).toBe('import os\n\nclass Config:\n    A = 1\n    B = os.environ.get("B")\n');
  });
});
