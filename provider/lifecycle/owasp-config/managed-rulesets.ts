import type { Ruleset, RulesetSummary } from "../../api";
import type { EdgeClient, RulesetScope } from "../../client";
import { findManagedRuleset, type OwaspArgs } from "../../rulesets";
import { LifecycleError } from "../lifecycle";
import { unlessNotFound } from "../unless-not-found";
import { onceARun } from "../per-client";

export class MissingManagedRuleset extends LifecycleError {
  override readonly name = "MissingManagedRuleset";
}

/**
 * Reads, once for all zones, the managed ruleset that `rulesetName` names, by default the OWASP core ruleset, with its rules. `known` is the list of the
 * zone's rulesets, if it was read before.
 */
export function loadManagedRuleset(
  client: EdgeClient,
  args: OwaspArgs,
  known?: readonly RulesetSummary[],
): Promise<Ruleset> {
  return onceARun(client, `managed name ${args.rulesetName ?? ""}`, () => load(client, args, known));
}

export function readManagedRuleset(client: EdgeClient, scope: RulesetScope, id: string): Promise<Ruleset> {
  return onceARun(client, `managed ${id}`, () => client.rulesets.get(scope, id));
}

/** Reads an earlier version of a managed ruleset; undefined if the API no longer has it. */
export function readManagedVersion(
  client: EdgeClient,
  zoneId: string,
  id: string,
  version: string,
): Promise<Ruleset | undefined> {
  return onceARun(client, `managed ${id} ${version}`, () =>
    unlessNotFound(client.rulesets.version({ zoneId }, id, version)),
  );
}

async function load(
  client: EdgeClient,
  args: OwaspArgs,
  known: readonly RulesetSummary[] | undefined,
): Promise<Ruleset> {
  const list = known ?? (await client.rulesets.list({ zoneId: args.zoneId }));
  const summary = findManagedRuleset(list, args.rulesetName);
  if (summary) return readManagedRuleset(client, { zoneId: args.zoneId }, summary.id);
  const names = list
    .filter((ruleset) => ruleset.kind === "managed")
    .map((ruleset) => JSON.stringify(ruleset.name));
  throw new MissingManagedRuleset(
    `The zone ${args.zoneId} has no managed ruleset ${args.rulesetName ? JSON.stringify(args.rulesetName) : "for OWASP"}; ` +
      (names.length > 0
        ? `it has ${names.join(", ")}: set rulesetName to one of them.`
        : "its plan may include none."),
  );
}
