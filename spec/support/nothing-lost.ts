import fc from 'fast-check';
import { diffIndices } from 'node-diff3';
import type collection from '../../src/collection.json';
import { PythonSource, SourceError } from '../../src/python/source';
import { older, type OlderTexts } from './older';
import { ViewProject } from './view-project';

type Files = Readonly<Record<string, string>>;
type Schematic = Exclude<keyof (typeof collection)['schematics'], 'new' | 'scaffold-flask-setup'>;
type Command = (project: ViewProject) => Promise<ViewProject>;

/** What changes resources, as people use it on a blog that has posts and comments. */
const COMMANDS: Readonly<Record<Schematic, Readonly<Record<string, Command>>>> = {
  'make-view': {
    'a page': (project) => project.make('posts.archive', 'rc'),
    'an action': (project) => project.make('tags.index', 'rcm'),
  },
  'make-resource': {
    'all actions': (project) => project.makeResource('notes'),
    'a guard': (project) => project.makeResource('posts', { guard: 'users' }),
    'an owner': (project) => project.makeResource('posts', { guard: 'owner' }),
    'a child': (project) => project.makeResource('posts.votes', { fields: 'stars:integer' }),
    'a reference': (project) =>
      project.makeResource('links', { fields: ['url:url', 'post:references:posts'] }),
  },
  'make-model': { 'a model': (project) => project.makeModel('Author', 'name') },
  'add-field': {
    'a field': (project) => project.addField('posts', 'price:decimal:default=0'),
    'a reference': (project) => project.addField('posts', 'editor:references:users:optional'),
  },
  'remove-resource': {
    'a child': (project) =>
      project.removeResource('posts.comments', { deleteData: true, replaceChanged: true }),
  },
  'rename-field': { 'a field': (project) => project.renameField('posts', 'title:headline') },
  'change-field': {
    'a field': (project) => project.changeField('posts', 'title:string:200:optional'),
  },
  'remove-field': {
    'a field': (project) => project.removeField('posts', 'body', { deleteData: true }),
  },
  'make-api': { '': (project) => project.makeApi('posts') },
  'make-auth': { '': (project) => project.makeAuth() },
  upgrade: { '': (project) => project.upgrade() },
};

/** A project before and after a command that nobody has interfered with. */
interface Control {
  readonly name: string;
  readonly run: Command;
  readonly before: Files;
  readonly after: Files;
  readonly changed: readonly string[];
}

/** How a person changes the meaning of a line; the same text if that is not possible. */
const CHANGES: Readonly<Record<string, (lines: string[], row: number, number: number) => void>> = {
  comment: (lines, row, number) => {
    const line = lines[row] ?? '';
    lines[row] = line + (line.includes('<') ? ` {# mine ${number} #}` : `  # mine ${number}`);
  },
  string: (lines, row) => {
    lines[row] = (lines[row] ?? '').replace(/"([^"{}]*)"/, (_, text: string) =>
      text.includes(' ') ? `"${text.replace(' ', '  ')}"` : `"${text} mine"`,
    );
  },
  name: (lines, row, number) => {
    lines[row] = (lines[row] ?? '').replace(/\b[a-z]\w{3,}\b(?=[ .,)]|$)/, `mine_${number}`);
  },
  condition: (lines, row, number) => {
    const [blanks = ''] = /^ */.exec(lines[row] ?? '') ?? [];
    lines.splice(row, 1, `${blanks}if mine_${number}:`, `    ${lines[row]}`);
  },
  indentation: (lines, row) => {
    const [blanks = ''] = /^ */.exec(lines[row - 1] ?? '') ?? [];
    lines[row] = blanks + (lines[row] ?? '').trimStart();
  },
  order: (lines, row) => {
    lines.splice(row, 2, ...lines.slice(row, row + 2).reverse());
  },
  removal: (lines, row) => {
    lines.splice(row, 1);
  },
};

/** A random change: what to do, to which file and to which line. */
const change = fc.record({
  kind: fc.constantFrom(...Object.keys(CHANGES)),
  /** Whether to one of the files that the command changes. */
  isNear: fc.integer({ max: 3 }).map((value) => value !== 0),
  file: fc.nat(10_000),
  row: fc.nat(10_000),
});

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const ALL = Object.entries(COMMANDS).flatMap(([schematic, commands]) =>
  Object.entries(commands).map(([what, run]) => ({ schematic, name: `${schematic} ${what}`, run })),
);

