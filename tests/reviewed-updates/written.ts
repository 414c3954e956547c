import type { SeenRequest } from "../faults/front";
import { ACCOUNT, COM } from "../faults/places";
import type { World } from "../faults/world";
import { plainOf } from "../histories/live";
import { omit } from "../support/omit";

/** How an object is written that is no longer live. */
export const IS_GONE = "is gone";

/** What a review must name if an update writes it. */
export interface WrittenObject {
  readonly kind: "ruleset" | "rule" | "list" | "item" | "token";
  /** The ruleset or list of the object. */
  readonly place: string;
  /** A ref, an item or the name of a token. Empty for a ruleset or list as a whole. */
  readonly name: string;
  readonly how: string;
  /** Whether a request only gives a rule another place. */
  readonly isMove?: boolean;
}

interface LiveRuleset {
  readonly id: string;
  /** `custom` for a custom ruleset, otherwise the phase of the entry point. */
  readonly place: string;
  readonly description: string;
  readonly rules: readonly { readonly id: string; readonly ref: string; readonly content: string }[];
}

interface LiveList {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly items: ReadonlyMap<string, string>;
}

/** Everything that the programs write. */
export interface Snapshot {
  readonly rulesets: readonly LiveRuleset[];
  readonly lists: readonly LiveList[];
  readonly tokens: ReadonlyMap<string, { readonly name: string; readonly content: string }>;
}

type Json = Readonly<Record<string, unknown>>;

export async function snapshotOf(world: World): Promise<Snapshot> {
  const rulesets = await Promise.all(
    [`/zones/${COM}`, `/accounts/${ACCOUNT}`].map(async (scope) => {
      const all = await world.must<Json[]>("GET", `${scope}/rulesets`);
      const own = all.filter(({ kind }) => kind !== "managed");
      return Promise.all(own.map(({ id }) => world.must<Json>("GET", `${scope}/rulesets/${String(id)}`)));
    }),
  );
  const lists = await world.must<Json[]>("GET", `/accounts/${ACCOUNT}/rules/lists`);
  const tokens = await world.must<Json[]>("GET", "/user/tokens?per_page=50");
  return {
    rulesets: rulesets.flat().map(({ id, kind, phase, description, rules = [] }) => ({
      id: String(id),
      place: kind === "custom" ? "custom" : String(phase),
      description: String(description),
      rules: (rules as Json[]).map((rule) => ({
        id: String(rule["id"]),
        ref: plainOf(String(rule["ref"])),
        content: JSON.stringify(omit(rule, "version", "last_updated")),
      })),
    })),
    lists: await Promise.all(
      lists.map(async ({ id, name, description }) => {
        const path = `/accounts/${ACCOUNT}/rules/lists/${String(id)}/items?per_page=500`;
        const items = await world.must<Json[]>("GET", path);
        return {
          id: String(id),
          name: String(name),
          description: String(description),
          items: new Map(
            items.map((item) => [String(item["ip"]), JSON.stringify([item["id"], item["comment"]])]),
          ),
        };
      }),
    ),
    tokens: new Map(
      tokens.map(({ id, name, status, policies, condition, expires_on }) => [
        String(id),
        { name: String(name), content: JSON.stringify([name, status, policies, condition, expires_on]) },
      ]),
    ),
  };
}

/** Returns what an update has written: by its requests, and by what is live before and after it. */
export function writtenObjects(
  seen: readonly SeenRequest[],
  before: Snapshot,
  after: Snapshot,
): WrittenObject[] {
  const writes = seen.filter(
    ({ method, status }) => method !== "GET" && status !== undefined && status < 300,
  );
  return [
    ...writes.flatMap((write) => ofRequest(write, before, after)),
    ...rulesWritten(before, after),
    ...itemsWritten(before, after),
  ];
}

function ofRequest({ method, path }: SeenRequest, before: Snapshot, after: Snapshot): WrittenObject[] {
  const how = `${method} ${path}`;
  const [, rulesetId, ruleId] = /\/rulesets\/(?!phases)(\w+)(?:\/rules\/(\w+))?/.exec(path) ?? [];
  const rulesets = [...before.rulesets, ...after.rulesets];
  const ruleset = rulesets.find(({ id }) => id === rulesetId);
  if (ruleset) {
    const ruleIn = (live: Snapshot) =>
      live.rulesets.flatMap(({ rules }) => rules).find(({ id }) => id === ruleId);
    const [from, to] = [ruleIn(before), ruleIn(after)];
    const rule = from ?? to;
    const isMove = from !== undefined && from.content === to?.content;
    const of = { place: ruleset.place, how };
    const ofRule = rule ? [{ kind: "rule" as const, name: rule.ref, isMove, ...of }] : [];
    return [{ kind: "ruleset", name: "", ...of }, ...ofRule];
  }
  const [, listId] = /\/rules\/lists\/(\w+)/.exec(path) ?? [];
  const list = [...before.lists, ...after.lists].find(({ id }) => id === listId);
  if (list) return [{ kind: "list", place: list.name, name: "", how }];
  const [, tokenId] = /\/tokens\/(\w+)/.exec(path) ?? [];
  const token = before.tokens.get(tokenId ?? "") ?? after.tokens.get(tokenId ?? "");
  return token ? [{ kind: "token", place: "", name: plainOf(token.name), how }] : [];
}

function rulesWritten(before: Snapshot, after: Snapshot): WrittenObject[] {
  return [
    ...before.rulesets,
    ...after.rulesets.filter(({ id }) => !before.rulesets.some((one) => one.id === id)),
  ].flatMap(({ id, place }) => {
    const from = before.rulesets.find((one) => one.id === id)?.rules ?? [];
    const to = after.rulesets.find((one) => one.id === id)?.rules ?? [];
    const written = (how: string) => (rule: { readonly ref: string }) => ({
      kind: "rule" as const,
      place,
      name: rule.ref,
      how,
    });
    const [old, now] = [
      new Map(from.map((rule) => [rule.id, rule])),
      new Map(to.map((rule) => [rule.id, rule])),
    ];
    return [
      ...from.filter((rule) => !now.has(rule.id)).map(written(IS_GONE)),
      ...to.filter((rule) => !old.has(rule.id)).map(written("is new")),
      ...to
        .filter((rule) => old.has(rule.id) && old.get(rule.id)?.content !== rule.content)
        .map(written("has changed")),
    ];
  });
}

function itemsWritten(before: Snapshot, after: Snapshot): WrittenObject[] {
  const names = new Set([...before.lists, ...after.lists].map(({ name }) => name));
  return [...names].flatMap((place) => {
    const itemsOf = ({ lists }: Snapshot) =>
      lists.find(({ name }) => name === place)?.items ?? new Map<string, string>();
    const [from, to] = [itemsOf(before), itemsOf(after)];
    return [...new Set([...from.keys(), ...to.keys()])]
      .filter((ip) => from.get(ip) !== to.get(ip))
      .map((name) => ({ kind: "item" as const, place, name, how: to.has(name) ? "has changed" : IS_GONE }));
  });
}
