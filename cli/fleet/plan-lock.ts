import { isNotFound, type EdgeClient } from "../../provider/client";
import { withLostZones } from "../../fleet/earlier-places";
import { forgetRemoved, shardsOf, type Fleet, type Placement, type Shard } from "../../fleet/fleet";
import { planFleet, type FleetPlan } from "../../fleet/plan-fleet";
import { zoneOf } from "../../fleet/plan-move";
import { waveOfZone } from "../../fleet/waves";
import { openClient, type ConnectionFlags } from "../connection";
import { CommandError, type QuestionAnswer } from "../question";
import { checkPlaces } from "./check-places";
import { readFleetFile, type FleetFile, type FleetFlags } from "./fleet-file";
import { lockText } from "./hash-program";
import { earlierLocks } from "./lock-at-commit";
import { readLock, replaceFile, whileHolding, type LockFile } from "./lock-file";
import { exportState, listStacks } from "./pulumi";
import { wantedZones } from "./wanted-zones";
import { counted } from "../../provider/words";

export interface PlanFlags extends FleetFlags, ConnectionFlags {
  readonly check: boolean;
  readonly remove: boolean;
  readonly prune: boolean;
}

/** Plans the stacks of a fleet and writes its lock file. @throws UsageError, CommandError; then nothing is written */
export async function planLock(flags: PlanFlags): Promise<QuestionAnswer> {
  const file = readFleetFile(flags.file);
  if (flags.check) return plan(file, flags);
  return whileHolding(file.lockFile, () => plan(file, flags));
}

async function plan(file: FleetFile, flags: PlanFlags): Promise<QuestionAnswer> {
  const lock = readLock(file.lockFile);
  const { zones, unused } = await wantedZones(file, flags);
  const pruned = flags.prune ? await prunedZones(file, lock, flags) : [];
  const earlier = earlierLocks(lock);
  const wanted = new Set(zones.map(({ name }) => name));
  const known = withLostZones(
    forgetRemoved(lock.fleet, new Set(pruned.map(({ name }) => name))),
    // Without a file, everything is planned anew.
    lock.text === undefined ? [] : earlier.fleets,
    wanted,
  );
  const planned = planFleet(known, zones, { ...file.stacks, groupOf: waveOfZone(file.waves) });
  if (planned.removed.length > 0 && !flags.remove) throw goneError(file, lock, planned.removed);
  const undone = "Nothing was written.";
  const warnings = await checkPlaces({ file, lock, fleet: planned.fleet, earlier, flags, undone });
  const text = lockText(file, planned.fleet);
  const changed = text !== lock.text;
  if (changed && !flags.check) replaceFile(file.lockFile, text);
  const report: Report = {
    ...planned,
    lock,
    changed,
    pruned,
    unused,
    warnings,
    size: file.stacks.size,
  };
  return {
    yes: !(flags.check && changed),
    lines: reportLines(report, flags.check),
    json: reportJson(report),
  };
}

/** Zones of one kind that are listed for people. JSON lists all. */
const SHOWN = 20;

function othersLine(count: number): string[] {
  return count > SHOWN ? [`… and ${counted(count - SHOWN, "other zone")}`] : [];
}

function goneError(file: FleetFile, lock: LockFile, gone: readonly Placement[]): CommandError {
  const lines = gone
    .slice(0, SHOWN)
    .map(
      (zone) =>
        `${lock.placeOf(zone)}: ${file.file} no longer names the zone ${zone.name} of the stack ${zone.stack}.`,
    );
  return new CommandError(
    [
      ...lines,
      ...othersLine(gone.length),
      "Nothing was written. To keep them, name them again. To let the next `pulumi up` of their stacks delete what it manages in them:",
      "  edge-platform fleet plan --remove",
    ].join("\n"),
  );
}

/**
 * Returns the removed zones, all of them, if the states of their stacks have no resource of them.
 * @throws CommandError that names the zones whose resources are still there
 */
