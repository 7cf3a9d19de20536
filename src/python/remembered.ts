// Specs: spec/make-view/many-resources.spec.ts
/**
 * Caches the results of a function of immutable objects, such as a version of a file or a node.
 */
export function remembered<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const { result } = known.get(key) ?? { result: compute(key) };
    known.set(key, { result });
    return result;
  };
}
