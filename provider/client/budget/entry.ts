/** A limit of a credential: `quota` requests in any window of `windowMs`. */
export interface Quota {
  readonly quota: number;
  readonly windowMs: number;
}

/**
 * One line of the log that the processes of a user share. `who` is a random name of the process; times are milliseconds
 * since 1970.
 */
export type BudgetEntry =
  /** A claim to start `count` requests. The preceding entries decide how many of them may start. */
  | { readonly kind: "claim"; readonly who: string; readonly at: number; readonly count: number }
  /** The oldest `count` requests of `who` have ended. */
  | { readonly kind: "end"; readonly who: string; readonly at: number; readonly count: number }
  /** Requests that were sent without a claim. Without `end` they are in flight. */
  | {
      readonly kind: "spent";
      readonly who: string;
      readonly at: number;
      readonly count: number;
      readonly end: number | undefined;
    }
  /** The server announced its quotas. */
  | { readonly kind: "quotas"; readonly quotas: readonly Quota[] }
  /** The server asked that no request starts before `until`. */
  | { readonly kind: "pause"; readonly at: number; readonly until: number }
  /** Lines after this one are ignored: the log continues in the next file. */
  | { readonly kind: "seal"; readonly at: number };

/**
 * Formats an entry as a line. The leading line break ends a line that a killed process left incomplete. The final semicolon
 * marks a complete line: without it, a truncated number would be read as a smaller one.
 */
export function formatEntry(entry: BudgetEntry): string {
  return `\n${wordsOf(entry).join(" ")};\n`;
}

/** Parses a line. Returns undefined for an incomplete line and for kinds of entries that a later release may add. */
export function parseEntry(line: string): BudgetEntry | undefined {
  if (!line.endsWith(";")) return undefined;
  const [letter, ...words] = line.slice(0, -1).split(" ");
  switch (letter) {
    case "C":
    case "E":
      return counted(letter === "C" ? "claim" : "end", words);
    case "S": {
      const spent = counted("spent", words.slice(0, 3));
      const end = words[3] === "-" ? undefined : numberOf(words[3]);
      const complete = words.length === 4 && !Number.isNaN(end);
      return spent && complete ? { ...spent, end } : undefined;
    }
    case "Q":
      return quotas(words);
    case "P": {
      const [at, until] = words.map(numberOf);
      return words.length === 2 && isNumber(at) && isNumber(until) ? { kind: "pause", at, until } : undefined;
    }
    case "X": {
      const at = numberOf(words[0]);
      return words.length === 1 && isNumber(at) ? { kind: "seal", at } : undefined;
    }
    default:
      return undefined;
  }
}

function wordsOf(entry: BudgetEntry): (string | number)[] {
  switch (entry.kind) {
    case "claim":
      return ["C", entry.who, entry.at, entry.count];
    case "end":
      return ["E", entry.who, entry.at, entry.count];
    case "spent":
      return ["S", entry.who, entry.at, entry.count, entry.end ?? "-"];
    case "quotas":
      return ["Q", ...entry.quotas.map(({ quota, windowMs }) => `${quota}/${windowMs}`)];
    case "pause":
      return ["P", entry.at, entry.until];
    case "seal":
      return ["X", entry.at];
  }
}

function counted<K extends "claim" | "end" | "spent">(kind: K, words: readonly string[]) {
  const [who = "", atText, countText] = words;
  const at = numberOf(atText);
  const count = numberOf(countText);
  const complete = words.length === 3 && /^[0-9a-f]+$/.test(who) && isNumber(at) && isNumber(count);
  return complete ? { kind, who, at, count } : undefined;
}

function quotas(words: readonly string[]): BudgetEntry | undefined {
  const found = words.map((word) => {
    const [quota, windowMs] = word.split("/").map(numberOf);
    return { quota: quota ?? NaN, windowMs: windowMs ?? NaN };
  });
  const complete = found.every(({ quota, windowMs }) => quota >= 1 && windowMs > 0);
  return complete ? { kind: "quotas", quotas: found } : undefined;
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : NaN;
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}
