// Specs: spec/cli/output.spec.ts
import { Output, type TextStyle } from './output';

/** The terminal of a person. Only this class knows the streams. */
export class Terminal {
  readonly output = new Output(1, () => process.stdout);
  readonly errors = new Output(2, () => process.stderr);

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

  print(text: string): void {
    this.output.write(`${text}\n`);
  }

  warn(text: string): void {
    this.errors.write(`${this.errors.styled('yellow', 'warning:')} ${text}\n`);
  }

  error(text: string): void {
    this.errors.write(`${this.errors.styled('red', 'error:')} ${text}\n`);
  }

  /** Prints what is neither a result nor a problem. */
  note(text: string): void {
    this.errors.write(`${text}\n`);
  }

  /** Styles text for the output, if it shows colours. */
  styled(style: TextStyle, text: string): string {
    return this.output.styled(style, text);
  }
}
