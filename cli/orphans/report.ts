import { ownerText, scopeText } from "../live-rulesets";
import type { Mark } from "../../provider/marks";
import { connectionLabel } from "../connection";
import { alignColumns } from "../text-layout";
import type { SearchPlaces } from "./places";
import { isInUse, type Removal } from "./remove-orphans";
import type { MarkedObject, SearchResult } from "./search-orphans";
import { counted } from "../../provider/words";

export interface OrphanReport {
  readonly stacks: readonly Mark[];
  readonly places: SearchPlaces;
  readonly search: SearchResult;
  /** Connections that this run did not search. */
  readonly others: readonly string[];
  /** Undefined without --remove. */
  readonly removals?: readonly Removal[];
  /** Ids that were named to be removed, and that nothing in the searched places has. */
  readonly gone: readonly string[];
}

const SUCCESSORS =
  "A token whose name ends in -g and a number is a successor that a rotation has made, and the state does not know it: the state may be older, " +
  "for example restored from a backup. The next rotation does not roll it, and gives it an end; `pulumi destroy` removes it.";

export function orphanLines(report: OrphanReport): string[] {
  const { stacks, search, others, removals, gone } = report;
  const { orphans, suspected, pending, unread } = search;
  const names = stacks.map(({ owner, stack }) => `${owner} (${stack})`).join(", ");
  return [
    orphans.length === 0
      ? `No orphans of ${names}.`
      : `Orphans of ${names}, left by interrupted runs of this machine:`,
    ...objectLines(orphans),
    ...(suspected.length === 0
      ? []
      : [
          `Suspected orphans of ${names}, which none of the given states contains:`,
          ...objectLines(suspected),
          "Another stack that has, or had, this name may manage them: pass its state, too (--state). To take one over, run " +
            "`EDGE_TAKE_OVER=<id> pulumi up`; to remove one, add --remove --id <id>.",
          ...(suspected.some((object) => object.kind === "token" && object.isSuccessor) ? [SUCCESSORS] : []),
        ]),
    ...(pending.length === 0
      ? []
      : [
          "Objects of a pending operation in the state:",
          ...objectLines(pending),
          "`pulumi up` takes them over. To remove one instead, add --remove --id <id>, and then run `pulumi refresh --clear-pending-creates --yes`.",
        ]),
    ...unread.map((place) => `Not searched, since the credential may not read it: ${place}.`),
    ...others.map(
      (name) =>
        `Not searched: resources of ${connectionLabel(name)}. Run the command for that connection, too (--connection).`,
    ),
    ...gone.map((id) => `Gone already: nothing in the searched zones and accounts has the id ${id}.`),
    ...(removals ? removalLines(search, removals) : howToRemove(orphans)),
  ];
}

export function orphanJson({ stacks, places, search, others, removals, gone }: OrphanReport): object {
  const { orphans, suspected, pending, unread } = search;
  const shown = (object: MarkedObject) => {
    const removal = removals?.find((one) => one.object === object);
    return {
      ...objectJson(object),
      ...(removals && { outcome: removal?.outcome ?? "kept", reason: removal?.reason ?? null }),
    };
  };
  return {
    stacks: stacks.map(({ owner, stack }) => ({ owner, digest: stack })),
    lookedAt: { zones: places.zones, accounts: places.accounts, unread, otherConnections: others },
    orphans: orphans.map(shown),
    suspected: suspected.map(shown),
    pending: pending.map(shown),
    ...(removals && { gone }),
    ...(removals && { alsoRemoved: alsoRemoved(search, removals).map(({ object }) => objectJson(object)) }),
  };
}

/** Formats objects as aligned lines, and marks those in use. */
export function objectLines(objects: readonly MarkedObject[]): string[] {
  return alignColumns(objects.map(cells)).map((line) => `  ${line}`);
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
    case "list": {
      const { id, name, accountId, items, others, createdOn } = object;
      const shared = others > 0 ? `, ${others} of others` : "";
      const state = `${counted(items, "item")}${shared}, ${createdText(createdOn)}`;
      return ["list", id, JSON.stringify(name), ownerText({ accountId }), state, use];
    }
    case "item": {
      const { id, key, isSecret, accountId, list, createdOn } = object;
      const shown = isSecret ? "(secret)" : JSON.stringify(key);
      const place = `${ownerText({ accountId })}, $${list.name}`;
      return ["item", id, shown, place, createdText(createdOn), use];
    }
    case "ruleset":
    case "entrypoint": {
      const { id, name, scope, phase } = object;
      const kind = object.kind === "ruleset" ? "custom ruleset" : "empty entry point";
      return [kind, id, JSON.stringify(name), `${scopeText(scope)}, ${phase}`, "", use];
    }
  }
}

function createdText(createdOn: string | undefined): string {
  return `created ${createdOn ?? "at an unknown time"}`;
}

function objectJson(object: MarkedObject): object {
  const { kind, id } = object;
  const shared = { kind, id, inUse: isInUse(object) };
  if (object.kind === "token") {
    const { name, owner, issuedOn, lastUsedOn } = object;
    const accountId = "accountId" in owner ? owner.accountId : null;
    return { ...shared, name, accountId, issuedOn: issuedOn ?? null, lastUsedOn: lastUsedOn ?? null };
  }
  if (object.kind === "list") {
    const { name, accountId, items, others, createdOn } = object;
    return { ...shared, name, accountId, items, itemsOfOthers: others, createdOn: createdOn ?? null };
  }
  if (object.kind === "item") {
    const { key, isSecret, accountId, list, createdOn } = object;
    return {
      ...shared,
      item: isSecret ? null : key,
      accountId,
      list: list.name,
      listId: list.id,
      createdOn: createdOn ?? null,
    };
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
    "To remove them, add --remove.",
    ...(orphans.some(isInUse)
      ? ["A separate question covers objects in use; with --yes, they are removed only with --in-use."]
      : []),
  ];
}

function removalLines(search: SearchResult, removals: readonly Removal[]): string[] {
  const found = foundIn(search);
  if (found.length === 0) return [];
  const removed = removals.filter(({ outcome }) => outcome === "removed");
  const notRemoved = removals.filter(({ outcome }) => outcome === "changed" || outcome === "failed");
  const released = removals.filter(({ outcome }) => outcome === "released").map(({ object }) => object);
  const kept = found.filter((object) => !removals.some((removal) => removal.object === object));
  const also = alsoRemoved(search, removals).map(({ object }) => object);
  return [
    `Removed: ${removed.length}.`,
    ...(also.length === 0
      ? []
      : ["Including entry points whose last rule was removed:", ...objectLines(also)]),
    ...(released.length === 0
      ? []
      : ["Not removed, since they have items of others; their marks are removed:", ...objectLines(released)]),
    ...notRemoved.map(
      ({ object, reason }) =>
        `Not removed: ${object.kind} ${object.id}: ${reason ?? "it has changed since it was listed"}.`,
    ),
    ...(kept.length === 0 ? [] : [`Kept: ${kept.length}.`, ...objectLines(kept)]),
    ...(kept.some(isInUse)
      ? ["Objects in use are removed only with --in-use, or by answering the question."]
      : []),
  ];
}

/** Returns the entry points that were removed with their last rule. */
function alsoRemoved(search: SearchResult, removals: readonly Removal[]): Removal[] {
  const found = foundIn(search);
  return removals.filter(({ object, outcome }) => outcome === "removed" && !found.includes(object));
}

function foundIn({ orphans, suspected, pending }: SearchResult): MarkedObject[] {
  return [...orphans, ...suspected, ...pending];
}
