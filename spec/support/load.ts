import { keyIn, newUser, visitorsOf } from './served-resources';
import type { Visitor } from './visitor';

/** How often each kind of request was answered with each status: `read 200`. */
export type Statuses = Map<string, number>;

/**
 * Has clients read and write at the same time, each with one request after the other.
 *
 * @param goesOn Whether a client starts another round, given how many it has made.
 */
export async function statusesUnderLoad(
  url: string,
  clients: number,
  goesOn: (rounds: number) => boolean,
): Promise<Statuses> {
  const statuses: Statuses = new Map();
  const visitors = await visitorsOf(url, clients);
  await Promise.all(
    visitors.map(async (visitor) => {
      for (let rounds = 0; goesOn(rounds); rounds++) {
        for await (const answered of round(visitor)) {
          statuses.set(answered, (statuses.get(answered) ?? 0) + 1);
        }
      }
    }),
  );
  return statuses;
}

/** What nobody wants to see: errors of the server, but for a SQLite file that is locked. */
export function failuresIn(statuses: Statuses, database: string): string[] {
  const allowed = database === 'SQLite' ? /^write 503$/ : /^$/;
  return [...statuses.keys()].filter((each) => / 5|undefined/.test(each) && !allowed.test(each));
}

/** Lists, adds, shows, changes and deletes a user. */
async function* round(visitor: Visitor): AsyncGenerator<string> {
  yield `read ${(await visitor.open('/users')).status}`;
  const added = await visitor.send('/users/create', newUser());
  yield `write ${added.status}`;
  const id = keyIn(added);
  if (id === undefined) {
    return; // The next round adds another one.
  }
  yield `read ${(await visitor.open(`/users/${id}`)).status}`;
  yield `read ${(await visitor.open(`/users/${id}/edit`)).status}`;
  const changed = { name: 'Changed', email: `changed-${id}@example.com` };
  yield `write ${(await visitor.send(`/users/${id}/edit`, changed)).status}`;
  yield `write ${(await visitor.send(`/users/${id}/delete`)).status}`;
}
