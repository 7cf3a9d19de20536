import { SCAFFOLD } from '../spec/support/run';
import type { Comparison } from './compare';
import { inCopyOf, projectOf } from './projects';

export const FIELDS = [
  ...['title:string:120:unique', 'body:text:optional', 'views:integer:default=0'],
  ...['price:decimal:10:2', 'done:boolean', 'on:date', 'status:enum:draft:published'],
  'author:references:users',
];

/** A whole resource with eight fields, and the list of one without fields. */
export function resource(): Comparison {
  const project = projectOf(10);
  const scaffold = (...words: readonly string[]) =>
    inCopyOf(project, `\`${words.slice(0, 2).join(' ')}\``, process.execPath, [SCAFFOLD, ...words]);
  return {
    title: 'A resource, among 10',
    rounds: 11,
    candidates: [
      scaffold('make:view', 'posts.index', '-rcm'),
      scaffold('make:resource', 'posts', ...FIELDS),
    ],
    ratios: { 'times the view': () => 0 },
  };
}
