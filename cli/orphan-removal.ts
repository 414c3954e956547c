import { isEdgeError, isNotFound, type EdgeClient } from "../provider/client";
import { codeOf } from "../provider/marks";
import type { Ownership } from "./orphan-ownership";
import {
  isEmptyEntrypoint,
  markedRule,
  markedRuleset,
  markedToken,
  type MarkedObject,
  type MarkedRule,
  type NamedEntrypoint,
} from "./orphan-search";

/** `changed`: it is no longer what was listed, and stays. */
type Outcome = "removed" | "gone" | "changed";

/** What became of an orphan that was to be removed. */
export interface Removal {
  readonly object: MarkedObject;
  readonly outcome: Outcome | "failed";
  /** Why it failed. */
  readonly reason?: string;
}

/** Whether removing it would change what happens to traffic, or end a credential that works somewhere. */
export function isInUse(object: MarkedObject): boolean {
  switch (object.kind) {
    case "token":
      return object.lastUsedOn !== undefined;
    case "rule":
      return object.enabled;
    case "ruleset":
      return object.executed;
    case "entrypoint":
      return false;
  }
}

/**
 * Removes orphans, one after the other: each is read again right before, and stays unless it is what was listed. An entry point
 * that one of the stacks made goes with its last rule.
 */
export async function removeOrphans(
  client: EdgeClient,
  orphans: readonly MarkedObject[],
  ownership: Ownership,
): Promise<Removal[]> {
  const removals: Removal[] = [];
  // Rules first: they may be what keeps a ruleset executed, or an entry point from being empty.
  const rank = { rule: 0, ruleset: 1, token: 2, entrypoint: 3 } as const;
  for (const object of [...orphans].sort((a, b) => rank[a.kind] - rank[b.kind]))
    removals.push(await outcomeOf(object, () => remove(client, object, ownership)));
  for (const entrypoint of await emptied(client, removals, ownership))
    removals.push(await outcomeOf(entrypoint, () => remove(client, entrypoint, ownership)));
  return removals;
}

async function remove(client: EdgeClient, object: MarkedObject, { stacks }: Ownership): Promise<Outcome> {
  if (object.kind === "token") {
    const { owner, id } = object;
    const [now] = markedToken(owner, await client.tokens.get(owner, id));
    if (now?.name !== object.name || now.lastUsedOn !== object.lastUsedOn) return "changed";
    await client.tokens.remove(owner, id);
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
    await client.rulesets.removeRule(scope, rulesetId, id);
    return "removed";
  }
  const ruleset = await client.rulesets.get(scope, id);
  if (ruleset.name !== object.name) return "changed";
  if (object.kind === "entrypoint" && !isEmptyEntrypoint(ruleset, stacks)) return "changed";
  if (object.kind === "ruleset") {
    const [now] = markedRuleset(scope, ruleset, new Set());
    if (!now || codeOf(now.mark) !== codeOf(object.mark)) return "changed";
  }
  await client.rulesets.remove(scope, id);
  return "removed";
}

async function outcomeOf(object: MarkedObject, work: () => Promise<Outcome>): Promise<Removal> {
  try {
    return { object, outcome: await work() };
  } catch (error) {
    if (isNotFound(error)) return { object, outcome: "gone" };
    if (isEdgeError(error)) return { object, outcome: "failed", reason: error.message };
    throw error;
  }
}

/** The entry points of the stacks in which the last rule was removed just now. */
async function emptied(
  client: EdgeClient,
  removals: readonly Removal[],
  { stacks, held }: Ownership,
): Promise<NamedEntrypoint[]> {
  const rules = removals.flatMap(({ object, outcome }): MarkedRule[] =>
    object.kind === "rule" && outcome === "removed" ? [object] : [],
  );
  const places = new Map(rules.map((rule) => [rule.rulesetId, rule]));
  const found = await Promise.all(
    [...places.values()].map(async ({ scope, phase, rulesetId: id }): Promise<NamedEntrypoint[]> => {
      if (held.has({ id, mark: undefined })) return [];
      const ruleset = await client.rulesets.get(scope, id);
      if (!isEmptyEntrypoint(ruleset, stacks)) return [];
      return [{ kind: "entrypoint", scope, phase, id, name: ruleset.name }];
    }),
  );
  return found.flat();
}
