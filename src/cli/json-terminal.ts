// Specs: spec/acceptance/json.spec.ts
import type { Note } from '../rules/outcome';
import { type ReportedFile, Terminal } from './terminal';

/** A message about a file: `app/__init__.py:12: not valid Python`. */
const PLACE = /^([\w./-]+\.\w+)(?::(\d+))?(?=[: ])/;

/** Collects what a command would print, as `json-report.schema.json` describes it, and prints it as one object. */
export class JsonTerminal extends Terminal {
  readonly #files: ReportedFile[] = [];
  readonly #manifest: ReportedFile[] = [];
  readonly #routes: object[] = [];
  readonly #notes: object[] = [];
  readonly #next: string[] = [];
  #data: unknown = null;
  #usage = '';

  /** @param words What was typed after `scaffold`. */
  constructor(private readonly words: readonly string[]) {
    super();
  }

  /** Nobody answers: questions take their defaults. */
  override get isInteractive(): boolean {
    return false;
  }

  override get isLive(): boolean {
    return false;
  }

  override print(
    text: string,
    { hasCommands, route }: Pick<Note, 'hasCommands' | 'route'> = {},
  ): void {
    if (route) {
      this.#routes.push(route);
      return;
    }
    this.#note('info', text);
    if (hasCommands) {
      this.#next.push(...[...text.matchAll(/^ {2}(\S.*)$/gm)].map(([, line = '']) => line));
    }
  }

  override warn(text: string): void {
    this.#note('warning', text);
  }

  override error(text: string): void {
    this.#note('error', text);
  }

  override note(text: string): void {
    this.#note('info', text);
  }

  override file(file: ReportedFile, text: string | undefined): void {
    (text === undefined ? this.#manifest : this.#files).push(file);
  }

  override answer(data: unknown): void {
    this.#data = data;
  }

  override help(text: string): void {
    this.#data = `${typeof this.#data === 'string' ? this.#data : ''}${text}`;
  }

  override usage(text: string): void {
    this.#usage += text;
  }

  override end(exitCode: number, message?: string): void {
    const command = this.words.find((word) => !word.startsWith('-')) ?? null;
    const said = message ?? (this.#usage.trim().replace(/^error: /, '') || 'Interrupted');
    const report = {
      schema: 1,
      command,
      dryRun: this.words.includes('--dry-run'),
      files: this.#files,
      manifest: this.#manifest,
      routes: this.#routes,
      migrations: this.#files.map(({ path }) => path).filter((path) => /\/versions\//.test(path)),
      notes: this.#notes,
      next: this.#next,
      data: this.#data,
      error: exitCode === 0 ? null : { message: said, exitCode },
    };
    this.output.write(`${JSON.stringify(report)}\n`);
  }

  #note(level: string, text: string): void {
    const [, path = null, line] = PLACE.exec(text) ?? [];
    const message = text.trim();
    this.#notes.push({ level, message, path, line: line === undefined ? null : Number(line) });
  }
}
