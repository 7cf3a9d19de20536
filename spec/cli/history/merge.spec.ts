import { changedLines, takenOut } from '../../../src/cli/history/merge';
import type { Merge } from '../../../src/merge';

/** The merged text; the lines of its conflicts if it has any. */
async function merged(
  { now, after, before }: Readonly<Record<'now' | 'after' | 'before', string>>,
  isCode = true,
): Promise<string | readonly number[]> {
  const contents = [now, after, before].map((text) => Buffer.from(text, 'latin1'));
  const merge: Merge = await takenOut(contents as [Buffer, Buffer, Buffer], isCode);
  return 'content' in merge ? merge.content.toString('latin1') : merge.conflicts;
}

/** What makes a package that imports names and exports them: `from app.A import A`. */
function packageOf(imported: (name: string) => string): (...names: string[]) => string {
  return (...names) =>
    `${names.map((name) => `from app.${name} import ${imported(name)}\n`).join('')}\n` +
    `__all__ = [${names.map((name) => `"${name}"`).join(', ')}]\n`;
}

function wrappedImport(name: string): string {
  return `(\n    ${name},\n)`;
}

describe('takenOut', () => {
  it('brings back what was before, byte for byte, in a file that nobody changed since', async () => {
    const before = '\xEF\xBB\xBFa\r\n\xFF\x00 b';
    expect(await merged({ now: 'x', after: 'x', before })).toBe(before);
  });

  it('keeps what was changed elsewhere, with its line breaks', async () => {
    const after = 'a\r\nb\r\nrun\r\nc\r\nd';
    const now = 'mine\r\na\r\nb\r\nrun\r\nc\r\nD';
    expect(await merged({ now, after, before: 'a\r\nb\r\nc\r\nd' })).toBe(
      'mine\r\na\r\nb\r\nc\r\nD',
    );
  });

  it('keeps lines that were added beside those of the run, before and behind them', async () => {
    const versions = { after: '  a\n  run\n  b\n', before: '  a\n  b\n' };
    expect(await merged({ ...versions, now: '  a\n  1\n  run\n  2\n  b\n' })).toBe(
      '  a\n  1\n  2\n  b\n',
    );
  });

  it('keeps functions and methods that were added behind those of the run', async () => {
    for (const indent of ['', '    ']) {
      const function_ = (name: string): string =>
        `\n${indent}def ${name}():\n${indent}    return "${name}"\n`;
      const versions = { after: `a\n${function_('run')}`, before: 'a\n' };
      expect(await merged({ ...versions, now: versions.after + function_('mine') })).toBe(
        `a\n${function_('mine')}`,
      );
    }
  });

  it('names what continues the lines of the run', async () => {
    const run = 'def run():\n    if a:\n        b\n';
    const versions = { after: `a\n${run}`, before: 'a\n' };
    for (const mine of ['    mine()\n', '        mine()\n', 'else:\n    mine\n', ')\n']) {
      const outcome = await merged({ ...versions, now: versions.after + mine });
      expect(outcome).withContext(mine).toEqual([2]);
    }
    expect(await merged({ ...versions, now: `a\n@mine\n${run}` })).toEqual([2]);
    expect(await merged({ ...versions, now: `a\n${run}def mine(): ...\n` }, false)).toEqual([2]);
  });

  it('takes out what is left of the run where other lines beside it went, too', async () => {
    const versions = { after: 'a\nother\nrun\nb\n', before: 'a\nother\nb\n' };
    expect(await merged({ ...versions, now: 'a\nrun\nb\n' })).toBe('a\nb\n');
    expect(await merged({ ...versions, now: 'a\nb\n' })).toBe('a\nb\n');
  });

  it('takes names out of a list that others came into, or went from', async () => {
    const versions = {
      after: '__all__ = ["A", "Run", "Z"]\n',
      before: '__all__ = ["A", "Z"]\n',
    };
    const lists: Readonly<Record<string, string>> = {
      '["A", "B", "Run", "Z"]': '["A", "B", "Z"]',
      '["A", "Run", "Y", "Z"]': '["A", "Y", "Z"]',
      '["Run", "Z"]': '["Z"]',
      '["A", "Run"]': '["A"]',
      '["Run"]': '[]',
      '[\n    "A",\n    "B",\n    "Run",\n    "Z",\n]': '[\n    "A",\n    "B",\n    "Z",\n]',
    };
    for (const [now, expected] of Object.entries(lists)) {
      const outcome = await merged({ ...versions, now: `__all__ = ${now}\n` });
      expect(outcome).withContext(now).toBe(`__all__ = ${expected}\n`);
    }
  });

  it('joins the names that the run has wrapped, and no others', async () => {
    const one = '__all__ = ["A", "B"]\n';
    const other = '__all__ = ["A", "C"]\n';
    const all = (...names: string[]): string =>
      `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]\n`;
    const after = all('A', 'B', 'Run');
    expect(await merged({ now: all('A', 'C', 'Run'), after, before: one })).toBe(other);
    const own = { now: all('A', 'C', 'Run'), after: '__all__ = ["A", "B", "Run"]\n' };
    expect(await merged({ ...own, before: one })).toBe(all('A', 'C'));
    expect(await merged({ now: all('A', 'C', 'Run'), after, before: all('A', 'B') })).toBe(
      all('A', 'C'),
    );
    const long = 'x'.repeat(90);
    const wide = {
      now: all(long, 'Run', 'Z'),
      after: all('Run', 'Z'),
      before: '__all__ = ["Z"]\n',
    };
    expect(await merged(wide)).toBe(all(long, 'Z'));
  });

  it('joins a list that only had to be wrapped for what the run added to it', async () => {
    const link = (name: string): string => `Link("${name}", "${name}.index")`;
    const head = 'LINKS: list[Link] = ';
    const wrapped = (...names: string[]): string =>
      `${head}[\n${names.map((name) => `    ${link(name)},\n`).join('')}]\n`;
    const joined = (...names: string[]): string => `${head}[${names.map(link).join(', ')}]\n`;
    const run = { after: joined('posts'), before: joined() };
    expect(await merged({ ...run, now: wrapped('posts', 'comments', 'tags') })).toBe(
      joined('comments', 'tags'),
    );
    expect(await merged({ ...run, now: wrapped('posts', 'tags') })).toBe(wrapped('tags'));
    const lines = { ...run, now: wrapped('posts', 'comments', 'tags') };
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    expect(
      await merged({ now: crlf(lines.now), after: crlf(lines.after), before: crlf(lines.before) }),
    ).toBe(crlf(joined('comments', 'tags')));
    const long = { after: wrapped('posts', 'notes', 'tags'), before: wrapped('notes', 'tags') };
    expect(await merged({ ...long, now: wrapped('posts', 'notes', 'tags', 'cats') })).toBe(
      wrapped('notes', 'tags', 'cats'),
    );
  });

  it('joins a list that was too long before the run, too, and has lost others since', async () => {
    const all = (...letters: string[]): string =>
      `__all__ = [\n${letters.map((each) => `    "${each.repeat(25)}",\n`).join('')}]\n`;
    const versions = { after: all('A', 'B', 'C', 'D'), before: all('A', 'B', 'C') };
    expect(await merged({ ...versions, now: all('A', 'C', 'D') })).toBe(
      `__all__ = ["${'A'.repeat(25)}", "${'C'.repeat(25)}"]\n`,
    );
    expect(await merged({ ...versions, now: all('A', 'C', 'D', 'E') })).toBe(all('A', 'C', 'E'));
  });

  it('takes names out of an import that got others', async () => {
    const versions = { after: 'from m import a, run\n', before: 'from m import a\n' };
    expect(await merged({ ...versions, now: 'from m import a, mine, run\n' })).toBe(
      'from m import a, mine\n',
    );
    expect(await merged({ ...versions, now: 'from m import a, run, run as other\n' })).toEqual([1]);
  });

  it('takes the first entry out of a list that others came into, and the last one', async () => {
    const link = (name: string): string => `    Link("${name}", "${name}.index"),\n`;
    const links = (...names: string[]): string =>
      names.length > 0 ? `LINKS = [\n${names.map(link).join('')}]\n` : 'LINKS = []\n';
    for (const now of [links('posts', 'notes'), links('notes', 'posts')]) {
      const versions = { now, after: links('posts'), before: links() };
      expect(await merged(versions)).toBe(links('notes'));
    }
    const versions = { after: links('posts', 'notes'), before: links('posts') };
    expect(await merged({ ...versions, now: links('notes') })).toBe(links());
    const changed = links('posts', 'notes').replace('"posts"', '"Blog"');
    expect(await merged({ now: changed, after: links('posts'), before: links() })).toEqual([1]);
  });

  it('takes the first name out of a package that others came into, and the last one', async () => {
    const init = packageOf((name) => name);
    for (const names of [
      ['A', 'B'],
      ['B', 'A'],
    ]) {
      for (const each of [init, packageOf(wrappedImport)]) {
        const versions = { now: each(...names), after: each('A'), before: '' };
        expect(await merged(versions)).toBe(each('B'));
      }
    }
    const wrapped = init('A', 'B').replace('["A", "B"]', '[\n    "A",\n    "B",\n]');
    expect(await merged({ now: wrapped, after: init('A'), before: '' })).toBe(
      init('B').replace('["B"]', '[\n    "B",\n]'),
    );
    expect(await merged({ now: init('B'), after: init('A', 'B'), before: init('A') })).toBe('');
  });

  it('takes the last entry over several lines out of a list that has lost another one', async () => {
    const link = (name: string): string =>
      `    Link(\n        "${name}",\n        "${name}.index",\n    ),\n`;
    const links = (...names: string[]): string => `LINKS = [\n${names.map(link).join('')}]\n`;
    const versions = { after: links('posts', 'notes'), before: links('posts') };
    expect(await merged({ ...versions, now: links('notes') })).toBe('LINKS = []\n');
    expect(await merged({ ...versions, now: links('notes', 'tags') })).toBe(links('tags'));
    const changed = links('notes').replace('"notes"', '"Notes"');
    expect(await merged({ ...versions, now: changed })).toEqual([2]);
  });

  it('takes an entry out of a list on one line that has lost those around it', async () => {
    const link = (name: string): string => `Link("${name}", "${name}.index")`;
    const links = (...names: string[]): string => `LINKS = [${names.map(link).join(', ')}]\n`;
    const after = `LINKS = [\n${['a', 'b', 'c'].map((each) => `    ${link(each)},\n`).join('')}]\n`;
    const versions = { after, before: links('a', 'c') };
    expect(await merged({ ...versions, now: links('b') })).toBe('LINKS = []\n');
    expect(await merged({ ...versions, now: links('b', 'd') })).toBe(links('d'));
    expect(await merged({ ...versions, now: links('b').replace('"b"', '"B"') })).toEqual([1]);
  });

  it('merges a call or an import over several lines by its lines, if all versions have it', async () => {
    const list = (title: string, name: string): string =>
      `POSTS = [\n    Post(\n        title="${title}",\n        x=1,\n        y=2,\n        ${name}="b",\n    ),\n]\n`;
    const renamed = { after: list('a', 'text'), before: list('a', 'body') };
    expect(await merged({ ...renamed, now: list('mine', 'text') })).toBe(list('mine', 'body'));
    expect(await merged({ ...renamed, now: list('mine', 'texts') })).toEqual([2]);
    const names = (...all: string[]): string =>
      `from m import (\n${all.map((name) => `    ${name},\n`).join('')})\n`;
    const removed = { after: names('a', 'c'), before: names('a', 'b', 'c') };
    expect(await merged({ ...removed, now: names('a', 'c', 'mine') })).toBe(
      names('a', 'b', 'c', 'mine'),
    );
    const replaced = { after: names('a', 'run', 'c', 'd'), before: names('a', 'b', 'c', 'd') };
    expect(await merged({ ...replaced, now: names('a', 'run', 'c', 'd', 'mine') })).toBe(
      names('a', 'b', 'c', 'd', 'mine'),
    );
  });

  it('reads a long call that is a statement of its own, however deep its lines are', async () => {
    const call = `    flash(\n${'                    a=1,\n'.repeat(40)}    )\n`;
    const versions = { after: `${call}run()\n`, before: call };
    expect(await merged({ ...versions, now: `mine()\n${versions.after}` })).toBe(`mine()\n${call}`);
  });

  it('takes an import over several lines out from between others', async () => {
    const init = packageOf(wrappedImport);
    expect(
      await merged({ now: init('A', 'B', 'C'), after: init('A', 'B'), before: init('A') }),
    ).toBe(init('A', 'C'));
    const changed = {
      now: `${init('A')}run(2)\n`,
      after: `${init('A')}run()\n`,
      before: init('A'),
    };
    expect(await merged(changed)).toEqual([6]);
  });

  const CONFLICTS: Readonly<Record<string, [now: string, after: string, before: string]>> = {
    'a line of the run that was changed': ['a\nrun(1)\nb\n', 'a\nrun()\nb\n', 'a\nb\n'],
    'a line in the middle of a block of the run': [
      'a\ndef run():\n    1\n    mine\n    2\nb\n',
      'a\ndef run():\n    1\n    2\nb\n',
      'a\nb\n',
    ],
    'a line at the end of a block of the run': [
      'a\ndef run():\n    1\n    mine\nb\n',
      'a\ndef run():\n    1\nb\n',
      'a\nb\n',
    ],
    'a line that the run replaced, changed again': ['a\nX\nb\n', 'a\nx\nb\n', 'a\n1\nb\n'],
  };
  for (const [what, [now, after, before]] of Object.entries(CONFLICTS)) {
    it(`does not merge ${what}`, async () => {
      expect(await merged({ now, after, before })).toEqual([jasmine.any(Number)]);
    });
  }

  it('does not tell words of a line apart where nobody checks the outcome', async () => {
    const versions = { now: '<a b run>\n', after: '<a run>\n', before: '<a>\n' };
    expect(await merged(versions, false)).toEqual([1]);
  });
});

describe('changedLines', () => {
  it('names the first line of each change', async () => {
    const lines = await changedLines(Buffer.from('1\na\nB\nc\n2\n'), Buffer.from('a\nb\nc\n'));
    expect(lines).toEqual([1, 3, 5]);
  });
});
