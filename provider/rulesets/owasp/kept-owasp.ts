import type { Overrides, Rule, Ruleset } from "../../api/wire";
import { LATEST, overridesOf, versionOf } from "./managed-ruleset";
import type { OwaspArgs } from "./owasp-args";
import { foreignOverrides } from "./owasp-overrides";

/** What a deployment has beside its arguments, and keeps. It is part of what the resource declares. */
export interface KeptOwasp {
  /** A fixed version of the managed ruleset. Default: the latest. */
  readonly version?: string;
  /** Overrides of others. Default: none. */
  readonly overrides?: Overrides;
}

/** Returns what a deploying rule has beside its arguments. */
export function keptOwasp(args: OwaspArgs, managed: Ruleset, deploying: Rule | undefined): KeptOwasp {
  const version = versionOf(deploying);
  const overrides = foreignOverrides(args, managed, overridesOf(deploying));
  return {
    ...(version !== LATEST && { version }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
  };
}

/** Returns a deploying rule without anything beside its arguments but what it keeps. */
export function asKept(deploying: Rule, { version = LATEST, overrides = {} }: KeptOwasp): Rule {
  return {
    ...deploying,
    action_parameters: { ...deploying.action_parameters, version, overrides },
  };
}
