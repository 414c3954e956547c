import { isUnknown } from "../../provider/api";
import { leastPrivilege, usesOf, usesOfLookups, type DeployedResource } from "../../provider/tokens";
import type { Reviewed } from "../model/reviewed";
import type { Review } from "./review";

const RULESET_KINDS = {
  custom: "Ruleset",
  root: "AccountEntrypointRuleset",
  zone: "ZoneEntrypointRuleset",
} as const;

/** Returns the permissions that the credential of a deployment needs for these resources, as `edge-platform preflight` does. */
export function neededPermissions(resources: readonly Reviewed[]): Review["permissions"] {
  const deployed = resources.flatMap((resource) => deployedAs(resource));
  const isOwn = resources.some(({ origin }) => origin === "edge");
  const uses = [...deployed.flatMap(usesOf), ...(isOwn ? usesOfLookups(["getZone"], deployed) : [])];
  return leastPrivilege(uses).map(({ group, key, uses: calls }) => ({
    group: group.name,
    on: key,
    // Sorted, since the engine previews resources in any order: the same change has the same report.
    by: [...new Set(calls.map(({ by }) => by.slice(by.indexOf(" ") + 1)))].sort(),
  }));
}

/** The permissions depend on what a resource is, not on the tool that declares it. */
function deployedAs(resource: Reviewed): DeployedResource[] {
  const deployed = (kind: string, inputs: DeployedResource["inputs"]) => [
    { kind, name: resource.label, inputs, external: false },
  ];
  switch (resource.kind) {
    case "ruleset": {
      const { place, phase, level } = resource;
      const id = place.id === undefined ? {} : { [`${place.level}Id`]: place.id };
      const isZone = place.level === "zone" && level === "zone";
      return deployed(isZone ? RULESET_KINDS.zone : RULESET_KINDS[level === "zone" ? "root" : level], {
        ...id,
        ...(phase !== undefined && !isUnknown(phase) && { phase }),
      });
    }
    case "token":
      return deployed(
        "ApiToken",
        resource.place.level === "account" ? { accountId: resource.place.id ?? "" } : {},
      );
    case "owasp":
      return deployed("OwaspConfig", resource.place.id === undefined ? {} : { zoneId: resource.place.id });
    default:
      return [];
  }
}
