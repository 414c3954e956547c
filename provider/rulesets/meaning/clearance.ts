/**
 * The challenges, the easiest first. Who has solved one has a clearance for it and for those before it.
 * Source: the documentation of clearance levels.
 */
export const CHALLENGES = ["js_challenge", "managed_challenge", "challenge"] as const;
export type Challenge = (typeof CHALLENGES)[number];

/** The number of challenges, from the easiest on, for which a visitor has a clearance. */
export type Clearance = 0 | 1 | 2 | 3;

/** The clearance of a visitor whom no challenge stops. */
export const BEST_CLEARANCE = 3;

/** Returns the clearance that a visitor needs to pass a challenge. */
export function clearanceFor(action: string): Exclude<Clearance, 0> {
  if (action === "js_challenge") return 1;
  return action === "managed_challenge" ? 2 : 3;
}
