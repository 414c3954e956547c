import type { Token } from "../../api";

/** Statuses of a token that nothing brings back: it has ended, or was found in the open and revoked by the vendor. */
const DEAD = /^(expired|revoked)/;

export function isDead({ status }: Token): boolean {
  return DEAD.test(status);
}
