import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PYTHON } from '../../support/flask';
import type { Values } from './values';

/** What an application answered to a form. */
export interface Answer {
  status: number;
  text: string;
  /** Of the row that was written. */
  id: number | null;
  /** Its values, as Python writes them. */
  stored: Record<string, string>;
  /** The page that the answer leads to: what shows it. */
  shown: string;
  /** The page that edits it. */
  edited: string;
}

/** Posts to an application, request by request. */
export async function drive(
  root: string,
  requests: readonly { path: string; data: Values; has_token: boolean }[],
  env: NodeJS.ProcessEnv,
): Promise<Answer[]> {
  const child = spawn(PYTHON, [join(__dirname, 'drive.py')], {
    cwd: root,
    env: { ...process.env, ...env, PYTHONPATH: root },
  });
  child.stdin.end(JSON.stringify(requests));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stdout === '') {
    throw new Error(stderr);
  }
  return JSON.parse(stdout) as Answer[];
}

/** The message at a field. */
export function errorOf(answer: Answer | undefined, field: string): string | undefined {
  return new RegExp(`<p id="${field}-error"[^>]*>([^<]*)</p>`).exec(answer?.text ?? '')?.[1];
}

/** What a browser would send back of a form that nobody changed. */
export function valuesIn(page: string): Values {
  const values: Record<string, string> = {};
  for (const [, tag = '', attributes = '', content = ''] of page.matchAll(
    /<(input|select|textarea)\b([^>]*)>(?:([^]*?)<\/\1>)?/g,
  )) {
    const name = /name="([^"]*)"/.exec(attributes)?.[1] ?? '';
    if (tag === 'select') {
      values[name] = /<option selected value="([^"]*)"/.exec(content)?.[1] ?? '';
    } else if (tag === 'textarea') {
      values[name] = unescaped(content).replace(/^\r\n/, '');
    } else if (!attributes.includes('checkbox') || attributes.includes('checked')) {
      values[name] = unescaped(/value="([^"]*)"/.exec(attributes)?.[1] ?? '');
    }
  }
  delete values['csrf_token'];
  return values;
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
