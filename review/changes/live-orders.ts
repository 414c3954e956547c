import { containsUnknown, isUnknown, sortedJson } from "../../provider/api";
import type { Rule, Ruleset, RuleWrite } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import type { Placement } from "../../provider/rulesets";
import { anchored, arrange, placeRules } from "../../provider/rulesets/entrypoint/placement";
import { deploysManaged, plainRef, refOf, rulesOf } from "../../provider/rulesets/rules/ownership";
import { essentialRule } from "../../provider/rulesets/rules/rule-wire";
import { liveRules } from "../model/from-live";
import { presentMembers } from "../model/members";
import { matchRules } from "./match-rules";
import {
  type EntrypointOrders,
  type PlacedRule,
  type PlacedVersions,
  placedRules,
  type RulesetVersions,
} from "./placed-rules";

/** What a review uses of a live entry point. One that does not exist has no rules. */
export type LiveRules = Pick<Ruleset, "kind" | "phase" | "rules">;

/** The rules of a live entry point before and after a change. */
export interface LiveOrders extends EntrypointOrders {
  /** Why the orders may be others: clauses, such as `position names "x", which …`. */
  readonly doubts: readonly string[];
}

/** The orders of writes are tried for so many resources of one entry point. */
const MAX_RESOURCES = 3;

/**
 * Returns the order of a live entry point with the rules of the changed resources as in their state, and the order that the planner
 * makes of it. A rule of the state that is no longer live is at the end of the order before. `stack` are the resources of the stack that
 * have rules in the entry point.
 */
export function liveOrders(
  live: LiveRules,
  changes: readonly RulesetVersions[],
  stack: readonly RulesetVersions[] = changes,
): LiveOrders {
  const resources = placedRules(changes);
  const own = ownRules(live, resources);
  const removes = changes.some(removesForeign);
  const wire = rulesOf(live).map((rule, index) => {
    const known = own.get(index);
    const placed = known ? asLive(known, rule) : foreignRule(rule, index, stack);
    const stays = placed.owner !== undefined || !removes || deploysManaged(rule, live);
    return { rule, placed, stays };
  });
  const before = wire.map(({ placed }) => placed);
  const found = new Set(own.values());
  const gone = resources.flatMap((one) => one.before).filter((placed) => !found.has(placed));
  const planner = new OrderPlanner(resources, wire);
  const orders = writeOrders(resources).map((order) => planner.after(order));
  const [first = []] = orders;
  const isDifferent = orders.some((order) => order.some(({ key }, index) => key !== first[index]?.key));
  return {
    before: [...before, ...gone],
    after: first,
    doubts: [
      ...gone.map(({ ref }) => `the rule ${JSON.stringify(ref)} of the state is not live`),
      ...planner.missingAnchors.map(
        (ref) => `position names ${JSON.stringify(ref)}, which is not in the live entry point`,
      ),
      ...repeatedRefs(resources, before).map(
        (ref) => `several rules of the entry point have the ref ${JSON.stringify(ref)}`,
      ),
      ...(changes.some(({ before: from, after: to }) => isUnknown((to ?? from)?.ownership))
        ? ["it is not known whether foreign rules are removed"]
        : []),
      ...(isDifferent || resources.length > MAX_RESOURCES
        ? ["it depends on which of several resources is written first"]
        : []),
    ],
  };
}

/** Whether foreign rules go. The deletion of a resource of this package leaves them; other tools delete the whole entry point. */
function removesForeign({ before, after }: RulesetVersions): boolean {
  return after
    ? after.ownership === "exclusive"
    : before?.ownership === "exclusive" && before.origin !== "edge";
}

/** A live rule. */
interface WireRule {
  readonly rule: Rule;
  readonly placed: PlacedRule;
  /** Whether it stays, if it is foreign. */
  readonly stays: boolean;
}

function foreignRule(rule: Rule, index: number, stack: readonly RulesetVersions[]): PlacedRule {
  const ref = plainRef(rule);
  const { mark } = parseRef(refOf(rule));
  return {
    key: `foreign ${index}`,
    ref,
    // Without the mark of its owner, which is another one in each zone.
    rule: { path: `rules[${JSON.stringify(ref)}]`, ref, wire: { ...essentialRule(rule), ref } },
    owner: undefined,
    maybeSecretOf: mark && maybeSecretOf(rule, ref, stack),
  };
}

/** Returns who may have a secret in a marked rule. Undefined if the document of the stack has the same rule, whose secrets are known. */
function maybeSecretOf(
  live: Rule,
  ref: string,
  stack: readonly RulesetVersions[],
): PlacedRule["maybeSecretOf"] {
  const declared = stack
    .flatMap(({ before, after }) => [...(before?.rules ?? []), ...(after?.rules ?? [])])
    .filter((rule) => rule.ref === ref && !containsUnknown(rule.wire));
  const content = (rule: Rule | RuleWrite) => sortedJson({ ...essentialRule(rule), ref });
  if (declared.length === 0) return "another stack";
  // Both are rules in wire names.
  const isKnown = declared.some(({ wire }) => content(wire as RuleWrite) === content(live));
  return isKnown ? undefined : "another resource";
}

