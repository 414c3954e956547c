import type { EdgeClient } from "../client";

/** Returns the answer for `key` that this client has read before, or reads it. */
export type OnceARun<T> = (client: EdgeClient, key: string, read: () => Promise<T>) => Promise<T>;

/** Caches what only the vendor changes. The cache lives as long as the provider process, which is one run of the engine. */
export function onceARun<T>(): OnceARun<T> {
  const answers = new WeakMap<EdgeClient, Map<string, Promise<T>>>();
  return (client, key, read) => {
    const byKey = answers.get(client) ?? new Map<string, Promise<T>>();
    answers.set(client, byKey);
    const answer = byKey.get(key) ?? read();
    byKey.set(key, answer);
    // A failure is not cached.
    answer.catch(() => byKey.delete(key));
    return answer;
  };
}
