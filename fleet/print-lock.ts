import type { Fleet, FleetZone } from "./fleet";

/** The version of the form of the lock file. */
export const LOCK_VERSION = 1;

/** Prints a fleet as the text of its lock file: JSON, one line for each zone. Equal fleets have equal texts. */
export function printLock({ zones, removed }: Fleet): string {
  const members = [
    `"version": ${LOCK_VERSION}`,
    `"zones": ${printZones(zones)}`,
    `"removed": ${printZones(removed)}`,
  ];
  return `{\n${members.map((member) => `  ${member}`).join(",\n")}\n}\n`;
}

function printZones(zones: readonly FleetZone[]): string {
  const lines = zones.map((zone) => `    ${printZone(zone)}`);
  return lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
}

function printZone({ name, stack, config }: FleetZone): string {
  const members = Object.entries({ name, stack, ...(config && { config }) });
  return `{ ${members.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(", ")} }`;
}
