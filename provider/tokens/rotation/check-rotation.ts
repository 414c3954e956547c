import { checkMembers, isUnknown, pathTo, type Problem } from "../../api/plain";
import { checkDuration, parseDuration } from "./duration";

const EVERY = { least: "1h", most: "3650d" };
/** An overlap shorter than the clock skew to the API could be no overlap at all. */
const OVERLAP = { least: "5m", most: "3650d" };

/** Checks `rotation`: how often a token gets a successor, and how long both are valid. */
export function checkRotation(rotation: unknown): Problem[] {
  if (rotation === undefined) return [];
  const path = "rotation";
  return checkMembers(rotation, path, ["every", "overlap"], ({ every, overlap }) => {
    const problems = [
      ...checkDuration(every, pathTo(path, "every"), EVERY),
      ...checkDuration(overlap, pathTo(path, "overlap"), OVERLAP),
    ];
    if (problems.length > 0 || isUnknown(every) || isUnknown(overlap)) return problems;
    const [period, both] = [every, overlap].map((text) => parseDuration(String(text)) ?? 0);
    if ((both ?? 0) < (period ?? 0)) return [];
    const message = `must be shorter than every (${String(every)}), found ${JSON.stringify(overlap)}`;
    return [{ path: pathTo(path, "overlap"), message }];
  });
}
