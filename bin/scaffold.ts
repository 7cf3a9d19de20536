#!/usr/bin/env node
/**
 * Starts the command as V8 compiled it for a run before: more than half of a start is compiling. Nothing depends on it:
 * `command.js`, beside it, does the same by itself, and is what runs where there is no cache, or none can be written.
 *
 * Seen on Node 20 to 24: `vm.Script` with the code of all functions that a run has called is faster than
 * `module.enableCompileCache`, which keeps those that were compiled with the file.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';

/** A digest of `command.js`, which the build writes here: V8 itself compares no more than its length. */
declare const COMMAND_DIGEST: string;

/** What each command compiles differs, so each has a cache of its own; help and other words have one together. */
const COMMANDS = ['new', 'make:view', 'setup'];

/**
 * A cache holds what the runs so far have called. Looking whether a run has called more takes a tenth of it, so that not
 * every run looks; more of them do while the cache has grown not long ago.
 */
const RUNS_BETWEEN_LOOKS = { growing: 4, grown: 16 };
const NOTABLE_GROWTH = 1.02;

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 30;

const LAZY_WASM = '--wasm-tiering-budget=1000000000';

/**
 * Flags of V8 by the major version of Node, for those that CI runs: another one may not know a flag, and would say so.
 * Without them V8 optimises the parser of Python, and what else a run calls often, beside a run that ends before it gains.
 */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  20: [LAZY_WASM, '--interrupt-budget=10000000'],
  22: [LAZY_WASM, '--invocation-count-for-turbofan=100000'],
  24: [LAZY_WASM, '--invocation-count-for-turbofan=100000'],
};

/** What `command.js` hands out where it is no module. */
type Command = (require: NodeJS.Require, __dirname: string) => void;

function start(words: readonly string[]): void {
  const file = join(__dirname, 'command.js');
  const command = COMMANDS.find((name) => name === words[0]);
  const cache = cacheFile(command ?? 'help');
  if (command !== undefined) {
    setFlags();
  }
  const known = cache === undefined ? undefined : readCache(cache);
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    cachedData: known?.data,
  });
  const isMissing = known === undefined || script.cachedDataRejected === true;
  if (cache !== undefined && (isMissing || Math.random() * RUNS_BETWEEN_LOOKS[known.age] < 1)) {
    process.once('exit', () => {
      const data = script.createCachedData();
      if (isMissing || data.length > known.data.length * NOTABLE_GROWTH) {
        writeCache(cache, data);
      }
    });
  }
  (script.runInThisContext({}) as Command)(require, __dirname);
}

/** Help and the like end before a flag could help, and sooner without the module that sets it. */
function setFlags(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  FLAGS[process.versions.node.split('.')[0] ?? '']?.forEach(setFlagsFromString);
}

/** Undefined where there is no folder for it. */
function cacheFile(command: string): string | undefined {
  const folder = cacheFolder();
  const name = [COMMAND_DIGEST, process.version, process.arch, command.replace(':', '-')].join('-');
  return folder === undefined ? undefined : join(folder, 'scaffold-flask', name);
}

function cacheFolder(): string | undefined {
  // A path that is not absolute is not to be followed: https://specifications.freedesktop.org/basedir-spec/latest/
  const folder = process.env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(folder)) {
    return folder;
  }
  try {
    return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  } catch {
    return undefined; // A user without a name, as containers have them.
  }
}

interface Cache {
  readonly data: Buffer;
  readonly age: keyof typeof RUNS_BETWEEN_LOOKS;
}

/** Code of another user's is not run. */
function readCache(path: string): Cache | undefined {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const { mtimeMs, uid } = fstatSync(descriptor);
      const age = mtimeMs > Date.now() - DAY_MS ? 'growing' : 'grown';
      return uid === process.getuid?.() ? { data: readFileSync(descriptor), age } : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** Written beside its place and renamed, so that a run reads all of it or nothing. */
function writeCache(path: string, data: Buffer): void {
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const part = `${path}.${process.pid}`;
    writeFileSync(part, data, { mode: 0o600 });
    renameSync(part, path);
    for (const name of readdirSync(folder)) {
      const other = join(folder, name);
      if (statSync(other).mtimeMs < Date.now() - KEPT_DAYS * DAY_MS) {
        rmSync(other);
      }
    }
  } catch {
    // A disk that is full or can only be read: the next run compiles again.
  }
}

start(process.argv.slice(2));
