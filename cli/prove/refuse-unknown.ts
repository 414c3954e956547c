import { isUnknown } from "../../provider/api";
import type { JudgedResources, ZoneAnswer } from "../../review/policies/invariants";
import { requestsOfZone } from "../../review/policies/zone-requests";
import { zonesInUse } from "../../review/policies/zones";
import { UsageError } from "../usage-error";
import { didYouMean, joinFirst, meantText, nearestWords } from "../../provider/words";

/** Ids that a message names at most. */
const NAMED = 5;

/** Refuses a zone of which documents have no resource. @throws UsageError */
export function refuseUnknownZones(
  wanted: readonly string[],
  { before = [], after, names }: Pick<JudgedResources, "before" | "after" | "names">,
): void {
  const ids = zonesInUse([...after, ...before]).flatMap(({ id, resource }) =>
    isUnknown(id) || resource.isSecret(resource.nameOf("zone_id")) ? [] : [id],
  );
  const named = ids.map((id) => names?.get(id) ?? id);
  const unknown = wanted.find((zone) => !ids.includes(zone) && !named.includes(zone));
  if (unknown === undefined) return;
  const known =
    ids.length === 0 ? "; they have no zone whose id is known" : `; write one of ${joinFirst(named, NAMED)}`;
  throw new UsageError(
    `--zone: the files have no resource of the zone ${JSON.stringify(unknown)}${didYouMean(unknown, [...new Set([...ids, ...named])]) || `${known}.`}`,
  );
}

/**
 * Refuses an invariant about requests of no zone at all: it would say nothing for ever. `zoneNames` is asked only if the zones of the
 * answers have no such request. `which` says which zones these are. @throws UsageError
 */
export async function refuseUnknownHosts(
  answers: readonly ZoneAnswer[],
  which: string,
  zoneNames: () => Promise<readonly string[]>,
): Promise<void> {
  const asked = new Set(answers.flatMap(({ kind, invariant }) => (kind === "no request" ? [] : [invariant])));
  const unasked = [...new Set(answers.map(({ invariant }) => invariant))].filter((one) => !asked.has(one));
  if (unasked.length === 0) return;
  const names = await zoneNames();
  for (const { name, requests } of unasked) {
    if (names.some((zone) => requestsOfZone(requests, zone) !== "none")) continue;
    throw new UsageError(
      `${JSON.stringify(name)}: no zone ${which} has such a request${nearestText(requests, names)}`,
    );
  }
}

/** Names the zones whose names resemble a host of an expression, or what the host ends with. */
function nearestText(requests: string, zones: readonly string[]): string {
  const hosts = [...requests.matchAll(/"([a-z0-9-]+(?:\.[a-z0-9-]+)+)"/gi)].map(([, host = ""]) => host);
  const ends = hosts.flatMap((host) =>
    host.split(".").map((_, index, labels) => labels.slice(index).join(".")),
  );
  const near = new Set(ends.filter((end) => end.includes(".")).flatMap((end) => nearestWords(end, zones)));
  return meantText([...near].slice(0, 3)) || ". Correct the expression.";
}
