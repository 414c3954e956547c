import { isUnknown, type Ruleset } from "../../provider/api";
import { isNotFound, isPermissionError, type EdgeClient } from "../../provider/client";
import { findManagedRuleset } from "../../provider/rulesets";
import type { ReviewContext } from "../../review/changes/review-change";
import type { PlannedChange } from "../../review/documents/planned-change";
import { openClient, type ConnectionFlags } from "../connection";
import { readEntrypoints } from "./read-entrypoints";

/**
 * Reads what a review can use of the live platform: names of zones, the managed OWASP ruleset if a zone deploys it, and the entry points
 * that change.
 */
export async function readLive(
  change: PlannedChange,
  flags: ConnectionFlags,
): Promise<Pick<ReviewContext, "zoneNames" | "managedOf" | "entrypointOf">> {
  const client = openClient(flags);
  const zones = await client.zones.list();
  const known = new Set(zones.map(({ id }) => id));
  const deploying = zonesWithOwasp(change).filter((id) => known.has(id));
  // The managed ruleset is the same object for all zones, so it is read once.
  const [first] = deploying;
  const managed = first === undefined ? undefined : await readManaged(client, first);
  return {
    zoneNames: new Map(zones.map(({ id, name }) => [id, name])),
    entrypointOf: await readEntrypoints(change, client),
    managedOf: (zoneId) => (deploying.includes(zoneId) ? managed : undefined),
  };
}

function zonesWithOwasp({ steps }: PlannedChange): string[] {
  const ids = steps
    .filter(({ operation }) => operation !== "same")
    .flatMap(({ before, after }) => [before, after])
    .flatMap((resource) =>
      (resource?.kind === "owasp" || resource?.kind === "ruleset") && resource.place.level === "zone"
        ? [resource.place.id]
        : [],
    );
  return [...new Set(ids.filter((id): id is string => id !== undefined && !isUnknown(id)))];
}

async function readManaged(client: EdgeClient, zoneId: string): Promise<Ruleset | undefined> {
  try {
    const found = findManagedRuleset(await client.rulesets.list({ zoneId }));
    return found && (await client.rulesets.get({ zoneId }, found.id));
  } catch (error) {
    // Without this permission, the review says nothing about managed rules.
    if (isPermissionError(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
