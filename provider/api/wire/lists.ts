/** What the items of a list of an account are. */
export type ListKind = "ip" | "hostname" | "asn" | "redirect";

/** A list of an account, without its items. @inline */
export interface AccountList {
  [member: string]: unknown;
  id: string;
  name: string;
  kind: ListKind;
  description?: string | null | undefined;
  num_items: number;
  num_referencing_filters?: number | undefined;
  created_on?: string | undefined;
  modified_on?: string | undefined;
}

/** @inline */
export type ListCreate = { name: string; kind: ListKind; description?: string | null | undefined };

/** @inline */
export type ListUpdate = { description?: string | null | undefined };

/** @inline */
type ListHostname = { url_hostname: string; exclude_exact_hostname?: boolean | undefined };

/** @inline */
type ListRedirect = {
  source_url: string;
  target_url: string;
  status_code?: 301 | 302 | 307 | 308 | undefined;
  include_subdomains?: boolean | undefined;
  subpath_matching?: boolean | undefined;
  preserve_query_string?: boolean | undefined;
  preserve_path_suffix?: boolean | undefined;
};

/** An item as a client writes it: one member of the list's kind, and a comment. @inline */
export type ListItemWrite = {
  ip?: string | undefined;
  asn?: number | undefined;
  hostname?: ListHostname | undefined;
  redirect?: ListRedirect | undefined;
  comment?: string | undefined;
};

/** @inline */
export interface ListItem {
  [member: string]: unknown;
  id: string;
  ip?: string | null | undefined;
  asn?: number | null | undefined;
  hostname?: ({ [member: string]: unknown } & ListHostname) | null | undefined;
  redirect?: ({ [member: string]: unknown } & ListRedirect) | null | undefined;
  comment?: string | null | undefined;
  created_on?: string | undefined;
  modified_on?: string | undefined;
}

/** @inline */
export type ListItemsRemoval = { items: { id: string }[] };

/** The answer to a change of items, which the API carries out later. @inline */
export interface StartedOperation {
  [member: string]: unknown;
  operation_id: string;
}

/** @inline */
export interface BulkOperation {
  [member: string]: unknown;
  id?: string | undefined;
  status: "pending" | "running" | "completed" | "failed";
  completed?: string | undefined;
  error?: string | undefined;
}
