import { treeOf } from './tree-of';

const SECRET = /^SECRET_KEY=[0-9a-f]{64}$/m;

/** What an application consists of, mode for mode, less the secret that is made anew each time. */
export function filesOf(application: string): Record<string, string> {
  const tree = treeOf(application);
  const env = tree['.env'] ?? '';
  if (!SECRET.test(env)) {
    throw new Error(`There is no secret key in ${application}/.env.`);
  }
  return { ...tree, '.env': env.replace(SECRET, 'SECRET_KEY=') };
}
