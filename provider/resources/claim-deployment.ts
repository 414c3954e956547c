import * as pulumi from "@pulumi/pulumi";
import { programError } from "./program-error";

interface Deployment {
  readonly zoneId: pulumi.Input<string>;
  readonly rulesetName?: pulumi.Input<string> | undefined;
  readonly connection?: pulumi.Input<string> | undefined;
}

/** The resource of a program that deploys a managed ruleset in a zone, by ruleset and zone. */
const programs = new WeakMap<object, Map<string, pulumi.Resource>>();

/**
 * Fails the program if two of its resources configure one deployment. A zone has it only once, and each would take it over from
 * the other with every change.
 */
export function claimDeployment(owner: pulumi.Resource, name: string, args: Deployment): void {
  const stack = pulumi.runtime.getStackResource();
  if (!stack) return;
  const claims = programs.get(stack) ?? new Map<string, pulumi.Resource>();
  programs.set(stack, claims);
  pulumi.output([args.zoneId, args.rulesetName, args.connection]).apply((deployment) => {
    const key = JSON.stringify(deployment);
    const other = claims.get(key) ?? owner;
    claims.set(key, other);
    if (other !== owner)
      throw programError(
        `OwaspConfig "${name}": another OwaspConfig of this program configures the same managed ruleset in the zone ` +
          `${String(deployment[0])}. A zone deploys a managed ruleset only once: remove one of them (a ZoneBaseline includes one; ` +
          "owasp: false removes it).",
      );
  });
}
