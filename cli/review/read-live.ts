import { isUnknown, type Ruleset } from "../../provider/api";
import type { EdgeClient } from "../../provider/client";
import { findManagedRuleset } from "../../provider/rulesets";
import type { ReviewContext } from "../../review/changes/review-change";
import type { PlannedChange } from "../../review/documents/planned-change";
import { addressKey, type EntrypointAddress, entrypointAddress } from "../../review/model/entrypoint-address";
import { type ConnectionFlags, openClient } from "../connection";
import { readIfAllowed } from "../live-rulesets";

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

/** Without the permission to read it, the review says nothing about managed rules. */
function readManaged(client: EdgeClient, zoneId: string): Promise<Ruleset | undefined> {
  return readIfAllowed("the managed ruleset", async () => {
    const found = findManagedRuleset(await client.rulesets.list({ zoneId }));
    return found && (await client.rulesets.get({ zoneId }, found.id));
  });
}

/** Reads the live entry point of each ruleset that changes: one request for each. */
async function readEntrypoints(
  { steps }: PlannedChange,
  client: EdgeClient,
): Promise<NonNullable<ReviewContext["entrypointOf"]>> {
  const wanted = new Map<string, EntrypointAddress>();
  for (const { operation, before, after } of steps) {
    const shown = after ?? before;
    const address = operation === "same" || shown?.kind !== "ruleset" ? undefined : entrypointAddress(shown);
    if (address) wanted.set(addressKey(address), address);
  }
  const unread: string[] = [];
  const read = await Promise.all(
    [...wanted].map(async ([key, { level, id, phase }]) => {
      const scope = level === "zone" ? { zoneId: id } : { accountId: id };
      const entrypoint = await readIfAllowed(key, () => client.rulesets.entrypoint(scope, phase), unread);
      const none = { kind: level === "zone" ? ("zone" as const) : ("root" as const), phase, rules: [] };
      return [key, entrypoint ?? none] as const;
    }),
  );
  // Without the permission to read an entry point, the review is about the rules of the program.
  const found = new Map(read.filter(([key]) => !unread.includes(key)));
  return (ruleset) => {
    const address = entrypointAddress(ruleset);
    return address && found.get(addressKey(address));
  };
}
