import type { ResultInfo } from "../provider/api";
import { failures } from "./failures";

const DEFAULT_PAGE_SIZE = 20;

type Comparison = (text: string, wanted: string) => boolean;

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ["equal", (text, wanted) => text === wanted],
  ["not_equal", (text, wanted) => text !== wanted],
  ["starts_with", (text, wanted) => text.startsWith(wanted)],
  ["ends_with", (text, wanted) => text.endsWith(wanted)],
  ["contains", (text, wanted) => text.includes(wanted)],
]);

/** Returns one page of a list, with the `result_info` of the envelope. */
export function pageOf<Item>(
  items: readonly Item[],
  {
    page = 1,
    per_page: pageSize = DEFAULT_PAGE_SIZE,
  }: { readonly page?: number | undefined; readonly per_page?: number | undefined },
): { result: Item[]; resultInfo: ResultInfo } {
  const result = items.slice((page - 1) * pageSize, page * pageSize);
  return {
    result,
    resultInfo: {
      page,
      per_page: pageSize,
      count: result.length,
      total_count: items.length,
      total_pages: Math.ceil(items.length / pageSize),
    },
  };
}

/**
 * Returns one page of a list that is read by cursors, and the cursor of the next page: null on the last one. @throws Failure for a cursor
 * that the platform has not made
 */
export function cursorPageOf<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  pageSize: number,
): { result: Item[]; next: string | null } {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    throw failures.badRequest("the cursor is none of this list", "/cursor");
  const from = Number(cursor ?? "0");
  const end = from + pageSize;
  return { result: items.slice(from, end), next: end < items.length ? String(end) : null };
}

/** Matches text against a list filter: `example.com`, `contains:example` or `starts_with_case_sensitive:Ex`. */
export function matchesText(text: string, filter: string): boolean {
  const [, name, sensitive, wanted] = /^([a-z_]+?)(_case_sensitive)?:(.*)$/s.exec(filter) ?? [];
  const compare = name === undefined ? undefined : COMPARISONS.get(name);
  if (!compare || wanted === undefined) return text.toLowerCase() === filter.toLowerCase();
  return sensitive === undefined ? compare(text.toLowerCase(), wanted.toLowerCase()) : compare(text, wanted);
}
