import { treeOf } from './tree-of';

const SECRET = /^([A-Z_]+)=[0-9a-f]{64}$/gm;

/** The files of an application with their modes, without its secrets, which are always different. */
export function filesOf(application: string): Record<string, string> {
  const tree = treeOf(application);
  const env = tree['.env'] ?? '';
  if (!/^SECRET_KEY=[0-9a-f]{64}$/m.test(env)) {
    throw new Error(`${application}/.env has no secret key.`);
  }
  return { ...tree, '.env': env.replace(SECRET, '$1=') };
}
