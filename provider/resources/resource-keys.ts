import * as pulumi from "@pulumi/pulumi";
import type { ResourceMap } from "../api/wire";
import { resourceKeys } from "../tokens/token/resource-keys";

/** Selects one account: its settings, rulesets and tokens, but not its zones. */
export function account(id: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(id).apply(resourceKeys.account);
}

/** Selects every account that the token's owner can access. */
export function allAccounts(): pulumi.Output<ResourceMap> {
  return pulumi.output(resourceKeys.allAccounts());
}

/** Selects one zone. */
export function zone(id: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(id).apply(resourceKeys.zone);
}

/** Selects every zone in every account that the token's owner can access. */
export function allZones(): pulumi.Output<ResourceMap> {
  return pulumi.output(resourceKeys.allZones());
}

/** Selects every zone of one account, including future ones. */
export function allZonesIn(accountId: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(accountId).apply(resourceKeys.allZonesIn);
}

/**
 * Selects one storage bucket of an account. Only permission groups of scope `bucket` apply to it.
 *
 * @param jurisdiction defaults to `default`
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

/** Selects the calling user. Other users cannot be selected. Without an id, the id is looked up. */
export function user(id?: pulumi.Input<string>): pulumi.Output<ResourceMap> {
  return pulumi.output(id).apply((own) => resourceKeys.user(own));
}
