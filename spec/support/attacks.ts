/** The URLs of sign-in that take a form. */
export const FORMS = [
  '/sign-up',
  '/sign-up/token',
  '/sign-in',
  '/sign-in/code',
  '/sign-out',
  '/forgot-password',
  '/reset-password/token',
  '/account',
  '/account/address/token',
  '/account/confirm',
  '/account/keep/token',
  '/account/leave',
  '/account/password',
  '/account/second-factor',
  '/account/second-factor/codes',
  '/account/second-factor/off',
  '/account/sessions/1/end',
  '/account/sessions/end-others',
];

/** What leads a browser to another site if a page leads there. */
export const ELSEWHERE = [
  '//evil',
  '///evil',
  '/\\evil',
  '\\\\evil',
  '\\/evil',
  'https:evil',
  'https://evil',
  'javascript:alert(1)',
  '/\t/evil',
  '\t//evil',
  ' //evil',
  '/\n/evil',
  '%2F%2Fevil',
  '/%09/evil',
];

/** Accents in the wrong order. Sorting them takes time that grows with the square of their number. */
export const MARKS = `a${'\u0315\u0300'.repeat(80_000)}`;

/** What no code is: nothing, other digits, what databases refuse, and more than any form takes. */
export const MALFORMED = [
  '',
  '١٢٣٤٥٦',
  '12345',
  '123456\0',
  `${'-'.repeat(60)}1`,
  '9'.repeat(1_000_000),
];
