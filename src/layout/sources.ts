// Specs: spec/layout/read-layout.spec.ts
import type { Files } from '../project/files';
import { lineLengthOf } from '../project/line-length';
import { pathsBelow } from '../project/walk';
import { loadParser, type PythonParser } from '../python/parser';
import { PythonSource } from '../python/source';

/** Folders that hold no code of an application. */
const OTHERS =
  /^(\..*|__pycache__|node_modules|venv|env|site-packages|migrations|alembic|versions|static|dist|build|docs?|(\w+_)?tests?|spec|examples?|notebooks|scaffold_templates)$/;

const TEST = /(^|\/)(test_\w+|\w+_test|tests|conftest)\.py$/;

/** The paths of a project's Python files, without migrations and packages that are installed in it: of code, and of tests. */
export function codePaths(files: Files): { readonly code: string[]; readonly tests: string[] } {
  const isMeant = (name: string, path: string): boolean =>
    !OTHERS.test(name) && !files.has(`${path}/pyvenv.cfg`);
  const paths = pathsBelow(files, '.', isMeant).filter((path) => path.endsWith('.py'));
  return {
    code: paths.filter((path) => !TEST.test(path)),
    tests: paths.filter((path) => TEST.test(path)),
  };
}

/**
 * The Python files of a project, without tests. An application has hundreds, and few questions are asked of each, so a file is
 * parsed if it has a word of the question: once, and as far as it is Python.
 */
export class Sources {
  private constructor(
    readonly files: Files,
    /** From the root of the project, those nearest to it first. */
    readonly paths: readonly string[],
    /** Tests that stand beside the code. */
    readonly tests: readonly string[],
    private readonly parser: PythonParser,
    private readonly parsedBefore: (path: string) => PythonSource | undefined,
    /** The columns that their formatter leaves a line. */
    readonly lineLength: number,
    private readonly texts = new Map<string, string>(),
    private readonly parsed = new Map<string, PythonSource>(),
  ) {}

  /**
   * @param parsedBefore A file that need not be parsed again.
   * @param lineLength The columns that its formatter leaves a line.
   */
  static async of(
    files: Files,
    parsedBefore: (path: string) => PythonSource | undefined = () => undefined,
    lineLength = lineLengthOf(files),
  ): Promise<Sources> {
    const { code, tests } = codePaths(files);
    return new Sources(files, code, tests, await loadParser(), parsedBefore, lineLength);
  }

  /** All but those in folders of other applications. */
  without(folders: readonly string[]): Sources {
    const isOther = (path: string): boolean => folders.some((each) => path.startsWith(`${each}/`));
    const { files, lineLength, parsed, parsedBefore, parser, paths, tests, texts } = this;
    const own = paths.filter((path) => !isOther(path));
    return new Sources(files, own, tests, parser, parsedBefore, lineLength, texts, parsed);
  }

  containing(...words: readonly string[]): PythonSource[] {
    return this.paths.flatMap((path) => this.withAny(path, words) ?? []);
  }

  /** The file at a path, if it has one of these words. */
  withAny(path: string, words: readonly string[]): PythonSource | undefined {
    const text = this.#text(path);
    return words.some((word) => text.includes(word)) ? this.#source(path, text) : undefined;
  }

  /** All files that were parsed so far. */
  get known(): readonly PythonSource[] {
    return [...this.parsed.values()];
  }

  #text(path: string): string {
    const text = this.texts.get(path) ?? this.files.read(path)?.toString() ?? '';
    this.texts.set(path, text);
    return text;
  }

  #source(path: string, text: string): PythonSource {
    const source =
      this.parsed.get(path) ??
      this.parsedBefore(path) ??
      PythonSource.parseAnyhow(this.parser, path, text, this.lineLength);
    this.parsed.set(path, source);
    return source;
  }
}
