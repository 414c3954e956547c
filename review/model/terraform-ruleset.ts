import { isMembers, isUnknown, type Members } from "../../provider/api";
import { levelOf, textOf } from "./members";
import type { MaybeUnknown, Place, ReviewedRuleset } from "./reviewed";
import { blocksToWire } from "./terraform-blocks";

/** A rule of a `cloudflare_ruleset`. */
export interface TerraformRule {
  /** The id in the API; undefined in a plan that creates the rule. */
  readonly id: string | undefined;
  /** Undefined if the API chooses it during the update. */
  readonly ref: MaybeUnknown<string> | undefined;
  /** In wire names and shapes, without what the API sets. */
  readonly wire: Members;
}

/** What the API sets and the provider stores beside the arguments. */
const COMPUTED: readonly string[] = ["id", "version", "last_updated", "categories"];

/** Reads where the ruleset of a `cloudflare_ruleset` is. A ruleset of a kind that is not known is judged as an entry point. */
export function readRuleset(values: Members): Pick<ReviewedRuleset, "place" | "level" | "phase"> {
  const { kind, phase, zone_id: zoneId, account_id: accountId } = values;
  const zone = textOf(zoneId);
  const place: Place =
    zone === undefined ? { level: "account", id: textOf(accountId) } : { level: "zone", id: zone };
  return { place, level: levelOf(kind) ?? "zone", phase: textOf(phase) };
}

/** Reads the rules of a `cloudflare_ruleset` of version 4 or 5. */
export function readRules(rules: unknown): TerraformRule[] {
  return Array.isArray(rules) ? rules.map(readRule) : [];
}

function readRule(rule: unknown): TerraformRule {
  const members = isMembers(rule) ? rule : {};
  const wire = Object.fromEntries(
    Object.entries(blocksToWire(members)).filter(([name]) => !COMPUTED.includes(name)),
  );
  const id = textOf(members["id"]);
  // If the program sets no ref, the API chooses one during the update, so a plan cannot name the rule by it.
  const { ref, ...rest } = wire;
  return isUnknown(ref) || ref === "" ? { id, ref: undefined, wire: rest } : { id, ref: textOf(ref), wire };
}
