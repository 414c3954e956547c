import type { Properties } from "../../provider/lifecycle";

/** Returns what a program hands over if other resources of it declare these refs in the entry point of a phase. */
export function declaredElsewhere(phase: string, refs: readonly string[]): Properties {
  const part = (name: string, own: readonly string[]) => ({
    kind: "part",
    subject: "the zone",
    place: "the zone",
    claim: { kind: "rules", name, phase, ownership: "shared", refs: own },
  });
  return { __claims: [{ own: part("own", []), others: [part("other", refs)] }] };
}
