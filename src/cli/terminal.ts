import { Output, type TextStyle } from './output';

/** What a person reads and types on; the only place that knows the streams. */
export class Terminal {
  readonly output = new Output(1, () => process.stdout);
  readonly errors = new Output(2, () => process.stderr);

  /** Opened by who asks for it first, which few runs do. */
  get input(): NodeJS.ReadStream {
    return process.stdin;
  }

  /** Whether somebody is there to answer a question. */
  get isInteractive(): boolean {
    return this.output.isTTY && this.input.isTTY;
  }

  /** Whether a line can be written again in place. */
  get isLive(): boolean {
    return this.output.isTTY && process.env['TERM'] !== 'dumb';
  }

  /** Resolves once all that was written is read: a process that ends takes the rest with it. */
  async flushed(): Promise<void> {
    await this.output.flushed();
    await this.errors.flushed();
  }

  print(text: string): void {
    this.output.write(`${text}\n`);
  }

  warn(text: string): void {
    this.errors.write(`${this.errors.styled('yellow', 'warning:')} ${text}\n`);
  }

  error(text: string): void {
    this.errors.write(`${this.errors.styled('red', 'error:')} ${text}\n`);
  }

  /** Says something that is neither a result nor wrong. */
  note(text: string): void {
    this.errors.write(`${text}\n`);
  }

  /** The text in a colour, where the output shows colours. */
  styled(style: TextStyle, text: string): string {
    return this.output.styled(style, text);
  }
}
