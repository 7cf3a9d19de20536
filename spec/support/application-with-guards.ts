import { copyWithPackagesOf } from './copies';
import { SCAFFOLD, succeed } from './run';
import { applicationWithAuth } from './served-auth';
import { shared } from './shared';

const COMMANDS = [
  ['make:resource', 'labels', 'name:string:40:unique', '--guard', 'admin', '--api'],
  ['make:resource', 'tags', 'name:string:40', '--api'],
  [
    ...['make:resource', 'notes', 'title:string:80:unique', 'status:enum:draft:live:default=draft'],
    ...['labels:many:labels', 'tag:references:tags:optional', '--guard', 'owner', '--api'],
  ],
  ['make:resource', 'notes.comments', 'text', 'labels:many:labels', '--api'],
  ['make:resource', 'posts', 'title', 'note:references:notes:optional', '--api'],
  ['make:resource', 'posts', '--guard', 'owner-write'],
  ['make:resource', 'tags', '--guard', 'users-write', '--migrate'],
];

const made = shared('with-guards', async () => {
  const root = await applicationWithAuth();
  for (const words of COMMANDS) {
    await succeed(process.execPath, [SCAFFOLD, ...words], { cwd: root });
  }
  return root;
});

/** A copy of an application whose API serves resources with each guard, with its packages and its tables. */
export async function applicationWithGuards(): Promise<string> {
  const original = await made();
  return copyWithPackagesOf(original, original);
}