async function prunedZones(
  { programFolder }: FleetFile,
  { fleet }: LockFile,
  flags: ConnectionFlags,
): Promise<readonly Placement[]> {
  if (fleet.removed.length === 0) return [];
  const client = openClient(flags);
  const stacks = await listStacks(programFolder);
  const left: string[] = [];
  for (const { stack, removed } of shardsOf(fleet)) {
    if (removed.length === 0 || !stacks.has(stack)) continue;
    const { resources } = await exportState(programFolder, stack);
    const ids = [...new Set(resources.flatMap((one) => zoneOf(one) ?? []))];
    const names = await Promise.all(ids.map(async (id) => ({ id, name: await nameOf(client, id) })));
    const found = names.filter(
      ({ name }) => name === undefined || removed.some((zone) => zone.name === name),
    );
    if (found.length > 0) left.push(leftText(stack, found));
  }
  if (left.length === 0) return fleet.removed;
  throw new CommandError(
    `${left.join("\n")}\nNothing was written. Then try again: edge-platform fleet plan --prune`,
  );
}

interface FoundZone {
  readonly id: string;
  /** Undefined if the API does not have the zone. */
  readonly name: string | undefined;
}

function leftText(stack: string, found: readonly FoundZone[]): string {
  const zones = found.map(({ id, name }) => name ?? `a zone that the API does not have (${id})`);
  return `The state of ${stack} still has resources of ${zones.join(", ")}. Update the stack first: pulumi up --stack ${stack}`;
}

async function nameOf(client: EdgeClient, id: string): Promise<string | undefined> {
  try {
    return (await client.zones.get(id)).name;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

interface Report extends FleetPlan {
  readonly lock: LockFile;
  /** Whether the text of the lock file differs from the plan. */
  readonly changed: boolean;
  readonly pruned: readonly Placement[];
  readonly unused: readonly string[];
  /** What could not be compared with the states. */
  readonly warnings: readonly string[];
  readonly size: number;
}

function reportLines(report: Report, isCheck: boolean): string[] {
  const { fleet, lock, changed, added, returned, removed, pruned, configured, unused, warnings, size } =
    report;
  const list = (verb: string, zones: readonly Placement[]) => [
    ...zones.slice(0, SHOWN).map(({ name, stack }) => `${verb} ${name} (${stack})`),
    ...othersLine(zones.length),
  ];
  const wrote = isCheck ? "would change. Run `edge-platform fleet plan`, and commit the file" : "is written";
  return [
    ...list("+", added),
    ...list("+ again", returned),
    ...list("-", removed),
    ...list("~ config of", configured),
    ...list("forgotten:", pruned),
    ...warnings,
    `${lock.file} ${changed ? wrote : "is up to date"}: ${totals(fleet)}.`,
    ...unused.map((pattern) => `Note: no zone's name fits ${JSON.stringify(pattern)} of \`config\`.`),
    ...shardsOf(fleet)
      .filter((shard) => occupied(shard) > size)
      .map((shard) => overfullText(shard, size)),
    ...nextLines(fleet),
  ];
}

function totals(fleet: Fleet): string {
  return `${counted(fleet.zones.length, "zone")} in ${counted(shardsOf(fleet).filter(({ zones }) => zones.length > 0).length, "stack")}`;
}

/** A removed zone keeps its place until it is pruned. */
function occupied({ zones, removed }: Shard): number {
  return zones.length + removed.length;
}

function overfullText(shard: Shard, size: number): string {
  return (
    `Note: ${shard.stack} has ${counted(occupied(shard), "zone")}, more than ${size}. A zone stays in its stack; ` +
    "`edge-platform fleet move` carries it to another."
  );
}

function nextLines(fleet: Fleet): string[] {
  const left = shardsOf(fleet).filter(({ removed }) => removed.length > 0);
  if (left.length === 0) return [];
  const updates = left.map(
    ({ stack, removed }) =>
      `  pulumi up --stack ${stack}  # of ${removed.map(({ name }) => name).join(", ")}`,
  );
  return [
    "Removed zones keep their places until no state has their resources. Next:",
    ...updates,
    "  edge-platform fleet plan --prune",
  ];
}

function reportJson(report: Report): object {
  const { fleet, changed, added, returned, removed, pruned, configured, unused, warnings, size } = report;
  return {
    format: "edge-platform-fleet-plan",
    version: 1,
    changed,
    added,
    returned,
    removed,
    configured,
    pruned,
    waiting: fleet.removed,
    overfull: shardsOf(fleet)
      .filter((shard) => occupied(shard) > size)
      .map(({ stack }) => stack),
    unusedConfig: unused,
    warnings,
  };
}
