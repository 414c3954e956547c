import { inOrder } from "../../provider/api";
import type { QuestionAnswer } from "../question";
import { alignColumns } from "../text-layout";
import { chosenStacks, type StackChoice } from "./choose-stacks";
import { readFleetFile, type FleetFlags } from "./fleet-file";
import { counted, truncate } from "../../provider/words";

const NAMES_WIDTH = 80;

export interface ListFlags extends FleetFlags, StackChoice {
  /** Prints only names, as a JSON array in one line. */
  readonly names: boolean;
}

/** Lists the stacks of a lock file. @throws UsageError */
export function listFleet(flags: ListFlags): QuestionAnswer {
  const file = readFleetFile(flags.file);
  const stacks = chosenStacks(file, flags);
  const listed = inOrder(
    stacks.filter(({ changed = true }) => changed),
    ({ stack }) => [stack],
  );
  if (flags.names) {
    const names = listed.map(({ stack }) => stack);
    return { lines: [JSON.stringify(names)], json: names };
  }
  const rows = listed.map(({ stack, zones, removed, wave }) => [
    stack,
    ...(file.waves.length > 0 ? [wave] : []),
    `${zones.length} of ${file.stacks.size}`,
    removed.length > 0 ? `${removed.length} removed` : "",
    truncate(
      inOrder(zones, ({ name }) => [name])
        .map(({ name }) => name)
        .join(", "),
      NAMES_WIDTH,
    ),
  ]);
  const head = ["STACK", ...(file.waves.length > 0 ? ["WAVE"] : []), "ZONES", "", ""];
  const zones = listed.reduce((sum, shard) => sum + shard.zones.length, 0);
  const unchanged = stacks.length - listed.length;
  return {
    lines: [
      ...alignColumns([head, ...rows]),
      `${counted(zones, "zone")} in ${counted(listed.length, "stack")}` +
        (unchanged > 0 ? `; ${counted(unchanged, "other stack")} unchanged since ${flags.since ?? ""}` : ""),
    ],
    json: { format: "edge-platform-fleet", version: 1, size: file.stacks.size, stacks },
  };
}
