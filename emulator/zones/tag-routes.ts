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
import { microseconds } from "../clock";
import { failures } from "../failures";
import { sha256 } from "../ids";
import { cursorPageOf } from "../lists";
import type { Platform } from "../platform";
import { accountOrZone, type OperationRequest, type Routes } from "../route";
import type { ZoneRow } from "../store/zones";
import { findZone, readableZones } from "./zone";

const PAGE_SIZE = 100;

type Tags = Readonly<Record<string, string>>;

export const tagRoutes = {
  listTaggedResources: (platform, call) => {
    const { id: accountId } = accountOrZone(call);
    const { query } = call;
    const fits = resourceTest(query);
    const found = readableZones(platform, call.requester)
      .filter((zone) => zone.account_id === accountId && Object.keys(tagsOf(zone)).length > 0)
      .map(serialize)
      .filter(fits);
    const { result, next } = cursorPageOf(found, query.cursor, PAGE_SIZE);
    // The documentation names the first form, and the vendor's clients read the second.
    return { result, resultInfo: { count: result.length, cursor: next, cursors: { after: next } } };
  },

  getZoneTags: (platform, call) => {
    const { resource_type: type, resource_id: id } = call.query;
    if (type === undefined || id === undefined) throw failures.tags.resourceRequired();
    return { result: serialize(zoneOfResource(platform, call, type, id)) };
  },

  replaceZoneTags: (platform, call) => {
    const { resource_type: type, resource_id: id, tags = {} } = call.body;
    return { result: serialize(setTags(platform, zoneOfResource(platform, call, type, id), tags)) };
  },

  removeZoneTags: (platform, call) => {
    setTags(platform, findZone(platform.store, accountOrZone(call).id), {});
    return { empty: true };
  },
} satisfies Partial<Routes>;

function setTags({ store, clock }: Platform, zone: ZoneRow, tags: Tags): ZoneRow {
  const next: ZoneRow = { ...zone, ...tagColumns(tags, microseconds(clock.now())) };
  store.zones.replace(next);
  return next;
}

/** Returns the columns of a zone with these tags. @throws Failure for an invalid tag */
export function tagColumns(tags: Tags, now: string): Pick<ZoneRow, "tags" | "tags_updated_at"> {
  for (const [key, value] of Object.entries(tags)) checkTag(key, value);
  return { tags: canonical(tags), tags_updated_at: Object.keys(tags).length > 0 ? now : "" };
}

function checkTag(key: string, value: string): void {
  if (Array.from(key).length > MAX_TAG_KEY_LENGTH) throw failures.tags.keyTooLong(MAX_TAG_KEY_LENGTH);
  if (!isTagKey(key)) throw failures.tags.invalidKey(key);
  if (Array.from(value).length > MAX_TAG_VALUE_LENGTH) throw failures.tags.valueTooLong(MAX_TAG_VALUE_LENGTH);
}

/** Of the resources of a zone that can have tags, the platform has the zone itself. @throws Failure */
function zoneOfResource({ store }: Platform, call: OperationRequest, type: string, id: string): ZoneRow {
  if (type !== "zone") throw failures.tags.invalidType(type);
  const zone = findZone(store, accountOrZone(call).id);
  if (id !== zone.id) throw failures.zoneNotFound();
  return zone;
}

function tagsOf({ tags }: ZoneRow): Tags {
  // Only this file and a checked snapshot write this column.
  return JSON.parse(tags) as Tags;
}

function serialize(zone: ZoneRow): TaggedResource {
  return {
    id: zone.id,
    type: "zone",
    name: zone.name,
    zone_id: zone.id,
    tags: tagsOf(zone),
    etag: `v1:${Buffer.from(sha256(zone.tags), "hex").subarray(0, 16).toString("base64url")}`,
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
