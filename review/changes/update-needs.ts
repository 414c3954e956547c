import { isUnknown, Phase } from "../../provider/api";
import { type EntrypointInput, planEntrypoint, ruleFromWire } from "../../provider/rulesets";
import { type DeployedResource, leastPrivilege, usesOf, usesOfLookups } from "../../provider/tokens";
import type { RULESET_KINDS } from "../../provider/rulesets/rules/ownership";
import type { PlannedStep } from "../documents/planned-change";
import type { Reviewed, ReviewedRuleset } from "../model/reviewed";
import { hasNoKnownRules } from "../policies/judged-rules";
import type { Review } from "./review";

/** The documented rate limit of the API: 1,200 requests per five minutes. */
const RATE_LIMIT = { requests: 1200, seconds: 300 } as const;

/** What a run reads once, however many resources of the kind it creates or changes: two lists each. */
const READS_ONCE = 2;

/**
 * Counts the requests that the update will send, as docs/performance.md describes them, without retries and without what only the
 * live objects decide.
 */
export function countRequests(steps: readonly PlannedStep[]): Review["requests"] {
  let [reads, writes] = [0, 0];
  const lists = new Set<string>();
  for (const { operation, before, after, kept } of steps) {
    const shown = after ?? before;
    if (operation === "same" || !shown) continue;
    if (!kept && (operation === "delete" || operation === "replace")) {
      writes += removals(before);
      if (isPlaced(shown)) lists.add(`delete ${shown.place.level} ${String(shown.place.id)}`);
    }
    if (operation === "create" || operation === "replace") writes += creations(after);
    if (operation === "update") {
      reads += updateReads(after);
      writes += updateWrites(before, after);
    }
    if (operation !== "delete" && (shown.kind === "owasp" || shown.kind === "token")) lists.add(shown.kind);
  }
  for (const list of lists) reads += list === "owasp" || list === "token" ? READS_ONCE : 1;
  return { reads, writes, seconds: secondsFor(reads + writes), limit: RATE_LIMIT };
}

/** Returns the least time that the rate limit allows: the first requests are sent at once, the next ones when the window ends. */
function secondsFor(requests: number): number {
  return Math.max(0, Math.ceil(requests / RATE_LIMIT.requests) - 1) * RATE_LIMIT.seconds;
}

function isPlaced(resource: Reviewed): resource is Extract<Reviewed, { kind: "ruleset" | "owasp" }> {
  return resource.kind === "ruleset" || resource.kind === "owasp";
}

/** An endpoint of the gateway exists without a request, and so does a filter once it is validated. */
function removals(before: Reviewed | undefined): number {
  return before && before.kind !== "filter" && before.kind !== "endpoint" ? 1 : 0;
}

function creations(after: Reviewed | undefined): number {
  return after && after.kind !== "endpoint" ? 1 : 0;
}

/** Other providers do not read before they write. */
function updateReads(after: Reviewed | undefined): number {
  return after?.origin === "edge" && after.kind !== "filter" && after.kind !== "endpoint" ? 1 : 0;
}

function updateWrites(before: Reviewed | undefined, after: Reviewed | undefined): number {
  if (after?.kind !== "ruleset" || before?.kind !== "ruleset" || after.origin !== "edge")
    return creations(after);
  // The update will write something, but nobody knows how much.
  if (hasNoKnownRules(after)) return 1;
  return planEntrypoint(planInput(before, after)).steps.length;
}

/** The live ruleset is assumed to have the rules of the state, and no others. */
function planInput(before: ReviewedRuleset, after: ReviewedRuleset): EntrypointInput {
  const phase = Phase.safeParse(after.phase).data ?? "http_request_firewall_custom";
  const refs = new Set(before.rules.map(nameOf));
  const rules = before.rules.map((rule) => ({ ...rule.wire, id: nameOf(rule), ref: nameOf(rule) }));
  return {
    phase,
    kind: after.level,
    exactRefs: true,
    ours: refs,
    live: { kind: after.level, phase, rules },
    rules: after.rules.map((rule) =>
      ruleFromWire({ action: "", expression: "", ...rule.wire, ref: nameOf(rule) }),
    ),
    ownership: after.ownership === "shared" ? "shared" : "exclusive",
    previousOwnership: before.ownership === "shared" ? "shared" : "exclusive",
    takeOver: true,
  };
}

function nameOf({ ref, path }: ReviewedRuleset["rules"][number]): string {
  return ref === undefined || isUnknown(ref) ? path : ref;
}

/** Returns the permissions that the credential of a deployment needs for these resources, as `edge-platform preflight` does. */
export function neededPermissions(resources: readonly Reviewed[]): Review["permissions"] {
  const deployed = resources.flatMap((resource) => deployedAs(resource));
  const isOwn = resources.some(({ origin }) => origin === "edge");
  const uses = [...deployed.flatMap(usesOf), ...(isOwn ? usesOfLookups(["getZone"], deployed) : [])];
  return leastPrivilege(uses).map(({ group, key, uses: calls }) => ({
    group: group.name,
    on: key,
    // Sorted, since the engine previews resources in any order: the same change has the same report.
    by: [...new Set(calls.map(({ by }) => by.slice(by.indexOf(" ") + 1)))].sort(),
  }));
}

function rulesetKind(isCustom: boolean, isOfZone: boolean): keyof typeof RULESET_KINDS {
  if (isCustom) return isOfZone ? "ZoneCustomRuleset" : "Ruleset";
  return isOfZone ? "ZoneEntrypointRuleset" : "AccountEntrypointRuleset";
}

/** The permissions depend on what a resource is, not on the tool that declares it. */
function deployedAs(resource: Reviewed): DeployedResource[] {
  const deployed = (kind: string, inputs: DeployedResource["inputs"]) => [
    { kind, name: resource.label, inputs, external: false },
  ];
  switch (resource.kind) {
    case "ruleset": {
      const { place, phase, level } = resource;
      const id = place.id === undefined ? {} : { [`${place.level}Id`]: place.id };
      return deployed(rulesetKind(level === "custom", place.level === "zone"), {
        ...id,
        ...(phase !== undefined && !isUnknown(phase) && { phase }),
      });
    }
    case "token":
      return deployed(
        "ApiToken",
        resource.place.level === "account" ? { accountId: resource.place.id ?? "" } : {},
      );
    case "owasp":
      return deployed("OwaspConfig", resource.place.id === undefined ? {} : { zoneId: resource.place.id });
    case "list":
      return deployed("List", resource.place.id === undefined ? {} : { accountId: resource.place.id });
    case "filter":
    case "endpoint":
      return [];
  }
}
