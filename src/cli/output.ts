import { fstatSync, writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { errorCode } from '../system-error';

/** A colour or another style, by its name in `styleText` of `node:util`. */
export type TextStyle = Parameters<typeof styleText>[0];

/**
 * One of the two streams that a person reads. Node's own takes a sixth of the start of a command to load: what goes to a
 * file or a pipe does without it, as long as whoever reads the pipe keeps up.
 */
export class Output {
  #stream: NodeJS.WriteStream | undefined;

  constructor(
    private readonly descriptor: 1 | 2,
    private readonly open: () => NodeJS.WriteStream,
  ) {}

  get stream(): NodeJS.WriteStream {
    // Whoever reads a pipe may close it (`| head -1`): the work goes on unread.
    return (this.#stream ??= this.open().on('error', () => undefined));
  }

  get isTTY(): boolean {
    return isDevice(this.descriptor) && this.stream.isTTY;
  }

  /** The width of the terminal, in characters; undefined where it is none. */
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

  /** Resolves once whoever reads has taken all that was written, or takes no more. */
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

  /** The text in a style, where colours are shown. Follows `NO_COLOR`, `FORCE_COLOR`, and what the terminal can show. */
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
      // A full pipe takes the rest when it is read; one that nobody reads takes nothing.
      if (errorCode(error) === 'EAGAIN') {
        this.stream.write(bytes.subarray(written));
      }
    }
  }
}

/** Whether it is a terminal, or another device. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false; // It is closed (`>&-`).
  }
}