/** What older templates made otherwise. */
const OLDER: OlderTexts = {
  'app/controllers/post_controller.py': [
    [' has been created.', ' was created.'],
    [
      '        db.session.delete(post)',
      '        db.session.delete(post)\n        db.session.flush()',
    ],
  ],
  'app/forms/post_form.py': [['validators=[DataRequired()', 'validators=[bool, DataRequired()']],
  'app/routes/posts/routes.py': [['def store()', 'def store(*_: object)']],
  'app/templates/posts/show.html': [['<dl class="facts">', '<dl>']],
  'app/templates/posts/index.html': [['<h1>', '<h1 class="title">']],
  'tests/test_posts.py': [['The post has been created.', 'The post was created.']],
};

interface Blogs {
  readonly bare: Files;
  readonly signedIn: Files;
  /** As older templates made it. */
  readonly aged: Files;
}

let blogs: Promise<Blogs> | undefined;

async function makeBlogs(): Promise<Blogs> {
  const bare = await ViewProject.with();
  await bare.makeResource('posts', {
    fields: ['title:string:120', 'body:text:optional', 'done:boolean'],
  });
  await bare.makeResource('posts.comments', { fields: 'text' });
  await bare.makeResource('notes', { fields: 'text', only: 'index,show' });
  const signedIn = await (await projectWith(everything(bare))).makeAuth();
  return {
    bare: everything(bare),
    signedIn: everything(signedIn),
    aged: everything(await older(signedIn, OLDER)),
  };
}

const controls = new Map<number, Promise<Control>>();

async function controlOf(index: number): Promise<Control> {
  const { schematic = '', name = '', run = () => ViewProject.with() } = ALL[index] ?? {};
  const { aged, bare, signedIn } = await (blogs ??= makeBlogs());
  const before = schematic === 'make-auth' ? bare : schematic === 'upgrade' ? aged : signedIn;
  const { files: after } = await run(await projectWith(before));
  const changed = Object.keys(before).filter(
    (path) => isCode(path) && before[path] !== after[path],
  );
  return { name, run, before, after, changed };
}

function projectWith(files: Files): Promise<ViewProject> {
  return ViewProject.with(files);
}

function everything({ files, remembered }: ViewProject): Files {
  return { ...files, ...remembered };
}

function isCode(path: string): boolean {
  return /^(app|tests|config)\/.*\.(py|html|txt)$/.test(path);
}

/**
 * Changes random lines of generated files, runs a random command, and looks whether something that was changed is lost,
 * or whether a file was left alone without a word.
 *
 * @throws the error of fast-check, with what went wrong and a seed.
 */
export async function checkNothingIsLost(numRuns: number, seed?: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(ALL.length - 1),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (index, changes) => {
        const known = controls.get(index) ?? controlOf(index);
        controls.set(index, known);
        const control = await known;
        const wrong = await wrongWith(control, await changedBy(changes, control));
        if (wrong.length > 0) {
          throw new Error(`${control.name}:\n${wrong.join('\n')}`);
        }
      },
    ),
    // Each run takes as long as a command, so the first failure has to do.
    {
      numRuns,
      endOnFailure: true,
      includeErrorInReport: true,
      ...(seed !== undefined && { seed }),
    },
  );
}

/** The project with a person's changes, without those that leave something that is not Python. */
async function changedBy(changes: readonly Change[], { before, changed }: Control): Promise<Files> {
  const files = { ...before };
  const others = Object.keys(before).filter(isCode);
  for (const [number, { kind, isNear, file, row }] of changes.entries()) {
    const paths = isNear ? changed : others;
    const path = paths[file % paths.length] ?? '';
    const lines = (files[path] ?? '').split('\n');
    const place = row % lines.length;
    if ((lines[place] ?? '').trim() !== '') {
      CHANGES[kind]?.(lines, place, number);
    }
    const text = lines.join('\n');
    const source = path.endsWith('.py') ? await PythonSource.parseOrError(path, text) : undefined;
    files[path] = source instanceof SourceError ? (files[path] ?? '') : text;
  }
  return files;
}

