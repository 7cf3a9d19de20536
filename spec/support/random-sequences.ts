import fc from 'fast-check';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonSource, SourceError } from '../../src/python/source';
import { copyWithPackagesOf, fullCopy } from './copies';
import { flaskSucceeds, PYTHON } from './flask';
import { type Ended, SCAFFOLD, scaffold, succeed } from './run';
import { shared } from './shared';
import { treeOf } from './tree-of';

const RESOURCES = ['posts', 'posts.comments', 'tags', 'notes', 'notes.votes'];

const FIELDS = [
  'title:string:120',
  'body:text:optional',
  'price:decimal:8:2:optional',
  'stars:integer:min=1:max=5:default=3',
  'status:enum:open:closed:default=open',
  'due:date:optional',
  'done:boolean',
  'code:string:20:optional:unique',
  'tag:references:tags:optional',
  'note:references:notes:optional:cascade',
  'tags:many:tags',
];

const CHANGES = [
  'title:string:200',
  'title:unique',
  'title:no-unique',
  'body:string:80',
  'price:float',
  'stars:bigint:no-max',
  'status:enum:open:closed:later',
  'due:datetime',
  'due:required:default=2030-01-31',
  'tag:restrict',
];

const GUARDS = ['none', 'users', 'users-write', 'owner', 'owner-write', 'admin'];

const resource = fc.constantFrom(...RESOURCES);
const field = fc.constantFrom(...FIELDS);
const name = field.map((typed) => typed.replace(/:.*$/, ''));
const fields = fc.uniqueArray(field, {
  minLength: 1,
  maxLength: 4,
  selector: (typed) => typed.replace(/:.*$/, ''),
});

/** What people type, the more often the more of them do. Much of it is refused, as is much of what people type. */
const command: fc.Arbitrary<string[]> = fc.oneof(
  words(8, fc.tuple(fc.constant('make:resource'), resource), fields),
  words(2, fc.tuple(fc.constant('make:resource'), resource), fields, fc.constant(['--api'])),
  words(4, fc.tuple(fc.constant('make:resource'), resource, guard())),
  words(2, fc.tuple(fc.constant('make:resource'), resource), fields, fc.tuple(guard())),
  words(4, fc.tuple(fc.constant('add:field'), resource), fields),
  words(3, fc.tuple(fc.constant('rename:field'), resource, renaming())),
  words(3, fc.tuple(fc.constant('change:field'), resource, fc.constantFrom(...CHANGES))),
  words(3, fc.tuple(fc.constant('remove:field'), resource, name, fc.constant('--delete-data'))),
  words(1, fc.tuple(fc.constant('remove:resource'), resource, fc.constant('--delete-data'))),
  words(1, fc.tuple(fc.constant('make:model'), fc.constantFrom('Author', 'Tag')), fields),
  words(
    1,
    fc.tuple(
      fc.constant('make:view'),
      resource.map((folder) => `${folder}.archive`),
    ),
  ),
  words(1, fc.tuple(fc.constant('make:api'), resource)),
  words(1, fc.constant(['make:auth'])),
  words(1, fc.constant(['upgrade'])),
  words(3, fc.constant(['undo'])),
);

function words(weight: number, ...parts: readonly fc.Arbitrary<string[]>[]) {
  return { weight, arbitrary: fc.tuple(...parts).map((each) => each.flat()) };
}

function guard(): fc.Arbitrary<string> {
  return fc.constantFrom(...GUARDS).map((each) => `--guard=${each}`);
}

function renaming(): fc.Arbitrary<string> {
  return name.map((from) => `${from}:new_${from}`);
}

/** A line that a person writes: where, and in which file of those that could have it. */
const edit = fc.record({
  kind: fc.constantFrom('comment', 'method', 'test', 'setting', 'remark'),
  file: fc.nat(10_000),
  row: fc.nat(10_000),
});

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

/** The files in which a person writes, and what. */
const KINDS: Readonly<
  Record<Edit['kind'], { files: RegExp; line: (number: number) => string; before?: RegExp }>
> = {
  comment: {
    files: /^app\/(controllers|forms|models|routes)\/.*\.py$/,
    line: (number) => `# mine ${number}`,
    before: /^ *(@|assert|class|def|from|if|return)\b/,
  },
  remark: {
    files: /^app\/templates\/.*\.html$/,
    line: (number) => `{# mine ${number} #}`,
    before: /^ *<(div|dt|dd|dl|h1|li|p|section|ul)\b/,
  },
  method: {
    files: /^app\/controllers\/.*_controller\.py$/,
    line: (number) => `    def mine_${number}(self) -> int: return ${number}`,
  },
  test: {
    files: /^tests\/test_.*\.py$/,
    line: (number) => `def test_mine_${number}() -> None: assert True`,
  },
  setting: { files: /^config\/default\.py$/, line: (number) => `MINE_${number} = ${number}` },
};

/** What a person does: types a command, or writes a line. */
const step = fc.oneof(
  { weight: 3, arbitrary: command.map((words) => ({ words })) },
  { weight: 2, arbitrary: edit },
);

