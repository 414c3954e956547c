import { isMembers, pathTo } from "../api/plain";
import type { Claim } from "../rulesets/entrypoint/claim-conflict";
import type { NamedRule } from "../rulesets/hazards/judged-rule";

/** Every phase of managed rulesets: an `execute` there deploys one. */
const MANAGED_PHASES = /_firewall_managed$/;

/** A claim that may depend on values that are known later. */
export interface ClaimSource {
  readonly values: readonly unknown[];
  /** Returns the claim for the known values. */
  readonly read: (known: readonly unknown[]) => Claim;
  /**
   * Returns the rules in wire names. They are read only if a skip rule of another resource may concern them, and do not hold up the
   * claim.
   */
  readonly rules?: () => Promise<readonly NamedRule[]>;
}

/** The entry point that a rule is in, and the resource that declares it. */
interface RuleOwner {
  readonly name: string;
  readonly phase: unknown;
  readonly noun: "zone" | "account";
}

/** Returns what a rule claims beside its place: the managed ruleset that it deploys. */
export function claimsOfRule({ name, phase, noun }: RuleOwner, rule: unknown): ClaimSource[] {
  // An account may deploy a managed ruleset several times, for different zones.
  if (!isMembers(rule) || rule["action"] !== "execute" || noun === "account") return [];
  const { ref, actionParameters: parameters } = rule;
  // Only the id, since an unknown override would make all parameters unknown.
  const id = isMembers(parameters) ? parameters["id"] : undefined;
  return [
    {
      values: [phase, id],
      read: ([place, what]) => {
        const deploys = MANAGED_PHASES.test(String(place)) && typeof what === "string";
        return {
          kind: "deployment",
          name,
          phase: String(place),
          ruleset: deploys ? what : undefined,
          path: pathTo(`rules[${JSON.stringify(ref)}]`, "actionParameters.id"),
          how: "",
        };
      },
    },
  ];
}
