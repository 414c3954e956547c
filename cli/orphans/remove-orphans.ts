import { isChanged, isEdgeError, isNotFound, type EdgeClient } from "../../provider/client";
import { codeOf } from "../../provider/marks";
import { type MarkedItem, removeMarkedItems, removeMarkedList } from "./marked-lists";
import type { StackOwnership } from "./ownership";
import {
  isEmptyEntrypoint,
  markedRule,
  markedRuleset,
  markedToken,
  type MarkedObject,
  type MarkedRule,
  type NamedEntrypoint,
} from "./search-orphans";

/**
 * - `changed`: the object differs from what was listed, and is kept.
 * - `released`: a list has items of others. It is kept, and its mark is removed.
 */
type Outcome = "removed" | "gone" | "changed" | "released";

export interface Removal {
  readonly object: MarkedObject;
  readonly outcome: Outcome | "failed";
  readonly reason?: string;
}

/** Whether removing an object would affect traffic, or revoke a credential that was used. */
export function isInUse(object: MarkedObject): boolean {
  switch (object.kind) {
    case "token":
      return object.lastUsedOn !== undefined;
    case "rule":
      return object.enabled;
    case "ruleset":
      return object.executed;
    case "list":
    case "item":
      return object.named;
    case "entrypoint":
      return false;
  }
}

/**
 * Removes orphans one after another. Each is read again right before its removal and kept if it has changed. An entry point that
 * one of the stacks created is removed with its last rule.
 */
export async function removeOrphans(
  client: EdgeClient,
  orphans: readonly MarkedObject[],
  ownership: StackOwnership,
): Promise<Removal[]> {
  const removals: Removal[] = [];
  // Rules first: a rule may execute a ruleset, name a list, or be the last one of an entry point.
  const rank = { rule: 0, item: 1, list: 2, ruleset: 3, token: 4, entrypoint: 5 } as const;
  const items = orphans.filter((object) => object.kind === "item");
  for (const object of [...orphans].sort((a, b) => rank[a.kind] - rank[b.kind])) {
    if (object.kind !== "item")
      removals.push(await outcomeOf(object, () => remove(client, object, ownership)));
    else if (!removals.some((removal) => removal.object === object))
      removals.push(
        ...(await removeItems(
          client,
          items.filter(({ list }) => list.id === object.list.id),
        )),
      );
  }
  for (const entrypoint of await emptiedEntrypoints(client, removals, ownership))
    removals.push(await outcomeOf(entrypoint, () => remove(client, entrypoint, ownership)));
  return removals;
}

/** Removes items of one list. */
async function removeItems(client: EdgeClient, items: readonly MarkedItem[]): Promise<Removal[]> {
  const kept = new Map<MarkedItem, "gone" | "changed">();
  const work = async (): Promise<Outcome> => {
    await removeMarkedItems(client, items, kept);
    return "removed";
  };
  const [first] = items;
  if (!first) return [];
  const whole = await outcomeOf(first, work);
  return items.map((object) => {
    const outcome = kept.get(object);
    return outcome ? { object, outcome } : { ...whole, object };
  });
}

async function remove(
  client: EdgeClient,
  object: Exclude<MarkedObject, MarkedItem>,
  ownership: StackOwnership,
): Promise<Outcome> {
  if (object.kind === "list") return removeMarkedList(client, object);
  if (object.kind === "token") {
    const { owner, id } = object;
    const token = await client.tokens.get(owner, id);
    const [now] = markedToken(owner, token, ownership);
    if (now?.name !== object.name || now.lastUsedOn !== object.lastUsedOn) return "changed";
    await client.tokens.remove(owner, id, token);
    return "removed";
  }
  const { scope, id } = object;
  if (object.kind === "rule") {
    const { rulesetId, wireRef, action, enabled } = object;
    const ruleset = await client.rulesets.get(scope, rulesetId);
    const rule = (ruleset.rules ?? []).find((one) => one.id === id);
    if (!rule) return "gone";
    const [now] = markedRule(scope, ruleset, rule);
    if (now?.wireRef !== wireRef || now.action !== action || now.enabled !== enabled) return "changed";
    await client.rulesets.removeRule(scope, rulesetId, id, ruleset);
    return "removed";
  }
  const ruleset = await client.rulesets.get(scope, id);
  if (ruleset.name !== object.name) return "changed";
  if (object.kind === "entrypoint" && !isEmptyEntrypoint(ruleset, ownership.stacks)) return "changed";
  if (object.kind === "ruleset") {
    const [now] = markedRuleset(scope, ruleset, new Set());
    if (!now || codeOf(now.mark) !== codeOf(object.mark)) return "changed";
  }
  await client.rulesets.remove(scope, id, ruleset);
  return "removed";
}

async function outcomeOf(object: MarkedObject, work: () => Promise<Outcome>): Promise<Removal> {
  try {
    return { object, outcome: await work() };
  } catch (error) {
    if (isNotFound(error)) return { object, outcome: "gone" };
    if (isChanged(error)) return { object, outcome: "changed" };
    if (isEdgeError(error)) return { object, outcome: "failed", reason: error.message };
    throw error;
  }
}

/** Returns the entry points of the stacks whose last rule was just removed. */
async function emptiedEntrypoints(
  client: EdgeClient,
  removals: readonly Removal[],
  { stacks, managed }: StackOwnership,
): Promise<NamedEntrypoint[]> {
  const rules = removals.flatMap(({ object, outcome }): MarkedRule[] =>
    object.kind === "rule" && outcome === "removed" ? [object] : [],
  );
  const rulesets = new Map(rules.map((rule) => [rule.rulesetId, rule]));
  const found = await Promise.all(
    [...rulesets.values()].map(async ({ scope, phase, rulesetId: id }): Promise<NamedEntrypoint[]> => {
      if (managed.has({ id, mark: undefined })) return [];
      const ruleset = await client.rulesets.get(scope, id);
      if (!isEmptyEntrypoint(ruleset, stacks)) return [];
      return [{ kind: "entrypoint", scope, phase, id, name: ruleset.name }];
    }),
  );
  return found.flat();
}
