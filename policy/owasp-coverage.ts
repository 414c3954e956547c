import { isUnknown } from "../provider/api";
import { isSecret, label, shown, type CheckedResource } from "./checked-resource";

/** What every zone of a stack must have. */
export interface OwaspRequirement {
  /** Lowest paranoia level that will do, 1 to 4. */
  readonly minimumLevel: number;
  /** Ids of zones that need none. */
  readonly exclude: readonly string[];
  /** Whether a deployment that only logs will do. */
  readonly allowLog: boolean;
}

export interface Violation {
  /** The resource to change, or the one that shows what is missing. */
  readonly urn: string;
  readonly message: string;
}

/**
 * Where the resources of a stack fall short: a zone that one of them names and that has no OwaspConfig, and each OwaspConfig
 * that is too weak. What is not known yet speaks for the stack: only what is wrong whatever the values will be is reported.
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

/** Whether the resource is in a zone that is surely not excluded. */
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
    // Two zones that are not known yet need not be the same one.
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
        `${zoneOf(first)} has no OwaspConfig, though this stack works in it with ${members.map(label).join(", ")}: ` +
        `add new OwaspConfig("…", { zoneId, paranoiaLevel: ${minimumLevel}, scoreThreshold: 40 }) or, where another stack ` +
        "protects the zone, put its id into `exclude` of the policy require-owasp.",
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
    weaknesses.push("enabled is false, so nothing is looked at: set it to true, or leave it out.");
  }
  if (action === "log" && !allowLog) {
    weaknesses.push(
      'action is "log", which lets every request through: set it to "managed_challenge" or "block".',
    );
  }
  return weaknesses.map((weakness) => ({ urn: config.urn, message: `${label(config)}: ${weakness}` }));
}
