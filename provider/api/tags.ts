import { z } from "zod";
import { Id } from "./ids";
import type * as Wire from "./wire";

/** Letters and digits of every script, `_`, `.` and `-`. */
const KEY = String.raw`[\p{L}\p{N}_.-]+`;
const KEY_ONLY = new RegExp(`^${KEY}$`, "u");
const FILTER = new RegExp(`^(!?)(${KEY})(?:(!?=)(.*))?$`, "su");

export const MAX_TAG_KEY_LENGTH = 256;
export const MAX_TAG_VALUE_LENGTH = 1_024;
export const MAX_TAG_FILTERS = 20;
/** Of one filter. */
export const MAX_TAG_FILTER_VALUES = 10;

export const TaggedResource = z.looseObject({
  id: z.string(),
  type: z.string(),
  name: z.string().optional(),
  tags: z.record(z.string(), z.string()),
});
export type TaggedResource = Wire.TaggedResource;

/** A parameter that may be there several times. */
const Repeated = z.array(z.string()).optional();

/** The query of the list of tagged resources. Its pages have 100 resources. */
export const TaggedResourceQuery = z.strictObject({
  tag: Repeated,
  type: Repeated,
  id: Repeated,
  name: z.string().optional(),
  case_insensitive: z.enum(["true", "false"]).optional(),
  cursor: z.string().optional(),
});

export const ZoneTagsQuery = z.strictObject({
  resource_type: z.string().optional(),
  resource_id: z.string().optional(),
});

/** The body of PUT /zones/{id}/tags: all tags that the zone has afterwards. */
export const ZoneTagsReplace = z.strictObject({
  resource_type: z.string(),
  resource_id: Id,
  tags: z.record(z.string(), z.string()).optional(),
});

/** A condition on the tags of a resource: see `parseTagFilter`. */
export interface TagFilter {
  readonly key: string;
  /** The tag has one of these values. Without values, any. */
  readonly values?: readonly string[];
  /** The condition must not hold. Without tags, it does not hold. */
  readonly negated: boolean;
}

/** Parses `key`, `key=value`, `key=one,another`, `!key` or `key!=value`. Returns undefined for another form. */
export function parseTagFilter(text: string): TagFilter | undefined {
  const [, not, key, operator, values] = FILTER.exec(text) ?? [];
  // `!key=value` would negate twice.
  if (key === undefined || (not === "!" && operator !== undefined)) return undefined;
  const negated = not === "!" || operator === "!=";
  return operator === undefined ? { key, negated } : { key, values: (values ?? "").split(","), negated };
}

/** Whether a resource with these tags fits. Keys and values are case-sensitive. */
export function fitsTagFilter(tags: Readonly<Record<string, string>>, filter: TagFilter): boolean {
  const value = Object.hasOwn(tags, filter.key) ? tags[filter.key] : undefined;
  const holds = value !== undefined && (filter.values?.includes(value) ?? true);
  return holds !== filter.negated;
}

export function isTagKey(text: string): boolean {
  return KEY_ONLY.test(text);
}
