import type { Kind, Phase, ZonePlan } from "../../provider/api";
import type { StoredRuleset, StoredSummary } from "../store/rulesets";

/** Where rules are about to stand, and what they may refer to. */
export interface RuleSite {
  readonly kind: Kind;
  readonly phase: Phase;
  /** Rulesets that an `execute` rule here can name: the vendor's, and the account's own in an account. */
  readonly executable: (id: string) => StoredSummary | undefined;
  readonly executableVersion: (id: string, version: string) => StoredRuleset | undefined;
  /** The plan of the zone, or of the account, when limits are enforced. */
  readonly limitedBy?: ZonePlan | undefined;
}
