/** An item of `errors` or `messages`. */
export interface Notice {
  [member: string]: unknown;
  code?: number | string | undefined;
  message: string;
  documentation_url?: string | undefined;
  source?: { [member: string]: unknown; pointer?: string | undefined } | null | undefined;
  error_chain?:
    { [member: string]: unknown; code?: number | string | undefined; message: string }[] | undefined;
}

/** Paging of a list. Tokens, zones and accounts use page numbers; ruleset lists use a cursor or no paging. On the last page, a cursor may be null. */
export interface ResultInfo {
  [member: string]: unknown;
  page?: number | undefined;
  per_page?: number | undefined;
  count?: number | undefined;
  total_count?: number | undefined;
  total_pages?: number | undefined;
  cursor?: string | null | undefined;
  cursors?: { [member: string]: unknown; after?: string | null | undefined } | null | undefined;
}

/** The query of a list with numbered pages. */
export type PageQuery = {
  page?: number | undefined;
  per_page?: number | undefined;
  direction?: "asc" | "desc" | undefined;
};

export interface Zone {
  [member: string]: unknown;
  id: string;
  name: string;
  status?: string | undefined;
  paused?: boolean | undefined;
  type?: string | undefined;
  account: { [member: string]: unknown; id: string; name?: string | undefined };
  /** `legacy_id` is `free`, `pro`, `business` or `enterprise`. */
  plan?:
    | {
        [member: string]: unknown;
        id?: string | undefined;
        name?: string | undefined;
        legacy_id?: string | undefined;
      }
    | undefined;
}

/** A zone with its tags. Values may be empty. */
export interface TaggedResource {
  [member: string]: unknown;
  id: string;
  /** `zone`, or another type of resource that can have tags. */
  type: string;
  name?: string | undefined;
  tags: Record<string, string>;
}

/** The query of the list of zones. Names accept an operator: `example.com`, `contains:example`. */
export type ZoneQuery = PageQuery & {
  name?: string | undefined;
  status?: "initializing" | "pending" | "active" | "moved" | undefined;
  "account.id"?: string | undefined;
  "account.name"?: string | undefined;
  type?: string | undefined;
  order?: "name" | "status" | "account.id" | "account.name" | "plan.id" | undefined;
  match?: "any" | "all" | undefined;
};

/** The body of POST /zones, with the members that the vendor's SDKs and its Terraform provider send. */
export type ZoneCreate = {
  name: string;
  /** Without an id, the API chooses the account. */
  account?: { id?: string | undefined } | null | undefined;
  /** The account, as older clients name it. They send the whole account. */
  organization?: { [member: string]: unknown; id?: string | undefined } | null | undefined;
  type?: "full" | "partial" | "secondary" | "internal" | null | undefined;
  paused?: boolean | null | undefined;
  vanity_name_servers?: string[] | null | undefined;
  /** Of old clients; ignored. */
  jump_start?: boolean | null | undefined;
};

export interface Account {
  [member: string]: unknown;
  id: string;
  name: string;
  type?: string | undefined;
  created_on?: string | undefined;
  settings?: Record<string, unknown> | undefined;
}

/** The query of the list of accounts. */
export type AccountQuery = PageQuery & { name?: string | undefined };

export interface User {
  [member: string]: unknown;
  id: string;
  email?: string | undefined;
}

export interface Membership {
  [member: string]: unknown;
  id: string;
  account: { [member: string]: unknown; id: string; name: string };
  status: "accepted" | "pending" | "rejected";
  roles?: string[] | undefined;
}

export type Removed = { [member: string]: unknown; id: string } | null | undefined;
