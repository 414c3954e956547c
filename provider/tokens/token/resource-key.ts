/** What a full resource key names; `id` is `*` for all of them. */
export interface ResourceKey {
  readonly type: "user" | "account" | "zone";
  readonly id: string;
}

/** Takes `com.<vendor>.api.…` apart; undefined for any other key, one of a bucket included. */
export function parseResourceKey(key: string, vendor: string): ResourceKey | undefined {
  const prefix = `com.${vendor}.api.`;
  if (!key.startsWith(prefix)) return undefined;
  const segments = key.slice(prefix.length).split(".");
  const id = segments.pop();
  if (!id) return undefined;
  const type = TYPES.get(segments.join("."));
  return type && { type, id };
}

const TYPES: ReadonlyMap<string, ResourceKey["type"]> = new Map([
  ["user", "user"],
  ["account", "account"],
  ["account.zone", "zone"],
]);
