import type { ResultInfo } from "../provider/api";

const PER_PAGE = 20;

export interface Page {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

/** One page of a list, with what the envelope says of it. */
export function pageOf<Item>(
  items: readonly Item[],
  { page = 1, per_page: perPage = PER_PAGE }: Page,
): { result: Item[]; resultInfo: ResultInfo } {
  const result = items.slice((page - 1) * perPage, page * perPage);
  return {
    result,
    resultInfo: {
      page,
      per_page: perPage,
      count: result.length,
      total_count: items.length,
      total_pages: Math.ceil(items.length / perPage),
    },
  };
}
