// Specs: spec/layout/read-layout.spec.ts
import type { Files } from '../project/files';
import { Code } from './code';

/** Folders that hold no code of an application. */
const OTHERS =
  /^(\..*|__pycache__|node_modules|venv|env|site-packages|migrations|alembic|versions|static|dist|build|docs?|(\w+_)?tests?|spec|examples?|notebooks)$/;

const TEST = /(^|\/)(test_\w+|\w+_test|tests|conftest)\.py$/;

/** The Python files of a project, without tests, migrations and packages that are installed in it. */
export class Sources {
  readonly #codes = new Map<string, Code>();

  private constructor(
    readonly files: Files,
    /** From the root of the project, those nearest to it first. */
    readonly paths: readonly string[],
    /** Tests that stand beside the code. */
    readonly tests: readonly string[],
  ) {}

  static of(files: Files): Sources {
    const paths = pathsBelow(files, '');
    const tests = paths.filter((path) => TEST.test(path));
    return new Sources(
      files,
      paths.filter((path) => !TEST.test(path)),
      tests,
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

/** The levels of folders to look into. Links may lead in a circle. */
const DEEPEST = 8;

function pathsBelow(files: Files, folder: string, depth = DEEPEST): string[] {
  const names = depth > 0 ? files.filesIn(folder || '.') : [];
  if (depth === 0 || names.includes('pyvenv.cfg')) {
    return [];
  }
  const within = folder === '' ? '' : `${folder}/`;
  return [
    ...names.filter((name) => name.endsWith('.py')).map((name) => within + name),
    ...files
      .foldersIn(folder || '.')
      .filter((name) => !OTHERS.test(name))
      .flatMap((name) => pathsBelow(files, within + name, depth - 1)),
  ];
}
