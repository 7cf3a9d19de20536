// Specs: spec/layout/read-layout.spec.ts
import type { Files } from '../project/files';
import { pathsBelow } from '../project/walk';
import type { PythonParser } from '../python/parser';
import { PythonSource } from '../python/source';
import { Code } from './code';

/** Folders that hold no code of an application. */
const OTHERS =
  /^(\..*|__pycache__|node_modules|venv|env|site-packages|migrations|alembic|versions|static|dist|build|docs?|(\w+_)?tests?|spec|examples?|notebooks)$/;

const TEST = /(^|\/)(test_\w+|\w+_test|tests|conftest)\.py$/;

/** The Python files of a project, without tests, migrations and packages that are installed in it. */
export class Sources {
  readonly #codes = new Map<string, Code>();
  readonly #parsed = new Map<string, PythonSource>();

  private constructor(
    readonly files: Files,
    /** From the root of the project, those nearest to it first. */
    readonly paths: readonly string[],
    /** Tests that stand beside the code. */
    readonly tests: readonly string[],
  ) {}

  static of(files: Files): Sources {
    const isMeant = (name: string, path: string): boolean =>
      !OTHERS.test(name) && !files.has(`${path}/pyvenv.cfg`);
    const paths = pathsBelow(files, '.', isMeant).filter((path) => path.endsWith('.py'));
    const tests = paths.filter((path) => TEST.test(path));
    return new Sources(
      files,
      paths.filter((path) => !TEST.test(path)),
      tests,
    );
  }

  /** All but those in folders of other applications. */
  without(folders: readonly string[]): Sources {
    const isOther = (path: string): boolean => folders.some((each) => path.startsWith(`${each}/`));
    return new Sources(
      this.files,
      this.paths.filter((path) => !isOther(path)),
      this.tests,
    );
  }

  /** The files that have one of these words. */
  containing(...words: readonly string[]): Code[] {
    return this.paths.flatMap((path) => {
      const content = this.files.read(path);
      return content && words.some((word) => content.includes(word))
        ? this.#codeOf(path, content)
        : [];
    });
  }

  /** The syntax trees of the files that have one of these words. */
  parsed(parser: PythonParser, ...words: readonly string[]): PythonSource[] {
    return this.containing(...words).map(({ path }) => {
      const known = this.#parsed.get(path);
      const text = this.files.text(path) ?? '';
      const source = known ?? PythonSource.parseAnyhow(parser, path, text);
      this.#parsed.set(path, source);
      return source;
    });
  }

  /** All files that were parsed so far. */
  get known(): readonly PythonSource[] {
    return [...this.#parsed.values()];
  }

  code(path: string): Code | undefined {
    const content = this.files.has(path) ? this.files.read(path) : undefined;
    return content && this.#codeOf(path, content);
  }

  #codeOf(path: string, content: Buffer): Code {
    const code = this.#codes.get(path) ?? new Code(path, content.toString());
    this.#codes.set(path, code);
    return code;
  }
}
