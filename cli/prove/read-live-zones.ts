import type { Ruleset, Zone } from "../../provider/api";
import type { EdgeClient } from "../../provider/client";
import type { Language } from "../../provider/filter";
import { BLOCKING_PHASES } from "../../provider/rulesets";
import { fromLiveRuleset, type LivePlace } from "../../review/model/from-live";
import type { ReviewedRuleset } from "../../review/model/reviewed";
import type { JudgedResources } from "../../review/policies/invariants";
import { type ConnectionFlags, openClient } from "../connection";
import { findZones, rulesetsIfReadable } from "../live-rulesets";

/** What is live in zones. */
export interface LiveZones {
  readonly resources: JudgedResources;
  /** The names of zones by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** What the credential may not read. Nothing is claimed about these zones. */
  readonly unread: readonly string[];
  /** What every proof assumes about accounts whose rules the credential may not read. */
  readonly assumptions: readonly string[];
  /** Returns the names of all zones that the credential can see. */
  readonly allNames: () => Promise<readonly string[]>;
}

/** Reads the rulesets of zones and of their accounts, whose rules run before those of zones. @throws UsageError for an unknown name */
export async function readLiveZones(
  flags: ConnectionFlags,
  names: readonly string[],
  language: Language | undefined,
): Promise<LiveZones> {
  const client = openClient(flags);
  const zones = names.length > 0 ? await findZones(client, names) : await client.zones.list();
  const unread: string[] = [];
  const read = await Promise.all(zones.map((zone) => readZone(client, zone, language, unread)));
  const accounts = [...new Set(zones.map(({ account }) => account.id))];
  const assumptions: string[] = [];
  const shared = await Promise.all(accounts.map((id) => readAccount(client, id, language, assumptions)));
  const byId = new Map(zones.map(({ id, name }) => [id, name]));
  return {
    resources: { before: undefined, after: [...read, ...shared].flat(), isWhole: true, names: byId },
    names: byId,
    unread,
    assumptions,
    allNames: async () => (names.length > 0 ? await client.zones.list() : zones).map(({ name }) => name),
  };
}

async function readZone(
  client: EdgeClient,
  { id, name }: Zone,
  language: Language | undefined,
  unread: string[],
): Promise<ReviewedRuleset[]> {
  const found = await rulesetsIfReadable(client, { zoneId: id, name }, unread);
  if (found === undefined) return [];
  const rulesets = found.own.map((ruleset) => reviewed(ruleset, { level: "zone", id, name, language }));
  const [first] = BLOCKING_PHASES;
  if (rulesets.some(({ level, phase }) => level === "zone" && phase === first)) return rulesets;
  // An entry point that nobody has made has no rules.
  const none: Ruleset = {
    id: "entrypoint",
    name: first,
    kind: "zone",
    phase: first,
    version: "1",
    rules: [],
  };
  return [...rulesets, reviewed(none, { level: "zone", id, name, language })];
}

async function readAccount(
  client: EdgeClient,
  id: string,
  language: Language | undefined,
  assumptions: string[],
): Promise<ReviewedRuleset[]> {
  const unread: string[] = [];
  const found = await rulesetsIfReadable(client, { accountId: id }, unread);
  if (unread.length > 0)
    assumptions.push(
      `no rule of account ${id}, whose rulesets this credential may not read, acts on such requests before`,
    );
  return (found?.own ?? []).map((ruleset) => reviewed(ruleset, { level: "account", id, name: id, language }));
}

function reviewed(ruleset: Ruleset, place: LivePlace): ReviewedRuleset {
  const known = fromLiveRuleset(ruleset, place);
  return known.level === "custom" ? { ...known, rulesetId: ruleset.id } : known;
}
