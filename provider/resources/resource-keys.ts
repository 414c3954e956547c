import * as pulumi from "@pulumi/pulumi";
import type { ResourceMap } from "../api";
import { resourceKeys } from "../tokens/token/resource-keys";

/** One account: its own settings, rulesets and tokens, not its zones. */
export function account(id: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(id).apply(resourceKeys.account);
}

/** Every account that the token's owner can reach. */
export function allAccounts(): pulumi.Output<ResourceMap> {
  return pulumi.output(resourceKeys.allAccounts());
}

/** One zone. */
export function zone(id: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(id).apply(resourceKeys.zone);
}

/** Every zone in every account that the token's owner can reach. */
export function allZones(): pulumi.Output<ResourceMap> {
  return pulumi.output(resourceKeys.allZones());
}

/** Every zone of one account, those made later included. */
export function allZonesIn(accountId: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(accountId).apply(resourceKeys.allZonesIn);
}

/**
 * One storage bucket of an account. Only groups of scope `bucket` act on it.
 *
 * @param jurisdiction default `default`
 */
export function bucket(
  accountId: pulumi.Input<string>,
  name: pulumi.Input<string>,
  jurisdiction?: pulumi.Input<string>,
): pulumi.Output<ResourceMap> {
  return pulumi
    .all([accountId, name, jurisdiction])
    .apply(([account, own, place]) => resourceKeys.bucket(account, own, place));
}

/** The calling user; only the user itself may be named. Without an id it is looked up. */
export function user(id?: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(id).apply((own) => resourceKeys.user(own));
}
