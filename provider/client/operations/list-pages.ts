import type { ResultInfo } from "../../api/wire";
import { UnexpectedAnswerError } from "../errors";

export const PAGE_SIZE = 50;
/** Far above any list of this API. Protects against a server that never ends a list. */
const MAX_PAGES = 1_000;

interface ListPage<T> {
  readonly items: T[];
  readonly info: ResultInfo | undefined;
}

/** Reads all numbered pages, or the first `most`. An item that moves to a later page meanwhile is returned once. */
export async function listPages<T extends { readonly id: string }>(
  what: string,
  get: (page: number) => Promise<ListPage<T>>,
  most = Infinity,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let number = 1; number <= MAX_PAGES; number++) {
    const { items, info } = await get(number);
    const before = found.size;
    for (const item of items) found.set(item.id, item);
    if (number === most || isLast(number, items.length, info)) return [...found.values()];
    if (found.size > before) continue;
    // A repeated page: a server that ignores page numbers returns the whole list at once.
    if (info?.total_pages === undefined) return [...found.values()];
    break;
  }
  throw endless(what);
}

/** Reads all pages by following `cursor` (or `cursors.after`) until the response has none. */
export async function listCursor<T>(
  what: string,
  get: (cursor: string | undefined) => Promise<ListPage<T>>,
): Promise<T[]> {
  const found: T[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  while (seen.size < MAX_PAGES) {
    const { items, info } = await get(cursor);
    found.push(...items);
    cursor = info?.cursor ?? info?.cursors?.after ?? undefined;
    if (!cursor) return found;
    if (seen.has(cursor)) break;
    seen.add(cursor);
  }
  throw endless(what);
}

function isLast(number: number, count: number, info: ResultInfo | undefined): boolean {
  if (count === 0) return true;
  if (info?.total_pages !== undefined) return number >= info.total_pages;
  return count < (info?.per_page ?? PAGE_SIZE);
}

function endless(what: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    `the list of ${what} does not end: the server repeats pages or never sends a last one`,
    { hint: "Check that the base URL is the URL of this API." },
  );
}
