import { FIELD_TYPES, MODIFIERS } from './words';

/** The longest example that leaves room for its text on the same line. */
const LONGEST_EXAMPLE = 26;

/** How fields are written, for the help of commands that take some. */
export function fieldHelp(): string {
  const modifiers = Object.entries(MODIFIERS).map(([word, { about }]) => row(word, about));
  return [
    '',
    'Fields: name[:type[:argument...]][:modifier...][:default=VALUE]',
    ...FIELD_TYPES.map(({ example, input }) => row(example, input)),
    '',
    'Modifiers:',
    ...modifiers,
    row('default=VALUE', 'comes last; default=now for dates and times'),
  ].join('\n');
}

function row(start: string, text: string): string {
  return start.length > LONGEST_EXAMPLE
    ? `  ${start}\n  ${''.padEnd(LONGEST_EXAMPLE)} ${text}`
    : `  ${start.padEnd(LONGEST_EXAMPLE)} ${text}`;
}
