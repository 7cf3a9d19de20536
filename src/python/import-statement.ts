import { byKind, natural } from './order';

/** `from module import name as alias`, or `import module as alias`. */
export interface NewImport {
  readonly module: string;
  /** Undefined for the module as a whole. */
  readonly name?: string;
  readonly alias?: string;
}

/**
 * `from app.routes.posts import bp as posts_bp`, broken if the line would be too long.
 *
 * @param room The columns that a line may have.
 */
export function importLine(wanted: NewImport, room: number): string {
  const { alias, module, name } = wanted;
  return name === undefined
    ? `import ${nameWithAlias({ name: module, alias })}`
    : importStatement(module, [nameWithAlias({ name, alias })], room);
}

/** What a file calls what it imports: `app` for `import app.links`. */
export function localName({ alias, module, name }: NewImport): string {
  return alias ?? name ?? topLevel(module);
}

/**
 * The statement that imports these names from a module.
 *
 * @param names The names with their aliases: `bp as posts_bp`.
 * @param room The columns that a line may have.
 */
export function importStatement(module: string, names: readonly string[], room: number): string {
  const line = `from ${module} import ${names.join(', ')}`;
  return line.length > room
    ? `from ${module} import (\n${names.map((name) => `    ${name},\n`).join('')})`
    : line;
}

/** `bp as posts_bp` */
export function nameWithAlias({
  name,
  alias,
}: {
  readonly name: string;
  readonly alias?: string | undefined;
}): string {
  return alias === undefined || alias === name ? name : `${name} as ${alias}`;
}

/**
 * The imports of a new file, sorted and grouped as by ruff.
 *
 * @param own The packages of the application, whose modules come last: `app`.
 * @param room The columns that a line may have.
 */
export function importBlock(
  imports: readonly NewImport[],
  own: readonly string[],
  room: number,
): string {
  const modules = new Map<string, Set<string>>();
  const whole = new Map<string, string>();
  for (const wanted of imports) {
    const { alias, module, name } = wanted;
    if (name === undefined) {
      whole.set(importLine(wanted, room), module);
    } else {
      const names = modules.get(module) ?? new Set();
      modules.set(module, names.add(nameWithAlias({ name, alias })));
    }
  }
  const sorted = [...modules].sort(([one], [other]) => natural(one, other));
  const isIn = (section: number, module: string): boolean => sectionOf(module, own) === section;
  return [0, 1, 2]
    .map((section) => [
      ...[...whole]
        .filter(([, module]) => isIn(section, module))
        .map(([line]) => line)
        .sort(natural),
      ...sorted
        .filter(([module]) => isIn(section, module))
        .flatMap(([module, names]) => statements(module, [...names], room)),
    ])
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n');
}

/** A name with an alias has a statement of its own. */
function statements(module: string, names: readonly string[], room: number): string[] {
  const plain = names.filter((name) => !name.includes(' ')).sort(byKind);
  const aliased = names.filter((name) => name.includes(' ')).map((name) => [name]);
  return [...(plain.length > 0 ? [plain] : []), ...aliased]
    .sort(([one = ''], [other = '']) => byKind(one, other))
    .map((each) => importStatement(module, each, room));
}

/**
 * The section of a module among imports: Python's own modules, installed ones, the application's, relative ones.
 *
 * @param own The packages of the application: `app`.
 */
export function sectionOf(module: string, own: readonly string[]): number {
  if (module.startsWith('.')) {
    return 3;
  }
  return own.includes(topLevel(module)) ? 2 : isStdlib(module) ? 0 : 1;
}

/** The modules that come with Python: `sys.stdlib_module_names` of 3.13, without those that start with `_`. */
const STDLIB = new Set(
  `
  abc antigravity argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2
  cProfile calendar cmath cmd code codecs codeop collections colorsys compileall concurrent
  configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm
  decimal difflib dis doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
  fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob
  graphlib grp gzip hashlib heapq hmac html http idlelib imaplib importlib inspect io
  ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math
  mimetypes mmap modulefinder msvcrt multiprocessing netrc nt ntpath nturl2path numbers opcode
  operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix
  posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue
  quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors
  shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile
  sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys
  sysconfig syslog tabnanny tarfile tempfile termios textwrap this threading time timeit
  tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types
  typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg
  winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`
    .trim()
    .split(/\s+/),
);

/** Whether a module, such as `urllib.parse`, belongs to the standard library. */
export function isStdlib(module: string): boolean {
  return STDLIB.has(topLevel(module));
}

/** `app` for `app.routes.posts`, and for `app/routes/posts.py`. */
export function topLevel(module: string): string {
  return module.split(/[./]/)[0] ?? '';
}

/** A module as a file beside it may name it: `..models` for `app.models` in `app/forms/post_form.py`. Those of other packages stay. */
export function relativeModule(path: string, module: string): string {
  const folders = path.split('/').slice(0, -1);
  const parts = module.split('.');
  const differing = folders.findIndex((folder, index) => folder !== parts[index]);
  const common = differing === -1 ? folders.length : differing;
  return common === 0
    ? module
    : '.'.repeat(folders.length - common + 1) + parts.slice(common).join('.');
}

/** The package that a module is in, and its name there: `app.routes` and `posts` for `app.routes.posts`. */
export function packageAndName(module: string): [parent: string, name: string] {
  const end = module.lastIndexOf('.');
  return [module.slice(0, Math.max(end, 0)), module.slice(end + 1)];
}
