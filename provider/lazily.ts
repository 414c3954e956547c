/** Returns a function that calls `make` once, at its first call, and returns that result from then on. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a function of a module that is loaded at the first call. */
export function deferred<F extends (...args: never[]) => unknown>(load: () => F): F {
  const loaded = lazily(load);
  const call = (...args: never[]): unknown => loaded()(...args);
  // It takes what `F` takes and returns what `F` returns.
  return call as F;
}
