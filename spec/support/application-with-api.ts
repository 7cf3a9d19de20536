import { copyWithPackagesOf, fullCopy } from './copies';
import { SCAFFOLD, succeed } from './run';
import { shared } from './shared';

/** A field of each type. */
const FIELDS = [
  'title:string:120:unique',
  'body:text:optional',
  'code:string:20:optional',
  'price:decimal:10:2:min=0',
  'views:integer:min=0:default=0',
  'big:bigint:optional',
  'ratio:float:optional',
  'done:boolean',
  'maybe:boolean:optional',
  'on:date:optional',
  'at:time:optional',
  'starts:datetime:optional',
  'status:enum:draft:published:default=draft',
  'author:references:authors',
  'site:url:optional',
  'email:email:optional',
  'key:uuid',
  'data:json:optional',
  'token:string:optional:secret',
  'labels:many:labels',
];

const made = shared('with-api', async () => {
  const root = await fullCopy(true);
  for (const words of [
    ['make:resource', 'authors', 'name:string:80:unique'],
    ['make:resource', 'labels', 'name:string:40:unique'],
    ['make:resource', 'posts', ...FIELDS],
    ['make:resource', 'posts.comments', 'body:text', '--migrate'],
    ...['posts', 'posts.comments', 'authors'].map((name) => ['make:api', name]),
  ]) {
    await succeed(process.execPath, [SCAFFOLD, ...words], { cwd: root });
  }
  return root;
});

/** A copy of an application that serves posts, their comments and authors as JSON, with its packages and its tables. */
export async function applicationWithApi(): Promise<string> {
  const original = await made();
  return copyWithPackagesOf(original, original);
}

/** A copy of an application without an API, which has the packages of one. */
export async function applicationForApi(): Promise<string> {
  return copyWithPackagesOf(await made(), await fullCopy(true));
}
