import { found, isMembers, isUnknown, pathTo } from "../../api";
import type { Problem } from "../../api/problem";
import type { Zone } from "../../api/wire";
import type { RuleState } from "../rules/rule-map";

/** The parameters of `route` that name a host. */
const HOSTS = [
  ["origin", "host"],
  ["sni", "value"],
] as const;

/**
 * Warns of rules that send requests to a host in a zone of another account. Such a host must belong to a zone of the same account.
 * `zones` are those that the credential may read, so the host can belong to a nearer zone that it may not read.
 */
export function warnOfForeignHosts(
  rules: readonly RuleState[],
  { account }: Zone,
  zones: readonly Zone[],
): Problem[] {
  return rules.flatMap(({ ref, action, actionParameters = {} }) =>
    HOSTS.flatMap(([outer, inner]) => {
      const members = action === "route" ? actionParameters[outer] : undefined;
      const host = isMembers(members) ? members[inner] : undefined;
      if (typeof host !== "string" || isUnknown(host)) return [];
      const owner = zoneOf(host, zones);
      if (!owner || owner.account.id === account.id) return [];
      const path = pathTo(`rules[${JSON.stringify(ref)}].actionParameters.${outer}`, inner);
      const message =
        `is ${found(host)}, a host of the zone ${owner.name} in the account ${owner.account.id}, and a rule can send requests only ` +
        `to hosts of the account of its zone, ${account.id}: name a host of that account`;
      return [{ path, message }];
    }),
  );
}

function zoneOf(host: string, zones: readonly Zone[]): Zone | undefined {
  const name = host.toLowerCase();
  return zones
    .filter((zone) => name === zone.name || name.endsWith(`.${zone.name}`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}
