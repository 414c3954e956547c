import { movedZones, type MovedZone } from "../../fleet/earlier-places";
import type { Fleet } from "../../fleet/fleet";
import { type ConnectionFlags, findZone, openClient } from "../connection";
import { CommandError } from "../question";
import type { FleetFile, FleetFlags } from "./fleet-file";
import type { EarlierLocks } from "./lock-at-commit";
import type { LockFile } from "./lock-file";
import { listStacks } from "./pulumi";
import { atATime } from "./run-pool";
import { attempt, moveCommand, stateReader, stacksWithZone, type StackWithZone } from "./zone-in-states";
import { counted, joinFirst } from "../../provider/words";

export interface PlacesToCheck {
  readonly file: FleetFile;
  /** As it is on the disk. */
  readonly lock: LockFile;
  /** The zones with their stacks, as they are now or are going to be written. */
  readonly fleet: Fleet;
  readonly earlier: EarlierLocks;
  /** The stacks that are going to be updated. Default: any of them. */
  readonly updated?: ReadonlySet<string>;
  readonly flags: FleetFlags & ConnectionFlags;
  /** What was not done, for the refusal: `Nothing was written.` */
  readonly undone: string;
}

/** A zone whose resources are in the states of other stacks than the lock file says. */
interface Misplaced {
  readonly zone: MovedZone;
  readonly held: readonly [StackWithZone, ...StackWithZone[]];
}

interface Unproved {
  readonly zone: MovedZone;
  readonly why: string;
}

/**
 * Compares the zones that earlier lock files have in other stacks with the states of those stacks. Returns warnings about what could not be
 * compared. @throws CommandError if an update would delete the resources of a zone that the fleet still has
 */
export async function checkPlaces(asked: PlacesToCheck): Promise<string[]> {
  const { fleet, earlier, updated } = asked;
  const warnings = earlier.unread.map(
    (why) => `Warning: zones were not compared with an earlier lock file: ${why}`,
  );
  const moved = movedZones(fleet, earlier.fleets).filter(
    ({ stack, before }) => !updated || [stack, ...before].some((one) => updated.has(one)),
  );
  if (moved.length === 0) return warnings;
  const { misplaced, unproved } = await examine(asked, moved);
  if (misplaced.length > 0) throw new CommandError(refusal(asked, misplaced));
  return [...warnings, ...unprovedTexts(asked, unproved)];
}

const LOOKUPS_AT_A_TIME = 8;

async function examine(
  { file: { programFolder }, flags }: PlacesToCheck,
  moved: readonly MovedZone[],
): Promise<{ readonly misplaced: readonly Misplaced[]; readonly unproved: readonly Unproved[] }> {
  const read = stateReader(programFolder);
  const whereOf = async () => {
    const listed = await listStacks(programFolder);
    const client = openClient(flags);
    return async ({ name, before }: MovedZone) => {
      const { id } = await findZone(client, name);
      const existing = before.filter((stack) => listed.has(stack));
      return stacksWithZone(id, existing, read);
    };
  };
  const opened = await attempt(whereOf);
  const examined = await atATime(moved, LOOKUPS_AT_A_TIME, async (zone) => ({
    zone,
    found: opened.ok ? await attempt(() => opened.value(zone)) : opened,
  }));
  return {
    misplaced: examined.flatMap(({ zone, found }): Misplaced[] => {
      const [first, ...more] = found.ok ? found.value : [];
      return first ? [{ zone, held: [first, ...more] }] : [];
    }),
    unproved: examined.flatMap(({ zone, found }) => (found.ok ? [] : [{ zone, why: found.why }])),
  };
}

/** Zones that are listed for people. */
const SHOWN = 20;

function refusal({ lock, flags, undone }: PlacesToCheck, misplaced: readonly Misplaced[]): string {
  const shown = misplaced.slice(0, SHOWN);
  const others = misplaced.length - shown.length;
  const onDisk = new Set(lock.fleet.zones.map(({ name }) => name));
  const movable = shown.filter(({ zone }) => onDisk.has(zone.name));
  const missing = shown.filter(({ zone }) => !onDisk.has(zone.name));
  return [
    ...shown.map((one) => misplacedText(lock, one)),
    ...(others > 0 ? [`… and ${counted(others, "other zone")}`] : []),
    undone,
    ...(movable.length > 0 ? correctionLines(flags, movable) : []),
    ...(missing.length > 0 ? restoreLines(lock, missing) : []),
  ].join("\n");
}

function correctionLines(flags: PlacesToCheck["flags"], misplaced: readonly Misplaced[]): string[] {
  return [
    "If a merge has confused the stacks, correct the file. This changes no state, and nothing live:",
    ...misplaced.map(({ zone, held }) => `  ${moveCommand(flags, zone.name, held[0].stack)}`),
    "To have the zone in the other stack all the same, carry it there afterwards:",
    ...misplaced.map(({ zone }) => `  ${moveCommand(flags, zone.name, zone.stack)}`),
  ];
}

/** For zones that the file does not have, so that no command moves them. */
function restoreLines(lock: LockFile, misplaced: readonly Misplaced[]): string[] {
  const names = misplaced.map(({ zone }) => zone.name).join(", ");
  return [
    `${lock.file} has no line for ${names}. Restore the file from git, or add to its zones:`,
    ...misplaced.map(({ zone, held }) => `  ${JSON.stringify({ name: zone.name, stack: held[0].stack })}`),
  ];
}

function misplacedText(lock: LockFile, { zone, held }: Misplaced): string {
  const states = held
    .map(({ stack, resources }) => `${stack} (${counted(resources.length, "resource")})`)
    .join(" and ");
  const stacks = held.map(({ stack }) => stack).join(" or ");
  return (
    `${lock.placeOf(zone)}: ${zone.name} would be in the stack ${zone.stack}, but its resources are in the state of ${states}, where ` +
    `an earlier ${lock.file} has the zone. An update of ${stacks} would delete them.`
  );
}

function unprovedTexts({ lock, flags }: PlacesToCheck, unproved: readonly Unproved[]): string[] {
  const reasons = new Set(unproved.map(({ why }) => why));
  return [...reasons].map((reason) => {
    const zones = unproved.filter(({ why }) => why === reason).map(({ zone }) => zone);
    const places = zones.map(({ name, stack, before }) => `${name} (${stack}; before: ${before.join(", ")})`);
    const list = joinFirst(places, SHOWN, (rest) => counted(rest, "other zone"));
    const commands = zones
      .slice(0, SHOWN)
      .flatMap(({ name, before: [stack] }) => (stack === undefined ? [] : [moveCommand(flags, name, stack)]));
    return [
      `Warning: an earlier ${lock.file} has zones in other stacks: ${list}. Whether their resources have moved, too, is ` +
        `unknown: ${reason}`,
      "An update of the earlier stack deletes the resources that are still there. In that case, correct the file first:",
      ...commands.map((command) => `  ${command}`),
    ].join("\n");
  });
}
