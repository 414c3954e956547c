import { counted } from "../../review/changes/counted";
import { shardsOf } from "../../fleet/fleet";
import type { QuestionAnswer } from "../question";
import { alignColumns, truncate } from "../text-layout";
import { UsageError } from "../usage-error";
import { readFleetFile, type FleetFlags } from "./fleet-file";
import { readLock } from "./lock-file";

const NAMES_WIDTH = 80;

/** Lists the stacks of a lock file. @throws UsageError */
export function listFleet(flags: FleetFlags): QuestionAnswer {
  const { lockFile, stacks } = readFleetFile(flags.file);
  const { text, fleet } = readLock(lockFile);
  if (text === undefined)
    throw new UsageError(`${lockFile} does not exist. Write it first: edge-platform fleet plan`);
  const shards = shardsOf(fleet);
  const rows = shards.map(({ stack, zones, removed }) => [
    stack,
    `${zones.length} of ${stacks.size}`,
    ...[removed.length > 0 ? `${removed.length} removed` : ""],
    truncate(zones.map(({ name }) => name).join(", "), NAMES_WIDTH),
  ]);
  return {
    lines: [
      ...alignColumns([["STACK", "ZONES", "", ""], ...rows]),
      `${counted(fleet.zones.length, "zone")} in ${counted(shards.length, "stack")}`,
    ],
    json: { format: "edge-platform-fleet", version: 1, size: stacks.size, stacks: shards },
  };
}