const sequence = fc.record({
  hasAuth: fc.boolean(),
  steps: fc.array(step, { minLength: 6, maxLength: 14 }),
});

type Sequence = typeof sequence extends fc.Arbitrary<infer Value> ? Value : never;

/** What each sequence begins with: of random commands alone most would lack their resource. */
const BEGUN = [
  ['make:resource', 'tags', 'name:string:40'],
  [
    'make:resource',
    'posts',
    'title:string:120',
    'body:text:optional',
    'tag:references:tags:optional',
  ],
];

const plain = shared('sequences', () => begin(BEGUN));
const withSignIn = shared('sequences-with-sign-in', () => begin([['make:auth'], ...BEGUN]));

async function begin(commands: readonly (readonly string[])[]): Promise<string> {
  const root = await fullCopy(true);
  for (const words of commands) {
    await succeed(process.execPath, [SCAFFOLD, ...words, '--migrate'], { cwd: root });
  }
  return root;
}

/**
 * Types random commands in new applications and writes lines between them. Looks after each command whether every line that
 * a person wrote is there, and whether a command that failed left everything as it was; and at last whether the
 * application starts, has its database at the models, and passes its tests.
 *
 * @throws the error of fast-check, with the commands and a seed.
 */
export async function checkSequences(numRuns: number, seed?: number): Promise<void> {
  await fc.assert(fc.asyncProperty(sequence, runSequence), {
    numRuns,
    endOnFailure: true,
    includeErrorInReport: true,
    ...(seed !== undefined && { seed }),
  });
}

async function runSequence({ hasAuth, steps }: Sequence): Promise<void> {
  const original = await (hasAuth ? withSignIn : plain)();
  const root = copyWithPackagesOf(original, original);
  const written: string[] = [];
  const done: string[] = [];
  try {
    for (const [number, each] of steps.entries()) {
      if ('words' in each) {
        const before = filesAt(root);
        const ended = await type(root, each.words);
        done.push(`scaffold ${each.words.join(' ')}: ${ended.code}`);
        checkEnd(ended, before, filesAt(root));
      } else {
        done.push(await write(root, each, number, written));
      }
      checkLines(root, written);
    }
    await flaskSucceeds(root, ['db', 'check']);
    await succeed(PYTHON, ['-m', 'pytest', '-q', '-x'], { cwd: root });
  } catch (error) {
    throw new Error(`${done.join('\n')}\n${String(error)}`, { cause: error });
  }
  rmSync(root, { recursive: true });
}

function type(root: string, typed: readonly string[]): Promise<Ended> {
  const [first = ''] = typed;
  return scaffold([...typed, ...(first === 'upgrade' ? [] : ['--migrate'])], { cwd: root });
}

/** @throws Error if a command ended as none may, or failed and wrote something. */
function checkEnd(
  { code, stderr, stdout }: Ended,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): void {
  const said = stdout + stderr;
  if (code > 2 || /^ +at |Traceback/m.test(said)) {
    throw new Error(said);
  }
  const changed = Object.keys({ ...before, ...after }).filter(
    (path) => before[path] !== after[path],
  );
  if (code !== 0 && changed.length > 0) {
    throw new Error(`Wrote ${changed.join(', ')}:\n${said}`);
  }
}

/** A person's files. */
function filesAt(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(treeOf(root)).filter(([path]) => !/^(instance|\.pytest_cache)\//.test(path)),
  );
}

/** Writes a line of a person, if a file has a place for it. */
async function write(
  root: string,
  { kind, file, row }: Edit,
  number: number,
  written: string[],
): Promise<string> {
  const { before, files, line } = KINDS[kind];
  const mine = line(number);
  const paths = Object.keys(filesAt(root)).filter((path) => files.test(path));
  const path = paths[file % paths.length];
  if (path === undefined) {
    return `no file for ${mine}`;
  }
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const rows = lines.flatMap((each, index) => (before?.test(each) ? [index] : []));
  const place = before ? rows[row % rows.length] : lines.length - 1;
  if (place === undefined) {
    return `no place for ${mine}`;
  }
  const [blanks = ''] = before ? (/^ */.exec(lines[place] ?? '') ?? []) : [];
  lines.splice(place, 0, blanks + mine);
  const text = lines.join('\n');
  if (
    path.endsWith('.py') &&
    (await PythonSource.parseOrError(path, text)) instanceof SourceError
  ) {
    return `no place for ${mine}`;
  }
  writeFileSync(join(root, path), text);
  written.push(mine.trim());
  return `${path}:${place + 1} ${mine}`;
}

/** @throws Error that names the lines of a person that are gone. */
function checkLines(root: string, written: readonly string[]): void {
  const lines = new Set(
    Object.values(filesAt(root)).flatMap((text) =>
      // The mode of the file comes first.
      text
        .replace(/^\d+ /, '')
        .split('\n')
        .map((each) => each.trim()),
    ),
  );
  const lost = written.filter((line) => !lines.has(line));
  if (lost.length > 0) {
    throw new Error(`Lost: ${lost.join(', ')}`);
  }
}
