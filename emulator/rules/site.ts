import type { Kind, Phase } from "../../provider/api";
import type { StoredRuleset, StoredSummary } from "../store/rulesets";
import type { Plan } from "../store/zones";

/** Where rules are about to stand, and what they may refer to. */
export interface RuleSite {
  readonly kind: Kind;
  readonly phase: Phase;
  /** Rulesets that an `execute` rule here can name: the vendor's, and the account's own in an account. */
  readonly executable: (id: string) => StoredSummary | undefined;
  readonly executableVersion: (id: string, version: string) => StoredRuleset | undefined;
  /** The zone's plan when limits are enforced. */
  readonly limitedBy?: Plan | undefined;
}
