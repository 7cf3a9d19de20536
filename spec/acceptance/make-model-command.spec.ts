import { bareCopy } from '../support/bare-application';
import { need } from '../support/need';
import { findProgram } from '../support/programs';
import { run, SCAFFOLD, scaffold } from '../support/run';
import { treeOf } from '../support/tree-of';

/** Every spelling that needs no quotes. */
const FIELDS =
  'title slug:string:120:unique body:text:optional views:integer:default=0 size:bigint weight:float ' +
  'price:decimal:10:2 cost:decimal done:boolean sure:boolean:optional on:date:default=now at:time ' +
  'opens:time:default=09:30 starts:datetime:default=2026-11-22T09:30 status:enum:draft:in-review:default=draft ' +
  'author:references:users editor:references:users:nullify parent:references:posts:optional:cascade ' +
  'email:email:index site:url:default=https://example.com key:uuid data:json extra:json:default=1 ' +
  'pin:str:4:secret:null code:varchar:20:uniq total:int:required owner:belongs_to:user:restrict';

const ALLOWED = new Map([
  ['posts without fields', ['posts']],
  [
    '200 fields',
    ['posts', ...Array.from({ length: 200 }, (_, index) => `f${index}:text:optional`)],
  ],
  ['a field name of 63 characters', ['posts', `${'x'.repeat(63)}:string:index`]],
]);

const REFUSED: [string, string[], RegExp][] = [
  ['no name', [], /missing required argument 'model'/],
  ['a wrong name', ['1post', 'title'], /"1post" cannot name a model: .*Did you mean post\?/],
  ['an unknown option', ['posts', 'title', '--migarte'], /Did you mean --migrate\?/],
  ['an unknown type', ['posts', 'title:strng'], /Did you mean title:string\?/],
  ['an unknown modifier', ['posts', 'title:string:unqiue'], /Did you mean title:string:unique\?/],
  ['an invalid argument', ['posts', 'price:decimal:2:5'], /Did you mean price:decimal:10:2\?/],
  ['an enum without values', ['posts', 'status:enum'], /an enum needs its values/],
  ['an enum with a value twice', ['posts', 'status:enum:a:b:a'], /it has the value "a" twice/],
  [
    'a default that does not fit',
    ['posts', 'views:integer:default=x'],
    /"x" is not a valid default for/,
  ],
  ['a missing model', ['posts', 'author:references'], /Did you mean author:references:users\?/],
  ['a reserved name', ['posts', 'metadata:json'], /SQLAlchemy already uses metadata/],
  ['a keyword', ['posts', 'class'], /class is a Python keyword/],
  ['a repeated name', ['posts', 'title', 'title:text'], /have the same name: title/],
  [
    '10,000 fields',
    ['posts', ...Array.from({ length: 10_000 }, (_, i) => `f${i}`)],
    /are too many/,
  ],
  ['a name of 64 characters', ['posts', 'x'.repeat(64)], /has 64 characters, but at most 63/],
  ['a newline', ['posts', 'a\nb'], /lower-case ASCII letters/],
  ['a non-ASCII name', ['posts', 'größe:integer'], /lower-case ASCII letters/],
  ['expanded braces', ['posts', 'a:decimal10', 'a:decimal2'], /Write a:decimal:10:2\./],
  ['a secret that nobody fills', ['posts', 'pin:secret'], /it needs optional or a default/],
];

describe('scaffold make:model', () => {
  for (const [what, words] of ALLOWED) {
    it(`takes ${what}`, async () => {
      const cwd = await bareCopy();
      const { code, stderr, stdout } = await scaffold(['make:model', ...words], { cwd });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^CREATE app\/models\/post\.py /);
      const again = await scaffold(['make:model', ...words], { cwd });
      expect(again).toEqual({
        code: 0,
        stderr: '',
        stdout:
          'Nothing to do: the model Post already exists in app/models/post.py.\nNo file has changed.\n',
      });
    });
  }

  for (const [what, words, message] of REFUSED) {
    it(`refuses ${what} in one message, and changes nothing`, async () => {
      const cwd = await bareCopy();
      const before = treeOf(cwd);
      const { code, stderr, stdout } = await scaffold(['make:model', ...words], { cwd });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/^error: [^\n]+\n(\(Did you mean [^\n]+\)\n)?$/);
      expect(treeOf(cwd)).toEqual(before);
    });
  }

  it('says what a model lacks, and exits with 1', async () => {
    const cwd = await bareCopy();
    await scaffold(['make:model', 'posts', 'title'], { cwd });
    const before = treeOf(cwd);
    const ended = await scaffold(['make:model', 'posts', 'title', 'body:text:optional'], { cwd });
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: Post already exists in app/models/post.py, without body. ' +
        'Did you mean scaffold add:field posts body:text:optional?\n',
    });
    expect(treeOf(cwd)).toEqual(before);
  });

  it('writes nothing in a dry run', async () => {
    const cwd = await bareCopy();
    const before = treeOf(cwd);
    const { code, stdout } = await scaffold(['make:model', 'posts', 'a', '--dry-run'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('+    a: Mapped[str] = mapped_column(String(255))');
    expect(stdout).toContain('flask db migrate -m "Create posts"');
    expect(treeOf(cwd)).toEqual(before);
  });

  it('leaves fields to make:resource, whatever else is wrong with a line of make:view', async () => {
    const cwd = await bareCopy();
    const before = treeOf(cwd);
    for (const words of [
      ['posts.index', '-rcm', 'title:string'],
      ['title:string', 'posts.index', '--migarte'],
      ['posts.index', '--controller', 'title:string'],
    ]) {
      expect(await scaffold(['make:view', ...words], { cwd })).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'error: make:view takes no fields. Did you mean scaffold make:resource posts title:string?\n',
      });
    }
    expect(treeOf(cwd)).toEqual(before);
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    it(`needs no quotes in ${shell}`, async () => {
      const program = need(shell, findProgram(shell));
      const cwd = await bareCopy();
      const words = ['make:model', 'Post', ...FIELDS.split(' '), '--dry-run'];
      const expected = await scaffold(words, { cwd });
      expect([expected.code, expected.stderr]).toEqual([0, '']);
      const line = [process.execPath, SCAFFOLD, ...words].join(' ');
      expect(await run(program, ['-c', line], { cwd })).toEqual(expected);
    });
  }

  it('takes Rails’ spellings in quotes, and knows what a shell makes of them without', async () => {
    const cwd = await bareCopy();
    const line = `${process.execPath} ${SCAFFOLD} make:model Post --dry-run`;
    const bash = need('bash', findProgram('bash'));
    const quoted = await run(bash, ['-c', `${line} 'a:string{20}' 'b:decimal{8,2}!' 'c!'`], {
      cwd,
    });
    expect(quoted.stdout).toContain('+    a: Mapped[str] = mapped_column(String(20))');
    expect(quoted.stdout).toContain('+    b: Mapped[Decimal] = mapped_column(Numeric(8, 2))');
    const bare = await run(bash, ['-c', `${line} b:decimal{8,2}`], { cwd });
    expect(bare.stderr).toBe(
      'error: Your shell turned b:decimal{8,2} into b:decimal8 b:decimal2. Write b:decimal:8:2.\n',
    );
  });
});
