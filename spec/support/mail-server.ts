import { createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ownPort } from './own-port';

/** A mail as a server gets it. */
export interface ReceivedMail {
  /** The addresses that it is delivered to, whatever its headers say. */
  readonly recipients: readonly string[];
  /** Headers and body, with line feeds. */
  readonly text: string;
}

/** A mail server that keeps what it gets. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** What it does before it takes a mail, if anything; its sender waits. */
  beforeMail: () => Promise<void> = () => Promise.resolve();
  readonly #server = createServer((socket) => {
    this.#converse(socket);
  });

  /** The port of a new server. */
  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(ownPort(), resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  stop(): void {
    this.#server.close();
  }

  /**
   * The newest mail to an address. It waits until there is one that it has not handed out.
   *
   * @param subject By default any.
   */
  async mailTo(recipient: string, subject = ''): Promise<ReceivedMail> {
    for (let tries = 0; tries < 200; tries++) {
      const index = this.mails.findLastIndex(
        ({ recipients, text }) =>
          recipients.includes(recipient) && text.includes(`Subject: ${subject}`),
      );
      const [mail] = index === -1 ? [] : this.mails.splice(index, 1);
      if (mail) {
        return mail;
      }
      await setTimeout(50);
    }
    throw new Error(`No mail “${subject}” to ${recipient} came.`);
  }

  #converse(socket: Socket): void {
    let recipients: string[] = [];
    let data: string[] | undefined;
    let rest = '';
    const answer = (line: string): void => {
      socket.write(`${line}\r\n`);
    };
    answer('220 ready');
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (data && line !== '.') {
          data.push(line);
        } else if (data) {
          const mail = { recipients, text: data.join('\n') };
          [data, recipients] = [undefined, []];
          void this.beforeMail().then(() => {
            this.mails.push(mail);
            answer('250 kept');
          });
        } else if (/^DATA$/i.test(line)) {
          data = [];
          answer('354 go on');
        } else if (/^QUIT$/i.test(line)) {
          answer('221 bye');
          socket.end();
        } else {
          const [, recipient] = /^RCPT TO:<(.*?)>/i.exec(line) ?? [];
          recipients.push(...(recipient === undefined ? [] : [recipient]));
          answer('250 OK');
        }
      }
    });
  }
}
