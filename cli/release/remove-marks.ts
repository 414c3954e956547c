import type { Phase, Rule, Ruleset } from "../../provider/api";
import { isChanged, isEdgeError, isNotFound, mayHaveHappened, type EdgeClient } from "../../provider/client";
import { descriptionOf } from "../../provider/lifecycle/list/state";
import { readLive } from "../../provider/lifecycle/list/writes";
import { carryOutStep } from "../../provider/lifecycle/ruleset/requests";
import { itemOnWire } from "../../provider/lists";
import { parseRef } from "../../provider/marks";
import { refOf, ruleFromWire, rulesOf, ruleToWire, sameRule } from "../../provider/rulesets";
import { fromWire, toReplacement } from "../../provider/tokens";
import {
  hasCodeOf,
  markedList,
  markedRules,
  markedToken,
  type Codes,
  type ReleasedList,
  type ReleasedObject,
  type ReleasedRule,
  type ReleasedToken,
} from "./find-marks";

/**
 * `planned`: nothing was written yet. `gone`: the object, or its mark, is gone since it was listed. `kept`: the mark stays, for the
 * reason given. `differs`: the mark is removed, but not only that has changed.
 */
type ReleaseOutcome = "planned" | "removed" | "gone" | "kept" | "differs" | "failed";

export interface Release {
  readonly object: ReleasedObject;
  readonly outcome: ReleaseOutcome;
  readonly reason?: string;
}

/** A rule is read and written again if another writer has changed its ruleset meanwhile, or an answer is lost. */
const ATTEMPTS = 3;

const DIFFERS =
  "the mark is removed, but rules of its ruleset differ from what they were before, so another writer has changed it meanwhile: compare " +
  "the versions with `edge-platform rulesets diff`";
const COMMENTS_KEPT = "the API has kept the comments of items";
const REF_TAKEN = "another rule of the ruleset has this ref: change the ref of one of them first";

/** Returns what `removeMarks` would do. */
export function planRelease(objects: readonly ReleasedObject[]): Release[] {
  return objects.map((object) =>
    object.kind === "rule" && object.isTaken
      ? { object, outcome: "kept", reason: REF_TAKEN }
      : { object, outcome: "planned" },
  );
}

/**
 * Removes the marks of objects, one request after the other. Each object is read again right before, and its order and content
 * stay. Expected failures are outcomes, so that the other objects are released.
 */
export async function removeMarks(
  client: EdgeClient,
  objects: readonly ReleasedObject[],
  codes: Codes,
): Promise<Release[]> {
  const removals: Release[] = [];
  const rules = objects.filter((object) => object.kind === "rule");
  for (const [rulesetId, first] of new Map(rules.map((rule) => [rule.rulesetId, rule]))) {
    const ofRuleset = rules.filter((rule) => rule.rulesetId === rulesetId);
    removals.push(...(await releaseRules(client, first, ofRuleset, codes)));
  }
  for (const object of objects) {
    if (object.kind === "list")
      removals.push(await outcomeOf(object, () => releaseList(client, object, codes)));
    if (object.kind === "token")
      removals.push(await outcomeOf(object, () => releaseToken(client, object, codes)));
  }
  return removals;
}

/** Writes each rule of a ruleset with its plain ref, and compares the ruleset with what it was before. */
async function releaseRules(
  client: EdgeClient,
  { scope, rulesetId }: Pick<ReleasedRule, "scope" | "rulesetId">,
  rules: readonly ReleasedRule[],
  codes: Codes,
): Promise<Release[]> {
  const removals: Release[] = [];
  let before: Ruleset | undefined;
  let live: Ruleset | undefined;
  for (const rule of rules) {
    const removal = await outcomeOf(rule, async () => {
      for (let attempt = 1; ; attempt += 1) {
        live ??= await client.rulesets.get(scope, rulesetId);
        before ??= live;
        const now = markedRules(scope, live, codes).find(({ id }) => id === rule.id);
        if (!now) return attempt === 1 ? "gone" : "removed";
        if (now.isTaken) return "kept";
        try {
          live = await releaseRule(client, now, live);
          return "removed";
        } catch (error) {
          // What is live is not known after a failure: another writer has changed it, or the answer is lost.
          live = undefined;
          if (attempt === ATTEMPTS || !(isChanged(error) || mayHaveHappened(error))) throw error;
        }
      }
    });
    removals.push(removal);
  }
  const [first, written] = [before, removals.find(({ outcome }) => outcome === "removed")];
  if (!first || !written) return removals;
  const result = await outcomeOf(written.object, async () =>
    sameOrder(first, await client.rulesets.get(scope, rulesetId)) ? "removed" : "differs",
  );
  return removals.map((one) => (one.outcome === "removed" ? { ...result, object: one.object } : one));
}

