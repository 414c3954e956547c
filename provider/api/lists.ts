import { z } from "zod";
import { Id } from "./ids";
import type * as Wire from "./wire";

export const ListKind = z.enum(["ip", "hostname", "asn", "redirect"]);
export type ListKind = Wire.ListKind;

/** A list of an account, without its items. */
export const AccountList = z.looseObject({
  id: Id,
  name: z.string(),
  kind: ListKind,
  description: z.string().nullish(),
  num_items: z.int(),
  num_referencing_filters: z.int().optional(),
  created_on: z.string().optional(),
  modified_on: z.string().optional(),
});
export type AccountList = Wire.AccountList;

export const ListCreate = z.strictObject({
  name: z.string(),
  kind: ListKind,
  description: z.string().nullish(),
});
export type ListCreate = Wire.ListCreate;

/** Name and kind of a list never change. Clients that remove the description send null. */
export const ListUpdate = z.strictObject({ description: z.string().nullish() });
export type ListUpdate = Wire.ListUpdate;

const hostname = { url_hostname: z.string(), exclude_exact_hostname: z.boolean().optional() };
const redirect = {
  source_url: z.string(),
  target_url: z.string(),
  status_code: z.literal([301, 302, 307, 308]).optional(),
  include_subdomains: z.boolean().optional(),
  subpath_matching: z.boolean().optional(),
  preserve_query_string: z.boolean().optional(),
  preserve_path_suffix: z.boolean().optional(),
};

/** An item as a client writes it: one member of the list's kind, and a comment. */
export const ListItemWrite = z.strictObject({
  ip: z.string().optional(),
  asn: z.int().optional(),
  hostname: z.strictObject(hostname).optional(),
  redirect: z.strictObject(redirect).optional(),
  comment: z.string().optional(),
});
export type ListItemWrite = Wire.ListItemWrite;

export const ListItem = z.looseObject({
  id: Id,
  ip: z.string().nullish(),
  asn: z.int().nullish(),
  hostname: z.looseObject(hostname).nullish(),
  redirect: z.looseObject(redirect).nullish(),
  comment: z.string().nullish(),
  created_on: z.string().optional(),
  modified_on: z.string().optional(),
});
export type ListItem = Wire.ListItem;

export const ListItemsRemoval = z.strictObject({ items: z.array(z.strictObject({ id: Id })) });
export type ListItemsRemoval = Wire.ListItemsRemoval;

/** The answer to a change of items, which the API carries out later. */
export const StartedOperation = z.looseObject({ operation_id: Id });
export type StartedOperation = Wire.StartedOperation;

export const BulkOperation = z.looseObject({
  id: Id.optional(),
  status: z.enum(["pending", "running", "completed", "failed"]),
  completed: z.string().optional(),
  error: z.string().optional(),
});
export type BulkOperation = Wire.BulkOperation;
