import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** The streams that a person reads and types on; the only place that knows them. */
export class Terminal {
  constructor() {
    for (const stream of [this.output, this.errors]) {
      // Whoever reads a pipe may close it (`| head -1`): the work goes on unread.
      stream.on('error', () => undefined);
    }
  }

  /** Opened by who asks for it first, which few runs do. */
  get input(): NodeJS.ReadStream {
    return process.stdin;
  }

  get output(): NodeJS.WriteStream {
    return process.stdout;
  }

  private get errors(): NodeJS.WriteStream {
    return process.stderr;
  }

  /** Whether somebody is there to answer a question. */
  get isInteractive(): boolean {
    return this.input.isTTY && this.output.isTTY;
  }

  /** Whether a line can be written again in place. */
  get isLive(): boolean {
    return this.output.isTTY && process.env['TERM'] !== 'dumb';
  }

  print(text: string): void {
    this.output.write(`${text}\n`);
  }

  warn(text: string): void {
    this.errors.write(`${styled(this.errors, 'yellow', 'warning:')} ${text}\n`);
  }

  error(text: string): void {
    this.errors.write(`${styled(this.errors, 'red', 'error:')} ${text}\n`);
  }

  /** Says something that is neither a result nor wrong. */
  note(text: string): void {
    this.errors.write(`${text}\n`);
  }

  /** The text in a colour, where the output shows colours. */
  styled(style: Style, text: string): string {
    return styled(this.output, style, text);
  }
}

/** Follows `NO_COLOR`, `FORCE_COLOR`, and what the stream can show. */
function styled(stream: NodeJS.WriteStream, style: Style, text: string): string {
  return styleText(style, text, { stream });
}
