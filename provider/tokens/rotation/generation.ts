import { Timestamp } from "../../api";
import { timestamp } from "../token/timestamp";

/** The position of a token in the rotation of its resource. */
export interface Generation {
  /** The number of the token, starting with 1. */
  readonly generation: number;
  /** The start of the current rotation period: `2030-01-02T03:04:05Z`. */
  readonly generationSince: string;
}

/**
 * Returns the generation that is due at `now`, for a rotation every `every` milliseconds. However many periods have passed, the
 * generation advances by one. Periods follow the first one in a fixed grid: a late run does not shift later periods, and the same
 * generation is due before and after a failed update. `triggered` requests a generation outside the schedule.
 */
export function dueGeneration(
  old: Partial<Generation>,
  { every, triggered, now }: { every: number; triggered: boolean; now: Date },
): Generation {
  const { generation = 1 } = old;
  const next = generation + Number(triggered);
  const counted = Timestamp.safeParse(old.generationSince);
  // The first period starts now, so that adding a rotation to an existing token does not rotate it at once.
  if (!counted.success) return { generation: next, generationSince: timestamp(now) };
  const since = Date.parse(counted.data);
  const periods = Math.max(0, Math.floor((now.getTime() - since) / every));
  return {
    generation: periods > 0 ? generation + 1 : next,
    generationSince: timestamp(new Date(since + periods * every)),
  };
}
