import type { ReviewedList } from "../model/reviewed";
import { contentsOf, type KnownLists, type ListContents } from "../../provider/lists";
import type { RequestsReview, Subject } from "./review";
import { withoutZone } from "./own-zone";
import { requestsNotes } from "./requests-texts";
import { counted, joinFirst } from "../../provider/words";

/** Resources that a text names at most. */
const NAMED = 3;

/** A list before and after a change. */
export interface ListVersions {
  readonly before: ReviewedList | undefined;
  readonly after: ReviewedList | undefined;
}

/** What is known of the changed lists in both versions. */
export interface ChangedLists {
  readonly before: KnownLists;
  readonly after: KnownLists;
  /** Whether items are secret, so that no value of a request may be shown. */
  readonly hides: boolean;
  /** The changed lists by name, also those of which nothing is known. */
  readonly byName: ReadonlyMap<string, ReviewedList>;
}

/** What the rules of a resource that does not change itself do because of a changed list. */
export interface FollowedList {
  /** The URN of the list. */
  readonly list: string;
  readonly by: Subject;
  /** Undefined if the rules, their order, or the items are not known. */
  readonly requests: RequestsReview | undefined;
  /** The name of the zone, to whose hosts the examples are requests. */
  readonly zone: string | undefined;
}

/** Returns what is known of changed lists. Of two lists with one name, in two accounts, nothing is. */
export function changedLists(versions: readonly ListVersions[]): ChangedLists {
  const byName = new Map<string, ReviewedList>();
  const before = new Map<string, ListContents>();
  const after = new Map<string, ListContents>();
  for (const { before: from, after: to } of versions) {
    if (to === undefined || typeof to.listName !== "string") continue;
    const name = to.listName;
    const [contents, earlier] = [contentsOf(to), contentsOf(from ?? { ...to, items: [] })];
    const isTwice = byName.has(name);
    byName.set(name, to);
    before.delete(name);
    after.delete(name);
    if (isTwice || contents === undefined || earlier === undefined) continue;
    // Whoever owns the list now, its other items stay what they are unless they are removed.
    const isWhole = contents.isWhole && (from === undefined || earlier.isWhole);
    before.set(name, { ...earlier, isWhole });
    after.set(name, { ...contents, isWhole });
  }
  const all = versions.flatMap(({ before: from, after: to }) => [from ?? [], to ?? []].flat());
  return { before, after, byName, hides: all.some((list) => list.isSecret("items")) };
}

/** Says what changed lists mean for the requests of rules that stay the same: texts by the URN of the list. */
export function followedTexts(followed: readonly FollowedList[]): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, Map<string, string[]>>();
  const said = new Map<string, string>();
  for (const { list, by, requests, zone } of followed) {
    const texts = labels.get(list) ?? new Map<string, string[]>();
    labels.set(list, texts);
    const text = requests === undefined ? NOT_KNOWN : requestsText(requests);
    const key = requests === undefined ? text : requestsText(withoutZone(requests, zone));
    const what = said.get(key) ?? text;
    said.set(key, what);
    texts.set(what, [...(texts.get(what) ?? []), by.label]);
  }
  return new Map(
    [...labels].map(([list, texts]) => [list, [...texts].map(([what, by]) => `By ${named(by)}, ${what}`)]),
  );
}

const NOT_KNOWN =
  "it is not known which requests change: the rules, their order, or the items are not known, or the items are too many.";

function requestsText(requests: RequestsReview): string {
  const { direction, rows } = requests;
  const changes = rows.map(
    (row) =>
      `requests change from "${row.before}" to "${row.now}", for example ${row.example}${row.solved === null ? "" : ` by a visitor who has solved a ${row.solved}`} (${row.direction})`,
  );
  const notes = requestsNotes(requests).join(" ");
  const what = direction === "equal" ? "no request changes (proved)" : changes.join("; ");
  return `${what === "" ? "it is not decided which requests change" : what}.${notes === "" ? "" : ` ${notes}`}`;
}

function named(labels: readonly string[]): string {
  return joinFirst(labels, NAMED, (rest) => counted(rest, "more resource"));
}
