import { shardsOf, type Shard } from "../../fleet/fleet";
import { wavesOf } from "../../fleet/waves";
import { UsageError } from "../usage-error";
import type { FleetFile } from "./fleet-file";
import { hashesOf } from "./hash-program";
import { hashesAt } from "./lock-at-commit";
import { readLock } from "./lock-file";
import { didYouMean, truncate } from "../../provider/words";

const NAMES_WIDTH = 80;

/** Which stacks of a fleet a command is about. Default: all. */
export interface StackChoice {
  readonly stack: readonly string[];
  readonly wave: readonly string[];
  /** A commit of git: only stacks that depend on something else now. */
  readonly since?: string;
}

/** A stack of a fleet, as the files of this moment describe it. */
export interface FleetStack extends Shard {
  /** The name of its wave. */
  readonly wave: string;
  readonly hash: string;
  /** Whether it differs from the commit of `--since`; undefined without one. */
  readonly changed?: boolean;
}

/** Returns the stacks that the flags choose, sorted by name. @throws UsageError for a name that no stack or wave has */
export function chosenStacks(file: FleetFile, { stack, wave, since }: StackChoice): FleetStack[] {
  const { text, fleet } = readLock(file.lockFile);
  if (text === undefined)
    throw new UsageError(`${file.lockFile} does not exist. Write it first: edge-platform fleet plan`);
  const waves = wavesOf(fleet, file.waves);
  const waveOf = new Map(waves.flatMap(({ wave: { name }, stacks }) => stacks.map((one) => [one, name])));
  refuseUnknown("stack", stack, [...waveOf.keys()].sort(), file.lockFile);
  const waveNames = waves.map((one) => one.wave.name);
  refuseUnknown("wave", wave, waveNames, file.file);
  const hashes = hashesOf(file, fleet);
  const before = since === undefined ? undefined : hashesAt(file.lockFile, since);
  return shardsOf(fleet)
    .map((shard) => {
      const hash = hashes.get(shard.stack) ?? "";
      const changed = before && before.get(shard.stack) !== hash;
      return {
        ...shard,
        wave: waveOf.get(shard.stack) ?? "",
        hash,
        ...(changed !== undefined && { changed }),
      };
    })
    .filter((one) => stack.length === 0 || stack.includes(one.stack))
    .filter((one) => wave.length === 0 || wave.includes(one.wave));
}

function refuseUnknown(
  what: "stack" | "wave",
  named: readonly string[],
  known: readonly string[],
  file: string,
): void {
  const unknown = named.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `${file} has no ${what} ${JSON.stringify(unknown)}${didYouMean(unknown, known) || "."} ` +
      `It has ${truncate(known.join(", "), NAMES_WIDTH)}.`,
  );
}
