import { Timestamp } from "../../api";
import { timestamp } from "../token/timestamp";

/** Which one of its successive tokens a resource is to be. */
export interface Generation {
  /** 1 for the first. */
  readonly generation: number;
  /** When the present period of rotation began: `2030-01-02T03:04:05Z`. */
  readonly generationSince: string;
}

/**
 * What is due at `now`, where a token is to have a successor every `every` milliseconds. However many periods have passed, it
 * is one generation more. Periods follow each other from the first on: a late run does not move those to come, and the same
 * generation is due before and after an update that failed. `triggered` asks for a generation outside of that schedule.
 */
export function dueGeneration(
  old: Partial<Generation>,
  { every, triggered, now }: { every: number; triggered: boolean; now: Date },
): Generation {
  const { generation = 1 } = old;
  const next = generation + Number(triggered);
  const counted = Timestamp.safeParse(old.generationSince);
  // Counting begins here, so that a token which exists is not rotated by being told to rotate.
  if (!counted.success) return { generation: next, generationSince: timestamp(now) };
  const since = Date.parse(counted.data);
  const periods = Math.max(0, Math.floor((now.getTime() - since) / every));
  return {
    generation: periods > 0 ? generation + 1 : next,
    generationSince: timestamp(new Date(since + periods * every)),
  };
}
