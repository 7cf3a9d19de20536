import { treeOf } from './tree-of';

const SECRET = /^SECRET_KEY=[0-9a-f]{64}$/m;

/** The files of an application with their modes, without its secret key, which is always different. */
export function filesOf(application: string): Record<string, string> {
  const tree = treeOf(application);
  const env = tree['.env'] ?? '';
  if (!SECRET.test(env)) {
    throw new Error(`${application}/.env has no secret key.`);
  }
  return { ...tree, '.env': env.replace(SECRET, 'SECRET_KEY=') };
}
