import type { EdgeClient } from "../client";

/** Gives the answer for `key` that this client had before, or reads it. */
export type OnceARun<T> = (client: EdgeClient, key: string, read: () => Promise<T>) => Promise<T>;

/** For what only the vendor changes: a run, which is the life of the provider's process, reads it once. */
export function onceARun<T>(): OnceARun<T> {
  const answers = new WeakMap<EdgeClient, Map<string, Promise<T>>>();
  return (client, key, read) => {
    const byKey = answers.get(client) ?? new Map<string, Promise<T>>();
    answers.set(client, byKey);
    const answer = byKey.get(key) ?? read();
    byKey.set(key, answer);
    // A failure is not an answer: the next caller asks again.
    answer.catch(() => byKey.delete(key));
    return answer;
  };
}
