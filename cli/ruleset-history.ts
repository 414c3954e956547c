import { Id, Phase, type Ruleset, type RulesetSummary } from "../provider/api";
import type { EdgeClient, RulesetScope } from "../provider/client";
import { findZone, openClient } from "./connection";
import { UsageError } from "./usage-error";

/** Which ruleset, as the command line names it. */
export interface RulesetFlags {
  /** Id or name. */
  readonly zone?: string;
  readonly account?: string;
  readonly phase?: string;
  readonly ruleset?: string;
  readonly connection?: string;
}

/** A ruleset with its versions. */
export interface RulesetHistory {
  readonly scope: RulesetScope;
  readonly client: EdgeClient;
  /** The newest version, which is in force. */
  live(): Promise<Ruleset>;
  /** All that are kept, without rules, oldest first. */
  versions(): Promise<RulesetSummary[]>;
  version(version: string): Promise<Ruleset>;
}

/** @throws UsageError, ConfigurationError, and EdgeError where a zone's name has to be looked up */
export async function openHistory(flags: RulesetFlags): Promise<RulesetHistory> {
  const { phase, ruleset, connection } = flags;
  if ((phase === undefined) === (ruleset === undefined)) {
    throw new UsageError(
      "Name the ruleset: --phase <phase> for an entry point, or --ruleset <id>; one of the two.",
    );
  }
  if (phase !== undefined && !Phase.safeParse(phase).success)
    throw new UsageError(`There is no phase '${phase}'. There are ${Phase.options.join(", ")}.`);
  if (ruleset !== undefined && !Id.safeParse(ruleset).success)
    throw new UsageError("--ruleset takes the id of a ruleset: 32 lower-case hexadecimal digits.");
  const client = openClient(connection === undefined ? {} : { connection });
  const scope = await scopeOf(client, flags);
  const calls = client.rulesets;
  if (phase === undefined) {
    const id = ruleset ?? "";
    return {
      ...{ scope, client },
      live: () => calls.get(scope, id),
      versions: async () => oldestFirst(await calls.versions(scope, id)),
      version: (version) => calls.version(scope, id, version),
    };
  }
  return {
    ...{ scope, client },
    live: () => calls.entrypoint(scope, phase),
    versions: async () => oldestFirst(await calls.entrypointVersions(scope, phase)),
    version: (version) => calls.entrypointVersion(scope, phase, version),
  };
}

async function scopeOf(client: EdgeClient, { zone, account }: RulesetFlags): Promise<RulesetScope> {
  if (zone !== undefined && account !== undefined)
    throw new UsageError("--zone and --account exclude each other.");
  if (zone !== undefined) return { zoneId: await zoneIdOf(client, zone) };
  const accountId = account ?? client.settings.accountId;
  if (accountId === undefined)
    throw new UsageError(
      "Name whose ruleset it is: --zone <name or id>, or --account <id> (default: EDGE_ACCOUNT_ID).",
    );
  if (Id.safeParse(accountId).success) return { accountId };
  throw new UsageError("--account takes the id of an account: 32 lower-case hexadecimal digits.");
}

async function zoneIdOf(client: EdgeClient, zone: string): Promise<string> {
  return Id.safeParse(zone).success ? zone : (await findZone(client, zone)).id;
}

function oldestFirst(versions: readonly RulesetSummary[]): RulesetSummary[] {
  return [...versions].sort((a, b) => Number(a.version) - Number(b.version));
}
