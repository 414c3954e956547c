import type { EdgeClient } from "../client";

/** Returns what is kept of each client, which `make` makes at first. It lives as long as the client: one run of the engine. */
export function perClient<T>(make: () => T): (client: EdgeClient) => T {
  const kept = new WeakMap<EdgeClient, T>();
  return (client) => {
    const value = kept.get(client) ?? make();
    kept.set(client, value);
    return value;
  };
}

const answers = perClient(() => new Map<string, Promise<unknown>>());

/** Returns the answer that this client has had to a question before, or reads it. For what only the vendor changes. */
export function onceARun<T>(client: EdgeClient, question: string, read: () => Promise<T>): Promise<T> {
  const known = answers(client);
  // The cast holds: a question has answers of one type.
  const answer = (known.get(question) as Promise<T> | undefined) ?? read();
  known.set(question, answer);
  // A failure is not cached.
  answer.catch(() => known.delete(question));
  return answer;
}

const said = perClient(() => new Set<string>());

/** Whether a run says something about a client for the first time: one warning is enough. */
export function isFirstTime(client: EdgeClient, what: string): boolean {
  const known = said(client);
  const isFirst = !known.has(what);
  known.add(what);
  return isFirst;
}
