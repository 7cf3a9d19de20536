import { withLineEnds } from '../line-ends';
import type { Layout } from '../layout';
import { edited, info, noted, NOTHING, type Outcome } from '../rules/outcome';
import type { ChosenParts } from '../naming/auth-parts';
import { addition } from '../rules/auth-files';

/** Lines, and where they come. */
interface TextPiece {
  readonly lines: string;
  /** The line that they come before or after; undefined if they come at the end of the file. */
  readonly place?: { readonly side: 'before' | 'after'; readonly line: RegExp };
}

/** What is added to a file that is not Python. */
export interface TextAddition {
  readonly path: string;
  /** A line that only a file with these lines has. */
  readonly known: RegExp;
  readonly pieces: readonly TextPiece[];
  /** Whether a person has to add them if the file has no such line. */
  readonly isNeeded?: boolean;
}

const BEFORE_VOLUMES = { side: 'before', line: /^volumes:$/gm } as const;

/** What sign-in adds to files that are not Python. */
export function textAdditions({ templates }: Layout, parts: ChosenParts): TextAddition[] {
  return [
    {
      path: `${templates}/components/header.html`,
      known: /^[^#]*\{% include ["']components\/account\.html["']/m,
      pieces: [
        {
          place: { side: 'before', line: /^(?:[ \t]*<\/div>\n)?[ \t]*<\/header>$/gm },
          lines: '    {% include "components/account.html" %}\n',
        },
      ],
      isNeeded: true,
    },
    {
      path: '.env.example',
      known: /^PUBLIC_URL=/m,
      pieces: [{ lines: addition('.env.example.template') }],
    },
    {
      path: 'compose.yaml',
      known: /^\s+(?:- )?PUBLIC_URL\b/m,
      pieces: [
        {
          place: { side: 'after', line: /^ {6}TRUSTED_PROXIES: .*\n/gm },
          lines: addition('compose.yaml'),
        },
        ...(parts.outbox ? [{ place: BEFORE_VOLUMES, lines: addition('compose.mail.yaml') }] : []),
      ],
      isNeeded: true,
    },
    {
      path: 'README.md',
      known: /^export PUBLIC_URL=/m,
      pieces: [
        {
          place: { side: 'after', line: /^export TRUSTED_HOSTS=.*\n/gm },
          lines: addition('README.md'),
        },
        { lines: addition('README.users.md.template', { parts }) },
      ],
    },
  ];
}

/** Adds lines to a file, or tells a person to. */
export function addText(text: string | undefined, wanted: TextAddition): Outcome {
  const { isNeeded, known, path } = wanted;
  if (text === undefined || known.test(text)) {
    return NOTHING;
  }
  const content = withLineEnds(text, (each) => wanted.pieces.reduce(withLines, each));
  const lines = wanted.pieces.map((piece) => piece.lines.trimEnd()).join('\n');
  return content === text
    ? noted(...(isNeeded ? [info(`Add to ${path}:\n${lines}`)] : []))
    : edited([{ kind: 'replace', path, content }]);
}

/** The text with the lines; the same text if it lacks the place for them, or has several. */
function withLines(text: string, { lines, place }: TextPiece): string {
  if (!place) {
    return text.replace(/\n?$/, '\n') + lines;
  }
  const found = [...text.matchAll(place.line)];
  const [match] = found;
  if (!match || found.length > 1) {
    return text;
  }
  const position = match.index + (place.side === 'before' ? 0 : match[0].length);
  return text.slice(0, position) + lines + text.slice(position);
}