/** What is wrong with what a command does to a person's files. */
async function wrongWith({ run, before, after, changed }: Control, mine: Files): Promise<string[]> {
  const project = await projectWith(mine);
  try {
    await run(project);
  } catch (error) {
    // Refused: nothing is written.
    const message = error instanceof Error ? error.message : '';
    return /\.py|\.html|`|has no field|no model/.test(message)
      ? []
      : [`refused without a reason: ${message}`];
  }
  const { files, messages } = project;
  const said = messages.join('\n');
  // A forced removal names the changed files that it deletes.
  const isForced = (path: string): boolean => files[path] === undefined && said.includes(path);
  const touched = Object.keys(before).filter(
    (path) => isCode(path) && before[path] !== mine[path] && !isForced(path),
  );
  // One conflict keeps the whole resource as it is.
  const isNamed = (path: string): boolean =>
    said.includes(path) || said.includes('posts stays as it is');
  return touched.flatMap((path) => {
    const versions = [before[path], mine[path], files[path], after[path]].map((text) =>
      // A field has another name now, and is the same.
      (text ?? '').replaceAll('headline', 'title').replaceAll('Headline', 'Title').split('\n'),
    );
    const silent =
      changed.includes(path) && files[path] === mine[path] && !isNamed(path)
        ? [`${path}: left alone without a word`]
        : [];
    return [...silent, ...lostLines(versions).map((line) => `${path}: lost ${line}`)];
  });
}

/** The lines of a person's changes that a run has changed or moved, and removed lines that it brought back. */
function lostLines([
  generated = [],
  mine = [],
  now = [],
  control = [],
]: readonly string[][]): string[] {
  const left = new Set(control.flatMap(wordsOf));
  const gone = new Set(generated.flatMap(wordsOf).filter((word) => !left.has(word)));
  return diffIndices(generated, mine).flatMap(({ buffer1, buffer2 }) => {
    const [start, length] = buffer2;
    // A generated line that goes may go from where it was moved to.
    const own = mine
      .slice(start, start + length)
      .filter((line) => !generated.includes(line) || control.includes(line));
    const isSteady = (line: string): boolean => control.includes(line) && line.trim() !== '';
    const before = mine
      .slice(0, start)
      .filter((line) => line.trim() !== '')
      .slice(-1);
    const behind = mine
      .slice(start + length)
      .filter((line) => line.trim() !== '')
      .slice(0, 1);
    const wanted = [...before.filter(isSteady), ...own, ...behind.filter(isSteady)];
    const isKept = isWithin(
      wanted.filter((line) => line.trim() !== ''),
      now,
      gone,
    );
    const returned = generated
      .slice(buffer1[0], buffer1[0] + buffer1[1])
      // New code may need an import again, and a class whose method has moved away gets one again.
      .filter((line) => !/^(from|import) |^ *def |^\s*$/.test(line) && !own.includes(line))
      .filter(
        (line) =>
          count(now, line) >
          count(mine, line) + Math.max(0, count(control, line) - count(generated, line)),
      );
    return [
      ...(isKept ? [] : [wanted.join(' ⏎ ')]),
      ...returned.map((line) => `the removal of ${line}`),
    ];
  });
}

/** How many lines one may become, if it gets entries. */
const MOST_LINES = 12;

/** Whether lines are in a file in their order, each perhaps with more in it. */
function isWithin(
  wanted: readonly string[],
  lines: readonly string[],
  gone: ReadonlySet<string>,
): boolean {
  let place = 0;
  return wanted.every((line) => {
    const next = [1, MOST_LINES]
      .map((length) =>
        lines.findIndex(
          (_, index) =>
            index >= place && isGrown(line, lines.slice(index, index + length).join('\n'), gone),
        ),
      )
      .find((index) => index >= 0);
    place = (next ?? 0) + 1;
    return next !== undefined;
  });
}

/** Whether a line has all words of another one in their order, but for those that go, and its indentation. */
function isGrown(line: string, grown: string, gone: ReadonlySet<string>): boolean {
  const all = wordsOf(grown);
  const words = wordsOf(line).filter((word) => word !== ',' && !gone.has(word));
  let place = 0;
  return (
    line === grown ||
    words.every((word, index) => {
      const next = index === 0 ? (all[0] === word ? 0 : -1) : all.indexOf(word, place);
      place = next + 1;
      return next >= 0;
    })
  );
}

function wordsOf(text: string): string[] {
  return text.match(/^ *|"[^"]*"|\w+|\S/g) ?? [];
}

function count(lines: readonly string[], line: string): number {
  return lines.filter((each) => each === line).length;
}
