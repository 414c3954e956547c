import { Phase, isUnknown, type Ruleset } from "../../provider/api";
import { isNotFound, isPermissionError, type EdgeClient, type RulesetScope } from "../../provider/client";
import type { PlannedChange } from "../../review/documents/planned-change";
import type { ReviewedRuleset } from "../../review/model/reviewed";

/** Reads the live entry point of each ruleset that changes: one request for each. */
export async function readEntrypoints(
  { steps }: PlannedChange,
  client: EdgeClient,
): Promise<(ruleset: ReviewedRuleset) => Ruleset | undefined> {
  const wanted = new Map<string, EntrypointAddress>();
  for (const { operation, before, after } of steps) {
    const shown = after ?? before;
    const address = operation === "same" || shown?.kind !== "ruleset" ? undefined : addressOf(shown);
    if (address) wanted.set(keyOf(address), address);
  }
  const read = await Promise.all(
    [...wanted].map(async ([key, address]) => [key, await readEntrypoint(client, address)] as const),
  );
  const found = new Map(read);
  return (ruleset) => {
    const address = addressOf(ruleset);
    return address && found.get(keyOf(address));
  };
}

interface EntrypointAddress {
  readonly scope: RulesetScope;
  readonly phase: string;
}

/** A custom ruleset has one owner, so it has no foreign rules. */
function addressOf({ level, place: { id }, phase }: ReviewedRuleset): EntrypointAddress | undefined {
  const known = Phase.safeParse(phase).data;
  if (level === "custom" || id === undefined || isUnknown(id) || known === undefined) return undefined;
  return { scope: level === "zone" ? { zoneId: id } : { accountId: id }, phase: known };
}

function keyOf({ scope, phase }: EntrypointAddress): string {
  return JSON.stringify([scope, phase]);
}

async function readEntrypoint(
  client: EdgeClient,
  { scope, phase }: EntrypointAddress,
): Promise<Ruleset | undefined> {
  try {
    return await client.rulesets.entrypoint(scope, phase);
  } catch (error) {
    // Where there is no entry point, or no permission to read it, the review shows the rules of the program alone.
    if (isPermissionError(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