/** Returns a rule of a state as it is live: somebody may have changed it. A rule of which a part is hidden stays as it is in the state. */
function asLive(placed: PlacedRule, live: Rule): PlacedRule {
  const { wire } = placed.rule;
  if (containsUnknown(wire)) return placed;
  // The live ref has the mark of the owner.
  const plain = { ref: wire["ref"] };
  const seen = { ...essentialRule(live), ...plain };
  // A rule that is only written otherwise stays, so that equal changes of several zones are equal.
  const isSame = sortedJson({ ...essentialRule(wire as RuleWrite), ...plain }) === sortedJson(seen);
  return isSame ? placed : { ...placed, rule: { ...placed.rule, wire: presentMembers(seen) } };
}

/** Returns the rules of the states by their place in the live entry point. */
function ownRules(live: LiveRules, resources: readonly PlacedVersions[]): ReadonlyMap<number, PlacedRule> {
  const found = new Map<number, PlacedRule>();
  const rules = liveRules(live).map((rule, index) => ({ rule, index }));
  for (const { before } of resources) {
    const open = rules.filter(({ index }) => !found.has(index));
    const matched = matchRules(
      open.map(({ rule }) => rule),
      before.map(({ ref, rule }) => ({ ...rule, path: ref })),
    );
    const byKey = new Map(matched.after.map(({ key }, index) => [key, before[index]]));
    for (const [at, { key }] of matched.before.entries()) {
      const [index, placed] = [open[at]?.index, byKey.get(key)];
      if (index !== undefined && placed !== undefined) found.set(index, placed);
    }
  }
  return found;
}

/** Returns the refs of rules of the resources that another rule has, so that it is not clear which is which. */
function repeatedRefs(resources: readonly PlacedVersions[], live: readonly PlacedRule[]): string[] {
  const foreign = new Set(live.flatMap(({ owner, ref }) => (owner === undefined ? [ref] : [])));
  const repeated = new Set<string>();
  for (const version of ["before", "after"] as const) {
    const seen = new Set(foreign);
    for (const { ref } of resources.flatMap((one) => one[version])) {
      if (seen.has(ref)) repeated.add(ref);
      seen.add(ref);
    }
  }
  return [...repeated];
}

function writeOrders<T>(items: readonly T[]): (readonly T[])[] {
  if (items.length < 2 || items.length > MAX_RESOURCES) return [items];
  return items.flatMap((first) =>
    writeOrders(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

/** Plans the order of an entry point as `planEntrypoint` does. */
class OrderPlanner {
  private readonly missing = new Set<string>();

  constructor(
    private readonly resources: readonly PlacedVersions[],
    private readonly live: readonly WireRule[],
  ) {}

  /** The refs that positions name although no rule has them. */
  get missingAnchors(): string[] {
    return [...this.missing];
  }

  /** Returns the order after the resources have been written in this order. */
  after(written: readonly PlacedVersions[]): PlacedRule[] {
    const byKey = new Map<string, PlacedRule>();
    for (const { placed, stays } of this.live)
      if (placed.owner === undefined && stays) byKey.set(placed.key, placed);
    for (const { after } of this.resources) for (const placed of after) byKey.set(placed.key, placed);
    const declared = new Set(this.resources.flatMap(({ after }) => after.map(({ ref }) => ref)));
    // A removal waits until another resource that declares the rule has written it.
    let order = this.live.flatMap(({ placed: { key, ref, owner } }) =>
      byKey.has(key) || (owner !== undefined && declared.has(ref)) ? [key] : [],
    );
    for (const resource of written) order = this.write(resource, order);
    return order.flatMap((key) => byKey.get(key) ?? []);
  }

  private write({ versions, before, after }: PlacedVersions, order: readonly string[]): string[] {
    const wanted = after.map(({ key }) => key);
    const own = new Set([...before.map(({ key }) => key), ...wanted]);
    const placement = this.anchorOf(versions.after?.placement, order, own);
    const there = this.withSuccessors(after, order, own);
    return arrange(there, placeRules(wanted, there, placement));
  }

  /** A new rule with the ref of a rule of another resource is written right behind that one. */
  private withSuccessors(
    after: readonly PlacedRule[],
    order: readonly string[],
    own: ReadonlySet<string>,
  ): string[] {
    const added = new Map(after.flatMap(({ ref, key }) => (order.includes(key) ? [] : [[ref, key]])));
    const successors = new Map(
      this.resources
        .flatMap((one) => one.before)
        .flatMap(({ key, ref }) => (own.has(key) ? [] : [[key, added.get(ref)]])),
    );
    return order.flatMap((key) => [key, successors.get(key) ?? []].flat());
  }

  /** Returns the placement with the key of the rule that it names. Without that rule, the placement is left out. */
  private anchorOf(
    placement: Placement | undefined,
    order: readonly string[],
    own: ReadonlySet<string>,
  ): Placement | undefined {
    const others = this.live.filter(({ placed: { key } }) => order.includes(key) && !own.has(key));
    const exact = anchored(
      placement,
      others.map(({ rule }) => rule),
    );
    if (typeof exact !== "object") return exact;
    const ref = "before" in exact ? exact.before : exact.after;
    const key =
      others.find(({ rule }) => refOf(rule) === ref)?.placed.key ??
      this.resources
        .flatMap(({ after }) => after)
        .find((one) => one.ref === ref && order.includes(one.key) && !own.has(one.key))?.key;
    if (key === undefined) this.missing.add(ref);
    return key === undefined ? undefined : "before" in exact ? { before: key } : { after: key };
  }
}
