import { fstatSync, writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { hasCode } from '../errors';
import type { Note } from '../rules/outcome';

export interface ReportedFile {
  readonly action: 'create' | 'update' | 'delete';
  readonly path: string;
  /** Its size; of a deleted file, what it was. */
  readonly bytes: number;
  /** What a dry run would change. */
  readonly diff?: string;
}

/** What scripts are told of a message. */
export type NoteData = Pick<Note, 'hasCommands' | 'place' | 'route'>;

/** What a terminal obeys instead of showing it, or shows in another order. A line may end with CR and LF. */
const CONTROLS = /(?!\r?\n|\t)[\p{Cc}\p{Bidi_Control}]/gu;

/** Text of a project, with a replacement character for everything that a terminal would obey. */
export function visible(text: string): string {
  return text.replace(CONTROLS, '\uFFFD');
}

/** JSON with an escape for everything that a terminal would obey. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The terminal of a person, who sees control codes as replacement characters. Only this class knows the streams. */
export class Terminal {
  readonly output = new Output(1, () => process.stdout);
  readonly errors = new Output(2, () => process.stderr);
  /** The migrations among the files of the run. Only scripts are told. */
  readonly migrations: string[] = [];

  /** Node opens it on first use, and few runs need it. */
  get input(): NodeJS.ReadStream {
    return process.stdin;
  }

  /** Whether somebody can answer a question. */
  get isInteractive(): boolean {
    return this.output.isTTY && this.input.isTTY;
  }

  /** Whether a line can be rewritten in place. */
  get isLive(): boolean {
    return this.output.isTTY && process.env['TERM'] !== 'dumb';
  }

  /** Resolves once all output is read; await it before the process ends, which would discard the rest. */
  async flushed(): Promise<void> {
    await this.output.flushed();
    await this.errors.flushed();
  }

  /** Prints a result. Only scripts are told the data. */
  print(...[text]: [text: string, data?: NoteData]): void {
    this.output.write(`${visible(text)}\n`);
  }

  warn(...[text]: [text: string, data?: NoteData]): void {
    this.errors.write(`${this.errors.styled('yellow', 'warning:')} ${visible(text)}\n`);
  }

  error(...[text]: [text: string, data?: NoteData]): void {
    this.errors.write(`${this.errors.styled('red', 'error:')} ${visible(text)}\n`);
  }

  /** Prints what is neither a result nor a problem. */
  note(text: string): void {
    this.errors.write(`${visible(text)}\n`);
  }

  /**
   * Prints what happens to a file, with the changes of a dry run; nothing of what only scripts are told.
   *
   * @param text Made of `visible()` and `styled()`, whose codes stay.
   */
  file(_file: ReportedFile, text: string | undefined): void {
    if (text !== undefined) {
      this.output.write(`${text}\n`);
    }
  }

  /** Prints what a command was asked for. */
  answer(_data: unknown, text: string): void {
    this.print(text);
  }

  help(text: string): void {
    this.output.write(visible(text));
  }

  /** Prints what is wrong with the command line. */
  usage(text: string): void {
    this.errors.write(visible(text));
  }

  /** Ends the report. @param message Why it failed, unless that has been printed. */
  end(_exitCode: number, message?: string): void {
    if (message !== undefined) {
      this.error(message);
    }
  }

  /** Styles text for the output, if it shows colours. */
  styled(style: TextStyle, text: string): string {
    return this.output.styled(style, text);
  }
}

/** A colour or another style, by its name in `styleText` of `node:util`. */
export type TextStyle = Parameters<typeof styleText>[0];

/**
 * Standard output or standard error. It writes to files and pipes directly, since loading Node's stream takes a sixth of
 * a command's start. A terminal gets the stream, and so does a pipe whose reader falls behind.
 */
class Output {
  #stream: NodeJS.WriteStream | undefined;

  constructor(
    private readonly descriptor: 1 | 2,
    private readonly open: () => NodeJS.WriteStream,
  ) {}

  get stream(): NodeJS.WriteStream {
    // The reader of a pipe may close it (`| head -1`); the run continues.
    return (this.#stream ??= this.open().on('error', () => undefined));
  }

  get isTTY(): boolean {
    return isDevice(this.descriptor) && this.stream.isTTY;
  }

  /** The width of the terminal in characters; undefined if it is no terminal. */
  get columns(): number | undefined {
    return this.isTTY ? this.stream.columns : undefined;
  }

  write(text: string): void {
    if (this.#stream || isDevice(this.descriptor)) {
      this.stream.write(text);
    } else {
      this.#writeAtOnce(Buffer.from(text));
    }
  }

  /** Resolves once the reader has taken all output, or has closed the pipe. */
  async flushed(): Promise<void> {
    const stream = this.#stream;
    if (stream && stream.writableLength > 0) {
      await new Promise<void>((resolve) => {
        stream.write('', () => {
          resolve();
        });
      });
    }
  }

  /** Styles text if the output shows colours: respects `NO_COLOR`, `FORCE_COLOR` and what the terminal supports. */
  styled(style: TextStyle, text: string): string {
    const isPlain = !isDevice(this.descriptor) && process.env['FORCE_COLOR'] === undefined;
    return isPlain ? text : styleText(style, text, { stream: this.stream });
  }

  #writeAtOnce(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) {
        written += writeSync(this.descriptor, bytes, written);
      }
    } catch (error) {
      // The stream waits until the reader of a full pipe has caught up. A closed pipe takes nothing.
      if (hasCode(error, 'EAGAIN')) {
        this.stream.write(bytes.subarray(written));
      }
    }
  }
}

/** Whether it is a terminal or another device. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false; // Closed by `>&-`.
  }
}
