/** Paging of a list. Tokens, zones and accounts use page numbers; ruleset lists use a cursor or no paging. */
export interface ResultInfo {
  [member: string]: unknown;
  page?: number | undefined;
  per_page?: number | undefined;
  count?: number | undefined;
  total_count?: number | undefined;
  total_pages?: number | undefined;
  cursor?: string | undefined;
  cursors?: { [member: string]: unknown; after?: string | undefined } | undefined;
}

/** The query of a list with numbered pages. */
export type PageQuery = {
  page?: number | undefined;
  per_page?: number | undefined;
  direction?: "asc" | "desc" | undefined;
};
