import { isUnknown, Phase } from "../../provider/api";
import type { ReviewedRuleset } from "./reviewed";

/** Which entry point a ruleset, or a part of one, is. */
export interface EntrypointAddress {
  readonly level: "zone" | "account";
  readonly id: string;
  readonly phase: Phase;
}

/** Returns undefined for a custom ruleset, which has one owner, and if the zone, the account or the phase is not known. */
export function entrypointAddress({ level, place, phase }: ReviewedRuleset): EntrypointAddress | undefined {
  const known = Phase.safeParse(phase).data;
  const { id } = place;
  if (level === "custom" || id === undefined || isUnknown(id) || known === undefined) return undefined;
  return { level: level === "zone" ? "zone" : "account", id, phase: known };
}

/** Returns a text that only equal addresses have. */
export function addressKey({ level, id, phase }: EntrypointAddress): string {
  return JSON.stringify([level, id, phase]);
}
