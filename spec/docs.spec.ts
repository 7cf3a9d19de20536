import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const REPO = join(__dirname, '..');

/** What is printed or generated. README.md runs its commands. */
const BLOCK = /^```(console|python)\n(.*?)^```$/gms;

/** A line in words, unlike a file, a URL or a line of a page. */
const PRINTED = /^\w+( \S+){3,}.*[.:…]$/gm;

/** A comment or a string in words, in Python. */
const WRITTEN = /# [A-Z]\w*( \S+){2,}\.$|(["'])[A-Z]\w*( [^\s"']+){2,}\.\2/gm;

/** A value in a template. */
const VALUE = /<%.*?%>/g;

/** What a text says itself, so that it is not like any other. */
const LEAST_LETTERS = 12;

describe('A page of the documentation', () => {
  it('shows sentences only that a command prints', () => {
    expectKnown(shownIn('console', PRINTED), filesIn('src', /\.ts$/).flatMap(textsIn));
  });

  it('shows Python only in sentences that are generated', () => {
    const templates = filesIn('src', /\.py\.template$/).map((text) => text.replace(VALUE, '\0'));
    const texts = templates.flatMap((text) => text.match(WRITTEN) ?? []);
    expectKnown(shownIn('python', WRITTEN).map(unquoted), texts.map(unquoted));
  });
});

function expectKnown(shown: readonly string[], texts: readonly string[]): void {
  const patterns = texts
    .filter((text) => text.replace(/\W/g, '').length >= LEAST_LETTERS)
    .map((text) => new RegExp(`^${text.split('\0').map(escaped).join('.+')}$`));
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.filter((line) => !patterns.some((pattern) => pattern.test(line)))).toEqual([]);
}

function shownIn(kind: string, sentence: RegExp): string[] {
  return filesIn('docs', /\.md$/)
    .flatMap((page) => [...page.matchAll(BLOCK)])
    .flatMap(([, own, content = '']) => (own === kind ? (content.match(sentence) ?? []) : []));
}

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(REPO, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => readFileSync(join(REPO, folder, path), 'utf8'));
}

/** The lines of the texts of a source, with NUL for each value. */
function textsIn(source: string): string[] {
  const within = (node: ts.Node): string[] => {
    const texts = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
            .map(({ text }) => text)
            .join('\0')
        : '';
    const others: string[] = [];
    ts.forEachChild(node, (child) => void others.push(...within(child)));
    return [...texts.split('\n'), ...others];
  };
  return within(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
}

function unquoted(sentence: string): string {
  return sentence.replace(/^(["'])(.*)\1$/, '$2');
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
