import type { ResultInfo } from "../api/envelope";
import { UnexpectedAnswerError } from "./errors";

export const PAGE_SIZE = 50;
/** Far above any list of this API: a server that never ends a list is not followed for ever. */
const MAX_PAGES = 1_000;

export interface Page<T> {
  readonly items: T[];
  readonly info: ResultInfo | undefined;
}

type Identified = { readonly id: string };

/** All numbered pages in order; what moved to a later page meanwhile stands once. */
export async function listPages<T extends Identified>(
  what: string,
  get: (page: number) => Promise<Page<T>>,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let number = 1; number <= MAX_PAGES; number++) {
    const { items, info } = await get(number);
    const before = found.size;
    for (const item of items) found.set(item.id, item);
    if (isLast(number, items.length, info)) return [...found.values()];
    if (found.size > before) continue;
    // The same again: a server that does not number its pages has given the whole list at once.
    if (info?.total_pages === undefined) return [...found.values()];
    break;
  }
  throw endless(what);
}

/** Follows `cursor` (or `cursors.after`) until none is given. */
export async function listCursor<T>(
  what: string,
  get: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  while (seen.size < MAX_PAGES) {
    const { items, info } = await get(cursor);
    found.push(...items);
    cursor = info?.cursor ?? info?.cursors?.after;
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
    `the list of ${what} does not end: its pages come again or go on for ever`,
    {
      hint: "Is the base URL that of this API?",
    },
  );
}
