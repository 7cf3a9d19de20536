import type { OutgoingHttpHeaders } from 'node:http';
import { type Answer, request } from './request';

/** Somebody at an application: with a session, and the token that its forms need. */
export class Visitor {
  #cookie = '';
  #token = '';

  /** @param url Where the application is served: `http://127.0.0.1:8000`. */
  constructor(private readonly url: string) {}

  /** Opens a page; what is posted next has the token of its form. */
  async open(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    const answer = await request(this.url + path, { ...headers, cookie: this.#cookie });
    this.#cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? this.#cookie;
    this.#token = /name="csrf_token"[^>]*value="([^"]+)"/.exec(answer.text)?.[1] ?? this.#token;
    return answer;
  }

  /** Sends a form. */
  async send(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const form = { ...fields, csrf_token: this.#token };
    const answer = await request(this.url + path, { cookie: this.#cookie }, form);
    this.#cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? this.#cookie;
    return answer;
  }

  /** What a request without a form carries, to be taken as this visitor's. */
  get headers(): Record<string, string> {
    return { cookie: this.#cookie, 'x-csrftoken': this.#token };
  }
}
