import { createHash } from "node:crypto";
import {
  fitsTagFilter,
  isTagKey,
  MAX_TAG_FILTER_VALUES,
  MAX_TAG_FILTERS,
  MAX_TAG_KEY_LENGTH,
  MAX_TAG_VALUE_LENGTH,
  parseTagFilter,
  type QueryOf,
  type TagFilter,
  type TaggedResource,
} from "../../provider/api";
import { decide, needsOf } from "../authenticate";
import { microseconds } from "../clock";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { accountOrZone, type OperationRequest, type Routes } from "../route";
import type { ZoneRow } from "../store/zones";

const PAGE_SIZE = 100;

type Tags = Readonly<Record<string, string>>;

export const tagRoutes = {
  listTaggedResources: ({ store, vendor }, call) => {
    const { id: accountId } = accountOrZone(call);
    const { query } = call;
    const fits = resourceTest(query);
    const found = store.zones
      .list()
      .filter((zone) => zone.account_id === accountId && Object.keys(tagsOf(zone)).length > 0)
      .filter(({ id }) => {
        const needs = needsOf("getZoneTags", { type: "zone", id, accountId });
        return decide(call.requester, needs, vendor).allowed;
      })
      .map(serialize)
      .filter(fits);
    const from = positionOf(query.cursor);
    const next = found.length > from + PAGE_SIZE ? cursorAt(from + PAGE_SIZE) : null;
    const result = found.slice(from, from + PAGE_SIZE);
    // The documentation names the first form, and the vendor's clients read the second.
    return { result, resultInfo: { count: result.length, cursor: next, cursors: { after: next } } };
  },

  getZoneTags: (platform, call) => {
    const { resource_type: type, resource_id: id } = call.query;
    if (type === undefined || id === undefined) throw failures.tags.resourceRequired();
    return { result: serialize(findZone(platform, call, type, id)) };
  },

  replaceZoneTags: (platform, call) => {
    const { resource_type: type, resource_id: id, tags = {} } = call.body;
    return { result: serialize(setTags(platform, findZone(platform, call, type, id), tags)) };
  },

  removeZoneTags: (platform, call) => {
    setTags(platform, ownZone(platform, call), {});
    return { empty: true };
  },
} satisfies Partial<Routes>;

/** Replaces all tags of a zone. @throws Failure for an invalid tag */
export function setTags({ store, clock }: Platform, zone: ZoneRow, tags: Tags): ZoneRow {
  for (const [key, value] of Object.entries(tags)) checkTag(key, value);
  const isTagged = Object.keys(tags).length > 0;
  const next: ZoneRow = {
    ...zone,
    tags: canonical(tags),
    tags_updated_at: isTagged ? microseconds(clock.now()) : "",
  };
  store.zones.replace(next);
  return next;
}

function checkTag(key: string, value: string): void {
  if (Array.from(key).length > MAX_TAG_KEY_LENGTH) throw failures.tags.keyTooLong(MAX_TAG_KEY_LENGTH);
  if (!isTagKey(key)) throw failures.tags.invalidKey(key);
  if (Array.from(value).length > MAX_TAG_VALUE_LENGTH) throw failures.tags.valueTooLong(MAX_TAG_VALUE_LENGTH);
}

function ownZone({ store }: Platform, call: OperationRequest): ZoneRow {
  const zone = store.zones.get(accountOrZone(call).id);
  if (!zone) throw failures.zoneNotFound();
  return zone;
}

/** Of the resources of a zone that can have tags, the platform has the zone itself. @throws Failure */
function findZone(platform: Platform, call: OperationRequest, type: string, id: string): ZoneRow {
  if (type !== "zone") throw failures.tags.invalidType(type);
  const zone = ownZone(platform, call);
  if (id !== zone.id) throw failures.zoneNotFound();
  return zone;
}

function tagsOf({ tags }: ZoneRow): Tags {
  // Only this file and a checked snapshot write this column.
  return JSON.parse(tags) as Tags;
}

function serialize(zone: ZoneRow): TaggedResource {
  return {
    ...{ id: zone.id, type: "zone", name: zone.name, zone_id: zone.id },
    tags: tagsOf(zone),
    etag: `v1:${createHash("sha256").update(zone.tags).digest().subarray(0, 16).toString("base64url")}`,
    ...(zone.tags_updated_at !== "" && { tags_updated_at: zone.tags_updated_at }),
  };
}

/** The JSON of tags with sorted keys, as RFC 8785 has it. */
function canonical(tags: Tags): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(tags)
        .sort()
        .map((key) => [key, tags[key]]),
    ),
  );
}

/** @throws Failure for an invalid filter */
function resourceTest(query: QueryOf<"listTaggedResources">): (resource: TaggedResource) => boolean {
  const { tag = [], type = [], id = [], name = "", case_insensitive: insensitive } = query;
  if (tag.length > MAX_TAG_FILTERS) throw failures.tags.tooManyFilters(MAX_TAG_FILTERS);
  const lower = (text: string) => (insensitive === "true" ? text.toLowerCase() : text);
  const filters = tag.map((text) => filterOf(lower(text)));
  return (resource) => {
    const tags = Object.fromEntries(
      Object.entries(resource.tags).map(([key, value]) => [lower(key), lower(value)]),
    );
    return (
      (type.length === 0 || type.includes(resource.type)) &&
      (id.length === 0 || id.includes(resource.id)) &&
      (resource.name ?? "").toLowerCase().includes(name.toLowerCase()) &&
      filters.every((filter) => fitsTagFilter(tags, filter))
    );
  };
}

function filterOf(text: string): TagFilter {
  const filter = parseTagFilter(text);
  if (!filter) throw failures.tags.invalidFilter();
  if ((filter.values?.length ?? 0) > MAX_TAG_FILTER_VALUES)
    throw failures.tags.tooManyValues(MAX_TAG_FILTER_VALUES);
  return filter;
}

function cursorAt(position: number): string {
  return Buffer.from(String(position)).toString("base64url");
}

/** A cursor that the platform has not made begins the list again. */
function positionOf(cursor = ""): number {
  const text = Buffer.from(cursor, "base64url").toString();
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
