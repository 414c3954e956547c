import { isUnknown } from "../provider/api";
import { isSecret, label, shown, type CheckedResource } from "./checked-resource";

/** The requirement on every zone of a stack. */
export interface OwaspRequirement {
  /** The minimum paranoia level, 1 to 4. */
  readonly minimumLevel: number;
  /** The ids of zones without the requirement. */
  readonly exclude: readonly string[];
  /** Whether a deployment that only logs is sufficient. */
  readonly allowLog: boolean;
}

/** A violation of the policy by a resource. */
export interface Violation {
  /** The resource to change or, if a zone has no OwaspConfig, a resource in that zone. */
  readonly urn: string;
  readonly message: string;
}

/**
 * Returns the violations of a stack: each zone in use without an OwaspConfig, and each OwaspConfig that is too weak. Unknown values
 * are assumed to be valid: a violation is reported only if it exists for any value.
 */
export function checkOwaspCoverage(
  resources: readonly CheckedResource[],
  requirement: OwaspRequirement,
): Violation[] {
  const configs = resources.filter(({ kind }) => kind === "OwaspConfig");
  const judged = resources.filter((resource) => needsOwasp(resource, requirement));
  const bare = judged.filter((resource) => !configs.some((config) => mayShareZone(config, resource)));
  return [
    ...groupByZone(bare).flatMap((members) => describeBareZone(members, requirement)),
    ...configs
      .filter((config) => judged.includes(config))
      .flatMap((config) => checkStrength(config, requirement)),
  ];
}

/** Whether a resource is certainly in a zone that is not excluded. */
function needsOwasp({ properties }: CheckedResource, { exclude }: OwaspRequirement): boolean {
  const { zoneId } = properties;
  if (isUnknown(zoneId)) return exclude.length === 0;
  return typeof zoneId === "string" && !exclude.includes(zoneId);
}

function mayShareZone(a: CheckedResource, b: CheckedResource): boolean {
  const zones = [a.properties["zoneId"], b.properties["zoneId"]];
  return zones[0] === zones[1] || zones.some(isUnknown);
}

function groupByZone(resources: readonly CheckedResource[]): CheckedResource[][] {
  const byZone = new Map<unknown, CheckedResource[]>();
  for (const resource of resources) {
    const { zoneId } = resource.properties;
    // Two unknown zones may differ.
    const zone = isUnknown(zoneId) ? resource : zoneId;
    byZone.set(zone, [...(byZone.get(zone) ?? []), resource]);
  }
  return [...byZone.values()];
}

function describeBareZone(
  members: readonly CheckedResource[],
  { minimumLevel }: OwaspRequirement,
): Violation[] {
  const [first] = members;
  if (!first) return [];
  return [
    {
      urn: first.urn,
      message:
        `${zoneOf(first)} has no OwaspConfig, but this stack uses it in ${members.map(label).join(", ")}: ` +
        `add new OwaspConfig("…", { zoneId, paranoiaLevel: ${minimumLevel}, scoreThreshold: 40 }) or, if another stack ` +
        "protects the zone, add its id to `exclude` in the configuration of the policy require-owasp.",
    },
  ];
}

function zoneOf(resource: CheckedResource): string {
  if (isUnknown(resource.properties["zoneId"])) return "A zone whose id is not known yet";
  return isSecret(resource, "zoneId")
    ? "A zone whose id is secret"
    : `Zone ${String(resource.properties["zoneId"])}`;
}

function checkStrength(config: CheckedResource, { minimumLevel, allowLog }: OwaspRequirement): Violation[] {
  const { paranoiaLevel, enabled, action } = config.properties;
  const weaknesses: string[] = [];
  if (!isUnknown(paranoiaLevel) && !(typeof paranoiaLevel === "number" && paranoiaLevel >= minimumLevel)) {
    const right = minimumLevel === 4 ? "set it to 4" : `set it to ${minimumLevel} or more, up to 4`;
    weaknesses.push(
      `paranoiaLevel is ${shown(config, "paranoiaLevel")}, at least ${minimumLevel} is required: ${right}.`,
    );
  }
  if (enabled === false) {
    weaknesses.push("enabled is false, so no request is inspected: set it to true, or remove it.");
  }
  if (action === "log" && !allowLog) {
    weaknesses.push('action is "log", which blocks no request: set it to "managed_challenge" or "block".');
  }
  return weaknesses.map((weakness) => ({ urn: config.urn, message: `${label(config)}: ${weakness}` }));
}
