/** Returns a function that computes the answer about an object once, and keeps it as long as the object. */
export function remembered<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const answers = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    answers.set(key, { value });
    return value;
  };
}
