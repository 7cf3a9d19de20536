import { type Manifest, parsed, serialized } from '../../src/manifest/format';
import { undoneManifest } from '../../src/manifest/undone';

const PATH = '.scaffold/resources/posts.json';

type Entries = Pick<Manifest, 'generated' | 'request'>;

function manifest(generated: Manifest['generated'], actions: readonly string[]): Entries {
  return {
    generated,
    request: {
      names: { model: 'Post' },
      actions: Object.fromEntries(actions.map((name) => [name, { route: `/${name}` }])),
    },
  };
}

async function undone(
  now: Entries,
  after: Entries,
  before?: Entries,
): Promise<Entries | undefined> {
  const [is, was, had] = [now, after, before].map(
    (each) => each && serialized({ templates: '', ...each }),
  );
  const text = await undoneManifest(PATH, { now: is, after: was, before: had });
  const { generated, request } = (text && parsed(PATH, text)) || {};
  return generated && request && { generated, request };
}

const NONE = manifest({}, []);
const INDEX = manifest({ 'a.py': ['a', ''] }, ['index']);
const BOTH = manifest({ 'a.py': ['a', 'b', ''], 'c.py': ['c'] }, ['index', 'show']);

describe('To undo a run takes back its entries in the manifest', () => {
  it('all of them, and then the manifest goes', async () => {
    expect(await undone(INDEX, INDEX)).toBeUndefined();
  });

  it('all of them, also of names that every object has', async () => {
    const made = manifest({ constructor: ['a', ''] }, ['constructor', 'toString']);
    expect(await undone(made, made)).toBeUndefined();
  });

  it('those of the last run', async () => {
    expect(await undone(BOTH, BOTH, INDEX)).toEqual(INDEX);
  });

  it('those of an earlier one, where no later run wrote', async () => {
    const left = await undone(BOTH, INDEX);
    expect(left).toEqual(manifest({ 'a.py': ['a', 'b', ''], 'c.py': ['c'] }, ['show']));
  });

  it('and the digest of the templates that it had before', async () => {
    const texts = ['older', 'newer'].map((templates) => serialized({ ...INDEX, templates }));
    const [before = '', now = ''] = texts;
    const text = await undoneManifest(PATH, { now, after: now, before });
    expect(text).toBe(before);
  });

  it('lines of a text between those of a later run', async () => {
    const now = manifest({ 'a.py': ['a', 'b', '-', '-', 'c', ''] }, ['index']);
    const after = manifest({ 'a.py': ['a', 'b', '-', '-', ''] }, ['index']);
    const before = manifest({ 'a.py': ['b', '-', '-', ''] }, ['index']);
    const left = await undone(now, after, before);
    expect(left?.generated).toEqual({ 'a.py': ['b', '-', '-', 'c', ''] });
  });

  it('none that a later run changed', async () => {
    const now = manifest({ 'a.py': ['z', ''] }, ['index']);
    expect(await undone(now, INDEX, NONE)).toEqual(manifest({ 'a.py': ['z', ''] }, []));
  });

  it('and gives back those that it removed', async () => {
    expect(await undone(INDEX, INDEX, BOTH)).toEqual(BOTH);
  });
});

describe('To undo a run leaves a manifest', () => {
  it('that somebody removed, or damaged, as it is', async () => {
    const after = serialized({ templates: '', ...INDEX });
    expect(
      await undoneManifest(PATH, { now: undefined, after, before: undefined }),
    ).toBeUndefined();
    expect(await undoneManifest(PATH, { now: '{', after, before: undefined })).toBe('{');
  });
});
