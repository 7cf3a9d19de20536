import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as start } from 'node:http';
import { text } from 'node:stream/consumers';

/** The answer of a server. */
export interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with any headers: `fetch` does not allow `Host`. */
export function request(
  url: string,
  headers: OutgoingHttpHeaders,
  form?: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = form ? 'POST' : 'GET';
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    // A server closes a connection that idles, perhaps just as the next request goes out on it.
    start(url, { method, headers: { ...headers, ...type }, agent: false }, (response) => {
      const { statusCode: status, headers: received } = response;
      text(response).then((body) => {
        resolve({ status, headers: received, text: body });
      }, reject);
    })
      .on('error', reject)
      .end(form && new URLSearchParams(form).toString());
  });
}
