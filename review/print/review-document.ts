import { isMembers, pathTo } from "../../provider/api";
import type { Review, ReviewDocument } from "../changes/review";
import { endsOf, startOf, withCount } from "./shorten";

/** The characters of an expression, of a value and of a sentence that are kept: the API accepts no longer expression. */
const MAX_TEXT = 4096;
/** The characters of all other texts that are kept: names, paths, messages. */
const MAX_NAME = 1000;
/** The bytes of JSON that the items of one list may take. */
const LIST_ROOM = 4_000_000;
/** The bytes of JSON that the items of all limited lists may take. */
const DOCUMENT_ROOM = 20_000_000;
/**
 * The lists that are limited. All others are whole: the reasons name each changed rule, no finding and no hazard may be lost, and the
 * rest has one item for each resource.
 */
const LIMITED: readonly string[] = [
  "changes",
  "before",
  "after",
  "settings",
  "access",
  "texts",
  "overrides",
  "repaired",
  "turnedOn",
  "turnedOff",
  "acting",
  "permissions",
  "by",
  "mayUse",
  "unknowns",
];

/**
 * Returns a review as the document that `edge-platform review --json` writes. Long texts and lists are cut, and the document says what
 * it leaves out. The severity, the reasons and the findings are those of the whole change.
 */
export function reviewDocument(review: Review): ReviewDocument {
  const cutter = new Cutter();
  // Texts stay texts and lists stay lists, so the result has the form of a review.
  const bounded = cutter.bounded(review, "", "") as Review;
  return { ...bounded, leftOut: { texts: cutter.texts, lists: cutter.lists } };
}

type LeftOutList = ReviewDocument["leftOut"]["lists"][number];

/** Cuts the values of one document, and counts what it cuts. */
class Cutter {
  /** The number of cut texts. */
  texts = 0;
  readonly lists: LeftOutList[] = [];
  #room = DOCUMENT_ROOM;

  /** Returns a value with its texts and lists cut. `name` is the member that contains it, or that contains its list. */
  bounded(value: unknown, name: string, path: string): unknown {
    if (typeof value === "string") return this.#text(value, name);
    if (Array.isArray(value))
      return LIMITED.includes(name) ? this.#fitting(value, name, path) : this.#items(value, name, path);
    if (!isMembers(value)) return value;
    const { kind, text } = value;
    // Both ends of an unchanged part are next to a change.
    if (name === "segments" && kind === "same" && typeof text === "string")
      return { kind, text: this.#counted(text, endsOf(text, MAX_TEXT)) };
    return Object.fromEntries(
      Object.entries(value).map(([member, item]) => [
        member,
        this.bounded(item, member, path === "" ? member : pathTo(path, member)),
      ]),
    );
  }

  #items(items: readonly unknown[], name: string, path: string): unknown[] {
    return items.map((item, index) => this.bounded(item, name, pathTo(path, index)));
  }

  /** Returns the items that fit. An item that does not fit leaves its room to the items behind it. */
  #fitting(items: readonly unknown[], name: string, path: string): unknown[] {
    let own = Math.min(LIST_ROOM, this.#room);
    const kept: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const texts = this.texts;
      const one = this.bounded(item, name, pathTo(path, index));
      const size = Buffer.byteLength(JSON.stringify(one));
      if (size > own) {
        this.texts = texts;
        continue;
      }
      own -= size;
      this.#room -= size;
      kept.push(one);
    }
    const left = items.length - kept.length;
    if (left > 0) this.lists.push({ path, total: items.length, left });
    return kept;
  }

  #text(text: string, name: string): string {
    const limit = name === "text" || name === "failure" ? MAX_TEXT : MAX_NAME;
    return this.#counted(text, withCount(startOf(text, limit)));
  }

  #counted(whole: string, cut: string): string {
    if (cut !== whole) this.texts += 1;
    return cut;
  }
}

/**
 * Returns the text of `JSON.stringify(value, undefined, 2)` in pieces, since one string of a large document takes several times the
 * memory of its file.
 */
export function* jsonPieces(value: unknown, indent = ""): Generator<string> {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) {
      yield `${index === 0 ? "[" : ","}\n${inner}`;
      yield* jsonPieces(item ?? null, inner);
    }
    yield `\n${indent}]`;
    return;
  }
  const members = isMembers(value) ? Object.entries(value).filter(([, member]) => member !== undefined) : [];
  if (members.length === 0) {
    yield JSON.stringify(value);
    return;
  }
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? "{" : ","}\n${inner}${JSON.stringify(name)}: `;
    yield* jsonPieces(member, inner);
  }
  yield `\n${indent}}`;
}