function releaseRule(client: EdgeClient, { scope, phase, id, ref }: ReleasedRule, live: Ruleset) {
  const rule = rulesOf(live).find((one) => one.id === id);
  if (!rule) throw new Error("a marked rule must be one of its ruleset");
  // The phase of a live ruleset is one that the API has.
  const target = { client, scope, phase: phase as Phase, kind: kindOf(live), log: () => undefined };
  const step = { ...ruleToWire(ruleFromWire(rule)), ref };
  return carryOutStep(target, { kind: "patch", ruleId: id, ref: refOf(rule), rule: step }, live);
}

function kindOf({ kind }: Ruleset): "zone" | "root" | "custom" {
  return kind === "zone" || kind === "root" ? kind : "custom";
}

/** Whether the rules of a ruleset are still there, in their order, and the same but for marks. New rules are no difference. */
function sameOrder(before: Ruleset, after: Ruleset): boolean {
  const left = plainRules(before);
  const refs = new Set(left.map(({ ref }) => ref));
  const right = plainRules(after).filter(({ ref }) => refs.has(ref));
  return left.length === right.length && left.every((rule, index) => isSame(rule, right[index]));
}

function isSame(rule: Rule, other: Rule | undefined): boolean {
  return other !== undefined && rule.ref === other.ref && sameRule(rule, other);
}

function plainRules(ruleset: Ruleset) {
  return rulesOf(ruleset).map((rule) => ({ ...rule, ref: parseRef(refOf(rule)).ref }));
}

/** Writes the description, and then all items with a mark in one operation. Items keep their meaning. */
async function releaseList(
  client: EdgeClient,
  { accountId, id }: ReleasedList,
  codes: Codes,
): Promise<ReleaseOutcome> {
  const { list, items } = await readLive(client, accountId, id);
  const { text, mark } = descriptionOf(list);
  const described = hasCodeOf(mark, codes) ? await client.lists.describe(accountId, id, text) : list;
  const marked = items.filter((item) => hasCodeOf(item.mark, codes)).map(({ item }) => item);
  if (marked.length > 0)
    await client.lists.addItems(
      accountId,
      described,
      // An item without a comment could keep the one that it has.
      marked.map((item) => ({ ...itemOnWire(item, undefined), comment: item.comment ?? "" })),
    );
  if (marked.length === 0 && described === list) return "gone";
  const left = markedList(accountId, await readLive(client, accountId, id), codes);
  return left.length === 0 ? "removed" : "kept";
}

/** Writes the token with its name without the code. Its value, policies and times stay. */
async function releaseToken(
  client: EdgeClient,
  { owner, id }: ReleasedToken,
  codes: Codes,
): Promise<ReleaseOutcome> {
  const token = await client.tokens.get(owner, id);
  const [now] = markedToken(owner, id, token.name, codes);
  if (!now) return "gone";
  await client.tokens.replace(owner, id, toReplacement({ ...fromWire(token), name: now.plainName }));
  return "removed";
}

async function outcomeOf(object: ReleasedObject, work: () => Promise<ReleaseOutcome>): Promise<Release> {
  try {
    const outcome = await work();
    if (outcome === "differs") return { object, outcome, reason: DIFFERS };
    if (outcome !== "kept") return { object, outcome };
    return { object, outcome, reason: object.kind === "rule" ? REF_TAKEN : COMMENTS_KEPT };
  } catch (error) {
    if (isNotFound(error)) return { object, outcome: "gone" };
    if (isChanged(error))
      return { object, outcome: "failed", reason: "another writer has changed it meanwhile" };
    if (isEdgeError(error)) return { object, outcome: "failed", reason: error.message };
    throw error;
  }
}
