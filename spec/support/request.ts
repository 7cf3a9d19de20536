import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as start } from 'node:http';
import { text } from 'node:stream/consumers';

/** The answer of a server. */
export interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Sends a request with any headers: `fetch` does not allow `Host`.
 *
 * @param form Its fields, or its body as it is.
 */
export function request(
  url: string,
  headers: OutgoingHttpHeaders,
  form?: Record<string, string> | string,
  method = form === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    // A server closes a connection that idles, perhaps just as the next request goes out on it.
    start(url, { method, headers: { ...type, ...headers }, agent: false }, (response) => {
      const { statusCode: status, headers: received } = response;
      text(response).then((body) => {
        resolve({ status, headers: received, text: body });
      }, reject);
    })
      .on('error', reject)
      .end(typeof form === 'object' ? new URLSearchParams(form).toString() : form);
  });
}
