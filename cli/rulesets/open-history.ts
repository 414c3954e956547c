import { Id, Phase, type Ruleset, type RulesetSummary } from "../../provider/api";
import { isNotFound, type EdgeClient, type RulesetScope } from "../../provider/client";
import { findZone, openClient } from "../connection";
import { CommandError } from "../question";
import { UsageError } from "../usage-error";

export interface RulesetFlags {
  /** Id or name. */
  readonly zone?: string;
  readonly account?: string;
  readonly phase?: string;
  readonly ruleset?: string;
  readonly connection?: string;
}

export interface RulesetHistory {
  readonly scope: RulesetScope;
  readonly client: EdgeClient;
  live(): Promise<Ruleset>;
  /** Returns all kept versions without their rules, oldest first. */
  versions(): Promise<RulesetSummary[]>;
  version(version: string): Promise<Ruleset>;
}

/** Opens the selected ruleset. @throws UsageError, ConfigurationError, and EdgeError if the lookup of a zone name fails */
export async function openHistory(flags: RulesetFlags): Promise<RulesetHistory> {
  const { phase, ruleset, connection } = flags;
  const id = ruleset ?? "";
  if ((phase === undefined) === (ruleset === undefined)) {
    throw new UsageError(
      "Name the ruleset with exactly one of --phase <phase>, for an entry point, and --ruleset <id>.",
    );
  }
  if (phase !== undefined && !Phase.safeParse(phase).success)
    throw new UsageError(`There is no phase '${phase}'. Valid phases: ${Phase.options.join(", ")}.`);
  if (ruleset !== undefined && !Id.safeParse(ruleset).success)
    throw new UsageError("--ruleset must be a ruleset id of 32 lower-case hexadecimal digits.");
  const client = openClient(connection === undefined ? {} : { connection });
  const scope = await scopeOf(client, flags);
  const calls = client.rulesets;
  const versions = () =>
    phase === undefined ? calls.versions(scope, id) : calls.entrypointVersions(scope, phase);
  return {
    scope,
    client,
    live: () => (phase === undefined ? calls.get(scope, id) : calls.entrypoint(scope, phase)),
    versions: async () => [...(await versions())].sort((a, b) => Number(a.version) - Number(b.version)),
    version: (version) =>
      phase === undefined
        ? calls.version(scope, id, version)
        : calls.entrypointVersion(scope, phase, version),
  };
}

async function scopeOf(client: EdgeClient, { zone, account }: RulesetFlags): Promise<RulesetScope> {
  if (zone !== undefined && account !== undefined)
    throw new UsageError("--zone and --account cannot be combined.");
  if (zone !== undefined) return { zoneId: await zoneIdOf(client, zone) };
  const accountId = account ?? client.settings.accountId;
  if (accountId === undefined)
    throw new UsageError(
      "Name the zone or account of the ruleset: --zone <name or id>, or --account <id> (default: EDGE_ACCOUNT_ID).",
    );
  if (Id.safeParse(accountId).success) return { accountId };
  throw new UsageError("--account must be an account id of 32 lower-case hexadecimal digits.");
}

async function zoneIdOf(client: EdgeClient, zone: string): Promise<string> {
  return Id.safeParse(zone).success ? zone : (await findZone(client, zone)).id;
}

/** Reads a version. @throws CommandError if it is not kept */
export async function keptVersion(history: RulesetHistory, version: string): Promise<Ruleset> {
  try {
    return await history.version(version);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const kept = (await history.versions()).map((one) => one.version).join(", ");
    throw new CommandError(`There is no version ${version}. Kept versions: ${kept}.`);
  }
}

/** @throws CommandError */
export function refuseManaged({ kind, name }: Ruleset): void {
  if (kind !== "managed") return;
  throw new CommandError(
    `The ruleset ${JSON.stringify(name)} is a managed ruleset: its versions are read-only.`,
  );
}

/** @throws CommandError */
export function refuseOtherVersion({ version }: Ruleset, expected: string): void {
  if (version === expected) return;
  throw new CommandError(
    `The live version is ${version}, not ${expected}: the ruleset was changed in the meantime. Nothing was written. ` +
      "Check the difference again with `rulesets diff`.",
  );
}
