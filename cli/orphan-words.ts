import type { Mark } from "../provider/marks";
import { table } from "./columns";
import type { Places } from "./orphan-places";
import { isInUse, type Removal } from "./orphan-removal";
import { ownerText, scopeText, type MarkedObject, type SearchResult } from "./orphan-search";

export interface OrphanReport {
  readonly stacks: readonly Mark[];
  readonly places: Places;
  readonly search: SearchResult;
  /** Connections of resources that this run did not look for. */
  readonly others: readonly string[];
  /** Undefined where nothing was to be removed. */
  readonly removals?: readonly Removal[];
}

/** For people. */
export function orphanWords(report: OrphanReport): string[] {
  const { stacks, search, others, removals } = report;
  const { orphans, pending, unread } = search;
  const names = stacks.map(({ owner, stack }) => `${owner} (${stack})`).join(", ");
  return [
    orphans.length === 0
      ? `Nothing carries the mark of ${names} and is in no state.`
      : `Carries the mark of ${names} and is in no state:`,
    ...objectLines(orphans),
    ...(pending.length === 0
      ? []
      : [
          "Belongs to an operation that the state calls pending:",
          ...objectLines(pending),
          "`pulumi up` takes it over. If the stack is not to come back: `pulumi refresh --clear-pending-creates --yes`, then this again.",
        ]),
    ...unread.map((place) => `Not looked at, since the credential may not read it: ${place}.`),
    ...others.map(
      (name) =>
        `Not looked at: what the connection ${name} manages. Run it for that one, too (--connection).`,
    ),
    ...(removals ? removalLines(orphans, removals) : howToRemove(orphans)),
  ];
}

/** The same facts by name. */
export function orphanJson({ stacks, places, search, others, removals }: OrphanReport): object {
  const { orphans, pending, unread } = search;
  return {
    stacks: stacks.map(({ owner, stack }) => ({ owner, digest: stack })),
    lookedAt: { zones: places.zones, accounts: places.accounts, unread, otherConnections: others },
    orphans: orphans.map((object) => {
      const removal = removals?.find((one) => one.object === object);
      return {
        ...objectJson(object),
        ...(removals && { outcome: removal?.outcome ?? "kept", reason: removal?.reason ?? null }),
      };
    }),
    pending: pending.map(objectJson),
    ...(removals && { alsoRemoved: alsoRemoved(orphans, removals).map(({ object }) => objectJson(object)) }),
  };
}

/** Lines of a list; what is in use says so. */
export function objectLines(objects: readonly MarkedObject[]): string[] {
  return table(objects.map(cells)).map((line) => `  ${line}`);
}

function cells(object: MarkedObject): string[] {
  const use = isInUse(object) ? "in use" : "";
  switch (object.kind) {
    case "token": {
      const { id, name, issuedOn, lastUsedOn } = object;
      const dates = `issued ${issuedOn ?? "at an unknown time"}, last used ${lastUsedOn ?? "never"}`;
      return ["token", id, JSON.stringify(name), ownerText(object.owner), dates, use];
    }
    case "rule": {
      const { id, ref, scope, phase, action } = object;
      return ["rule", id, JSON.stringify(ref), `${scopeText(scope)}, ${phase}`, action, use];
    }
    case "ruleset":
    case "entrypoint": {
      const { id, name, scope, phase } = object;
      const kind = object.kind === "ruleset" ? "custom ruleset" : "empty entry point";
      return [kind, id, JSON.stringify(name), `${scopeText(scope)}, ${phase}`, "", use];
    }
  }
}

function objectJson(object: MarkedObject): object {
  const { kind, id } = object;
  const shared = { kind, id, inUse: isInUse(object) };
  if (object.kind === "token") {
    const { name, owner, issuedOn, lastUsedOn } = object;
    const accountId = "accountId" in owner ? owner.accountId : null;
    return { ...shared, name, accountId, issuedOn: issuedOn ?? null, lastUsedOn: lastUsedOn ?? null };
  }
  const { scope, phase } = object;
  const zoneId = "zoneId" in scope ? scope.zoneId : null;
  const accountId = "accountId" in scope ? scope.accountId : null;
  const place = { ...shared, zoneId, accountId, phase };
  if (object.kind !== "rule") return { ...place, name: object.name };
  const { ref, action, rulesetId, enabled } = object;
  return { ...place, ref, action, rulesetId, enabled };
}

function howToRemove(orphans: readonly MarkedObject[]): string[] {
  if (orphans.length === 0) return [];
  return [
    "To remove: the same with --remove.",
    ...(orphans.some(isInUse)
      ? ["What is in use is asked for by itself; with --yes, it stays without --in-use."]
      : []),
  ];
}

function removalLines(orphans: readonly MarkedObject[], removals: readonly Removal[]): string[] {
  if (orphans.length === 0) return [];
  const done = removals.filter(({ outcome }) => outcome === "removed");
  const stay = removals.filter(({ outcome }) => outcome === "changed" || outcome === "failed");
  const kept = orphans.filter((object) => !removals.some((removal) => removal.object === object));
  const also = alsoRemoved(orphans, removals).map(({ object }) => object);
  return [
    `Removed: ${done.length}.`,
    ...(also.length === 0 ? [] : ["Among them, with its last rule:", ...objectLines(also)]),
    ...stay.map(
      ({ object, reason }) =>
        `Not removed: ${object.kind} ${object.id}: ${reason ?? "it is no longer what was listed"}.`,
    ),
    ...(kept.length === 0 ? [] : [`Kept: ${kept.length}.`, ...objectLines(kept)]),
    ...(kept.some(isInUse) ? ["What is in use is removed with --in-use, or if the question says so."] : []),
  ];
}

/** Entry points that went with their last rule. */
function alsoRemoved(orphans: readonly MarkedObject[], removals: readonly Removal[]): Removal[] {
  return removals.filter(({ object, outcome }) => outcome === "removed" && !orphans.includes(object));
}
