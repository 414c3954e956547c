import type { EdgeClient } from "../client";

/** Who looks something up in a list, and when: milliseconds since 1970. */
export interface Look {
  /** Which list. */
  readonly key: string;
  /** What of it the reader relies on. */
  readonly part: string;
  readonly reader: string;
  readonly now: number;
  /** The greatest age of a list that is good enough, in milliseconds. Default: any is. */
  readonly oldest?: number;
}

/** A list that many resources look into: one request serves them all. */
export interface SharedList<T> {
  /**
   * The list as it was read for somebody else, or read now. A reader who comes again wants to know what has happened since,
   * and gets a new one. Undefined where this process has written to that part since the list was asked for: then only the
   * object itself tells.
   */
  look(client: EdgeClient, look: Look, read: () => Promise<T>): Promise<T | undefined>;
  /** Around every write to a part. */
  writing<R>(client: EdgeClient, key: string, part: string, write: () => Promise<R>): Promise<R>;
}

interface Answer<T> {
  readonly list: Promise<T>;
  readonly askedAt: number;
  /** How many writes had ended when it was asked for. */
  readonly after: number;
  readonly readers: Set<string>;
}

/** To one part: how many are under way, and which number the last one had. */
interface Writes {
  readonly underWay: number;
  readonly last: number;
}

interface Known<T> {
  readonly answers: Map<string, Answer<T>>;
  readonly writes: Map<string, Writes>;
  /** Of writes that have ended. */
  count: number;
}

const NONE: Writes = { underWay: 0, last: 0 };

export function sharedList<T>(): SharedList<T> {
  const clients = new WeakMap<EdgeClient, Known<T>>();

  function knownOf(client: EdgeClient): Known<T> {
    const known = clients.get(client) ?? { answers: new Map(), writes: new Map(), count: 0 };
    clients.set(client, known);
    return known;
  }

  return {
    async look(client, { key, part, reader, now, oldest = Infinity }, read) {
      const known = knownOf(client);
      const stands = ({ after }: Answer<T>) => {
        const { underWay, last } = known.writes.get(nameOf(key, part)) ?? NONE;
        return underWay === 0 && last <= after;
      };
      const had = known.answers.get(key);
      const good = had && !had.readers.has(reader) && now - had.askedAt <= oldest && stands(had);
      const answer = good
        ? had
        : { list: read(), askedAt: now, after: known.count, readers: new Set<string>() };
      known.answers.set(key, answer);
      answer.readers.add(reader);
      try {
        const list = await answer.list;
        return stands(answer) ? list : undefined;
      } catch (error) {
        // A failure is not an answer: the next reader asks again.
        if (known.answers.get(key) === answer) known.answers.delete(key);
        throw error;
      }
    },
    async writing(client, key, part, write) {
      const known = knownOf(client);
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
    },
  };
}

function nameOf(key: string, part: string): string {
  return JSON.stringify([key, part]);
}
