import { isMembers, pathTo } from "../api/plain";
import type { Claim } from "../rulesets/entrypoint/claim-conflict";

/** Every phase of managed rulesets: an `execute` there deploys one. */
const MANAGED_PHASES = /_firewall_managed$/;
/** An expression that matches every request. */
const EVERYTHING = /^[\s(]*true[\s)]*$/;

/** A claim that may depend on values that are known later. */
export interface ClaimSource {
  readonly values: readonly unknown[];
  /** Returns the claim for the known values. */
  readonly read: (known: readonly unknown[]) => Claim;
}

/** The entry point that a rule is in, and the resource that declares it. */
interface RuleOwner {
  readonly name: string;
  readonly phase: unknown;
  readonly noun: "zone" | "account";
}

/** Returns what a rule claims beside its place: the managed ruleset that it deploys, and what it skips for every request. */
export function claimsOfRule({ name, phase, noun }: RuleOwner, rule: unknown): ClaimSource[] {
  if (!isMembers(rule) || (rule["action"] !== "execute" && rule["action"] !== "skip")) return [];
  const { ref, action, actionParameters: parameters, expression, enabled } = rule;
  // An account may deploy a managed ruleset several times, for different zones.
  if (action === "execute" && noun === "account") return [];
  const path = `rules[${JSON.stringify(ref)}]`;
  // Only the id, since an unknown override would make all parameters unknown.
  const id = isMembers(parameters) ? parameters["id"] : undefined;
  return [
    {
      values: [phase, action === "execute" ? id : parameters, expression, enabled],
      read: ([place, what, matches, on]) => {
        const claimed = { name, phase: String(place) };
        if (action === "skip")
          return skipClaim(claimed, path, on !== false && EVERYTHING.test(String(matches)) ? what : {});
        const deploys = MANAGED_PHASES.test(String(place)) && typeof what === "string";
        return {
          kind: "deployment",
          ...claimed,
          ruleset: deploys ? what : undefined,
          path: pathTo(path, "actionParameters.id"),
          how: "",
        };
      },
    },
  ];
}

function skipClaim(claimed: { name: string; phase: string }, path: string, parameters: unknown): Claim {
  const { ruleset, phases, rulesets } = isMembers(parameters) ? parameters : {};
  const all = ruleset === "current" ? "all" : textsIn(rulesets);
  return { kind: "skip", ...claimed, path, phases: textsIn(phases), rulesets: all };
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}
