#!/usr/bin/env node
/**
 * Starts the command with the code that V8 compiled in earlier runs, which saves most of a start. Node's own
 * `module.enableCompileCache` is missing from Node 20, and keeps only the functions that run while a file loads.
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

/** A digest of `command.js`, set by the build: V8 itself compares only the length of a script. */
declare const COMMAND_DIGEST: string;

/** All commands, set by the build. */
declare const COMMAND_NAMES: readonly string[];

/** One run in this many checks whether it called functions that the cache lacks, which takes a tenth of a run. */
const RUNS_PER_CHECK = 8;

/** V8's caches of the same functions differ by less. */
const GROWTH = 1.02;

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

function start(command: string | undefined): void {
  if (command !== undefined) {
    prepareForShortRun();
  }
  const filename = join(__dirname, command === undefined ? 'help.js' : 'command.js');
  const cache = command?.replace(':', '-') ?? 'help';
  const cachedData = readCache(cache);
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  const known = script.cachedDataRejected === true ? 0 : (cachedData?.length ?? 0);
  if (known === 0 || Math.random() * RUNS_PER_CHECK < 1) {
    process.once('exit', () => {
      const data = script.createCachedData();
      if (data.length > known * GROWTH) {
        writeCache(cache, data);
      }
    });
  }
  const run = script.runInThisContext() as (...args: unknown[]) => void;
  run(exports, require, module, filename, __dirname);
}

/**
 * V8 would optimise the Python parser and other code in the background, for longer than a run takes, check all functions of
 * the parser before it runs one, and look for garbage each time that another megabyte is in use.
 */
function prepareForShortRun(): void {
  // A later Node may not know the flags, and would print so.
  if (Number.parseInt(process.versions.node) <= 24) {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--no-opt');
    setFlagsFromString('--liftoff-only');
    setFlagsFromString('--wasm-lazy-validation');
    setFlagsFromString('--semi-space-growth-factor=16');
  }
}

/** Ignores the code of another user. */
function readCache(name: string): Buffer | undefined {
  try {
    const descriptor = openSync(cachePath(name), 'r');
    try {
      return fstatSync(descriptor).uid === process.getuid?.()
        ? readFileSync(descriptor)
        : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** Renames it into place, so that no run reads half of it. */
function writeCache(name: string, data: Buffer): void {
  try {
    const path = cachePath(name);
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.${process.pid}`, data, { mode: 0o600 });
    renameSync(`${path}.${process.pid}`, path);
    for (const file of readdirSync(folder).map((other) => join(folder, other))) {
      if (statSync(file).mtimeMs < Date.now() - KEPT_MS) {
        rmSync(file);
      }
    }
  } catch {
    // The disk is full or read-only: the next run compiles again.
  }
}

/** @throws Error if the user has no home directory, as in some containers. */
function cachePath(name: string): string {
  // https://specifications.freedesktop.org/basedir-spec/latest/ says to ignore a relative path.
  const folder = process.env['XDG_CACHE_HOME'] ?? '';
  const key = [COMMAND_DIGEST, process.version, process.arch, name].join('-');
  return join(isAbsolute(folder) ? folder : join(homedir(), '.cache'), 'scaffold-flask', key);
}

// Each command has a cache of its own; `--help`, mistakes and completion share a bundle without the code of commands.
const command = process.argv.find((word) => COMMAND_NAMES.includes(word));
start(command === 'completion' ? undefined : command);
