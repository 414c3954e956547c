/**
 * What `make` gives, made at the first call and kept. For what many programs never use: it costs them no time at their
 * start.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
