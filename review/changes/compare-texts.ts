import { Recent } from "../../provider/recent";
import { longestIncreasing } from "../../provider/rulesets";
import type { Segment } from "./review";

/** A string with its quotes, a raw string, white space, a name, number or address, or one other character. */
const TOKEN = /r#*"[^"]*"#*|"(?:\\[^]|[^"\\])*"|\s+|[\p{L}\p{N}_.:/-]+|[^]/gu;
/** More pairs of equal tokens than this are not compared: the texts count as completely different. */
const MAX_PAIRS = 50_000;
/** Texts with less in common are shown as two: scattered words that both happen to have would make them hard to read. */
const LEAST_COMMON = 1 / 3;

/** Comparisons by both texts: the rules of many zones change in the same way. */
const comparisons = Recent.ofCount<readonly Segment[]>(200);

/**
 * Compares two expressions token by token. The parts that are not added are the text before, those that are not removed the text
 * after.
 */
export function compareTexts(before: string, after: string): Segment[] {
  return [...comparisons.get(JSON.stringify([before, after]), () => compared(before, after))];
}

function compared(before: string, after: string): Segment[] {
  const [from, to] = [tokensOf(before), tokensOf(after)];
  const head = commonPrefix(from, to);
  const tail = commonPrefix(from.slice(head).reverse(), to.slice(head).reverse());
  const [removed, added] = [from.slice(head, from.length - tail), to.slice(head, to.length - tail)];
  const middle = withoutGaps(compareTokens(removed, added));
  return joined([
    { kind: "same", text: from.slice(0, head).join("") },
    ...(areAlike(middle)
      ? middle
      : [
          { kind: "removed" as const, text: removed.join("") },
          { kind: "added" as const, text: added.join("") },
        ]),
    { kind: "same", text: from.slice(from.length - tail).join("") },
  ]);
}

/** Whether enough of the shorter text is unchanged. */
function areAlike(segments: readonly Segment[]): boolean {
  const lengthOf = (...kinds: readonly Segment["kind"][]) =>
    segments.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);
  const shorter = Math.min(lengthOf("same", "removed"), lengthOf("same", "added"));
  return lengthOf("same") >= LEAST_COMMON * shorter;
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) if (a[index] !== b[index]) return index;
  return end;
}

/**
 * Finds a longest common subsequence as a longest increasing one (Hunt and Szymanski): for each token, the places of equal tokens in
 * `to`, in descending order, so that at most one place of each token is chosen.
 */
function compareTokens(from: readonly string[], to: readonly string[]): Segment[] {
  const places = new Map<string, number[]>();
  for (let place = to.length - 1; place >= 0; place -= 1) {
    const token = to[place] ?? "";
    const known = places.get(token);
    if (known) known.push(place);
    else places.set(token, [place]);
  }
  const count = from.reduce((sum, token) => sum + (places.get(token)?.length ?? 0), 0);
  const pairs =
    count > MAX_PAIRS
      ? []
      : from.flatMap((token, index) => (places.get(token) ?? []).map((place) => ({ index, place })));
  const common = longestIncreasing(pairs.map(({ place }) => place)).flatMap((pair) => pairs[pair] ?? []);
  const segments: Segment[] = [];
  let [a, b] = [0, 0];
  for (const { index, place } of [...common, { index: from.length, place: to.length }]) {
    segments.push({ kind: "removed", text: from.slice(a, index).join("") });
    segments.push({ kind: "added", text: to.slice(b, place).join("") });
    segments.push({ kind: "same", text: from[index] ?? "" });
    [a, b] = [index + 1, place + 1];
  }
  return segments;
}

/** Treats white space between two changes as changed, so that a replaced phrase is one change. */
function withoutGaps(segments: readonly Segment[]): Segment[] {
  const whole = joined(segments);
  const last = whole.length - 1;
  return joined(
    whole.flatMap((segment, index): Segment[] => {
      const isGap = segment.kind === "same" && index > 0 && index < last && /^\s+$/.test(segment.text);
      const { text } = segment;
      return isGap
        ? [
            { kind: "removed", text },
            { kind: "added", text },
          ]
        : [segment];
    }),
  );
}

/** Joins neighbours of the same kind, with removed parts before added ones, and drops empty parts. */
function joined(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  let [removed, added] = ["", ""];
  const flush = () => {
    if (removed !== "") result.push({ kind: "removed", text: removed });
    if (added !== "") result.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  for (const { kind, text } of segments) {
    if (text === "") continue;
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === "same") result[result.length - 1] = { kind, text: last.text + text };
      else result.push({ kind, text });
    }
  }
  flush();
  return result;
}
