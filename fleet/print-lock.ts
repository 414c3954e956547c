import type { Fleet } from "./fleet";

/** The version of the form of the lock file. */
export const LOCK_VERSION = 1;

/**
 * Prints a fleet as the text of its lock file: JSON, one line for each zone and each stack. Equal fleets have equal texts.
 *
 * @param hashes by stack, in the order of their names: {@link hashStacks}
 */
export function printLock({ zones, removed }: Fleet, hashes: ReadonlyMap<string, string>): string {
  const members = [
    `"version": ${LOCK_VERSION}`,
    `"zones": ${printLines(zones.map(({ name, stack, config }) => ({ name, stack, ...(config && { config }) })))}`,
    `"removed": ${printLines(removed.map(({ name, stack }) => ({ name, stack })))}`,
    `"stacks": ${printLines([...hashes].map(([name, hash]) => ({ name, hash })))}`,
  ];
  return `{\n${members.map((member) => `  ${member}`).join(",\n")}\n}\n`;
}

function printLines(entries: readonly object[]): string {
  const lines = entries.map((entry) => `    ${printEntry(entry)}`);
  return lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
}

function printEntry(entry: object): string {
  const members = Object.entries(entry).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
  return `{ ${members.join(", ")} }`;
}
