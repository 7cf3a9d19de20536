// Specs: spec/acceptance/json.spec.ts
import { escapedJson, type NoteData, type ReportedFile, Terminal } from './terminal';

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

  override print(text: string, data: NoteData = {}): void {
    if (data.route) {
      this.#routes.push(data.route);
      return;
    }
    this.#note('info', text, data);
    if (data.hasCommands) {
      this.#next.push(...[...text.matchAll(/^ {2}(\S.*)$/gm)].map(([, line = '']) => line));
    }
  }

  override warn(text: string, data?: NoteData): void {
    this.#note('warning', text, data);
  }

  override error(text: string, data?: NoteData): void {
    this.#note('error', text, data);
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
      migrations: this.migrations,
      notes: this.#notes,
      next: this.#next,
      data: this.#data,
      error: exitCode === 0 ? null : { message: said, exitCode },
    };
    this.output.write(`${escapedJson(report)}\n`);
  }

  #note(level: string, text: string, { place = '' }: NoteData = {}): void {
    const [, path = null, line = null] = /^(.+?)(?::(\d+))?$/.exec(place) ?? [];
    this.#notes.push({ level, message: text.trim(), path, line: line && Number(line) });
  }
}
