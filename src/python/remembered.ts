// Specs: spec/make-view/many-resources.spec.ts
/**
 * A question to something that never changes, such as a version of a file, or a piece of it: it is answered once.
 *
 * @param ask Answers it the first time.
 */
export function remembered<Key extends object, Answer>(
  ask: (key: Key) => Answer,
): (key: Key) => Answer {
  const known = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const { answer } = known.get(key) ?? { answer: ask(key) };
    known.set(key, { answer });
    return answer;
  };
}
