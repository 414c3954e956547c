import type { EdgeClient } from "../client";
import { perClient } from "./per-client";

/** A lookup in a shared list. */
export interface ListLookup {
  /** Identifies the list. */
  readonly key: string;
  /** The part of the list that the reader relies on. */
  readonly part: string;
  readonly reader: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The maximum age of a cached list, in milliseconds. Default: unlimited. */
  readonly oldest?: number;
}

interface Answer<T> {
  readonly list: Promise<T>;
  readonly askedAt: number;
  /** The number of completed writes when it was requested. */
  readonly after: number;
  readonly readers: Set<string>;
}

/** The writes to one part: how many are under way, and the number of completed writes when the last one began or ended. */
interface Writes {
  readonly underWay: number;
  readonly last: number;
}

interface Known<T> {
  readonly answers: Map<string, Answer<T>>;
  readonly writes: Map<string, Writes>;
  /** Completed writes. */
  count: number;
}

const NONE: Writes = { underWay: 0, last: 0 };

/** A list that one request reads for many resources. */
export class SharedList<T> {
  readonly #knownOf = perClient((): Known<T> => ({ answers: new Map(), writes: new Map(), count: 0 }));

  /**
   * Returns the cached list, or reads it. A reader who has seen the cached list gets a new one, since it wants to know what has
   * changed. Returns undefined if this process has written to that part after the list was requested: read the object itself.
   */
  async lookUp(client: EdgeClient, lookup: ListLookup, read: () => Promise<T>): Promise<T | undefined> {
    const { key, part, reader, now, oldest = Infinity } = lookup;
    const known = this.#knownOf(client);
    const isCurrent = ({ after }: Answer<T>) => {
      const { underWay, last } = known.writes.get(nameOf(key, part)) ?? NONE;
      return underWay === 0 && last <= after;
    };
    const cached = known.answers.get(key);
    const isUsable =
      cached && !cached.readers.has(reader) && now - cached.askedAt <= oldest && isCurrent(cached);
    const answer = isUsable
      ? cached
      : { list: read(), askedAt: now, after: known.count, readers: new Set<string>() };
    known.answers.set(key, answer);
    answer.readers.add(reader);
    try {
      const list = await answer.list;
      return isCurrent(answer) ? list : undefined;
    } catch (error) {
      // A failure is not cached.
      if (known.answers.get(key) === answer) known.answers.delete(key);
      throw error;
    }
  }

  /** Runs a write, which invalidates the cached list for that part. */
  async writing<R>(client: EdgeClient, key: string, part: string, write: () => Promise<R>): Promise<R> {
    const known = this.#knownOf(client);
    const name = nameOf(key, part);
    const counted = (change: number) => {
      const { underWay } = known.writes.get(name) ?? NONE;
      known.writes.set(name, { underWay: underWay + change, last: known.count });
    };
    counted(1);
    try {
      return await write();
    } finally {
      known.count += 1;
      counted(-1);
    }
  }
}

function nameOf(key: string, part: string): string {
  return JSON.stringify([key, part]);
}
