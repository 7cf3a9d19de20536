import { createHmac } from 'node:crypto';

/** The second factor of an account, as its owner has it. */
export class Factor {
  lastStep: number;
  readonly used: string[] = [];

  constructor(
    private readonly secret: string,
    public recovery: string[],
  ) {
    this.lastStep = this.step(); // turning it on took its code
  }

  step(): number {
    return Math.floor(Date.now() / 30_000);
  }

  /** The code of the app: RFC 6238. */
  code(step = this.step()): string {
    return codeOf(this.secret, step);
  }

  /** Whether a code opens the account, by its time; undefined if that depends on the second. */
  accepts(code: string): boolean | undefined {
    if (this.recovery.includes(code)) {
      return true;
    }
    const now = this.step();
    const near = [0, -1, 1, -2, 2].map((later) => now + later);
    const step = near.find((each) => this.code(each) === code);
    if (step === undefined || step <= this.lastStep) {
      return false;
    }
    return step === now ? true : undefined;
  }

  /** Remembers that a code was used. */
  use(code: string): void {
    this.used.push(code);
    this.recovery = this.recovery.filter((each) => each !== code);
    const now = this.step();
    const step = [now - 2, now - 1, now, now + 1, now + 2].find((each) => this.code(each) === code);
    this.lastStep = Math.max(this.lastStep, step ?? 0);
  }
}

export function codeOf(secret: string, step: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (each) => letters.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
