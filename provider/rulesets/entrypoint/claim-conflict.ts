import type { Ownership } from "../rules/ownership";
import type { Placement } from "./placement";

/** What one resource of a program declares of an entry point. */
export interface Claim {
  /** Of the resource. */
  readonly name: string;
  readonly ownership: Ownership;
  /** In the order of its rules. */
  readonly refs: readonly string[];
  readonly placement?: Placement | undefined;
}

/** Why what a program declares of one entry point cannot all be kept; undefined where it can. */
export function claimConflict(claims: readonly Claim[]): string | undefined {
  return rivals(claims) ?? sharedRef(claims) ?? circle(claims);
}

function rivals(claims: readonly Claim[]): string | undefined {
  const owner = claims.find(({ ownership }) => ownership === "exclusive");
  const other = claims.find((claim) => claim !== owner);
  if (!owner || !other) return undefined;
  return (
    `${quoted(owner.name)} has ownership: "exclusive" and would remove the rules of ${quoted(other.name)}, which declares rules ` +
    'of the same entry point: put all of them into one resource, or use ownership: "shared" for each'
  );
}

function sharedRef(claims: readonly Claim[]): string | undefined {
  const owners = new Map<string, string>();
  for (const { name, refs } of claims) {
    for (const ref of refs) {
      const other = owners.get(ref);
      if (other !== undefined && other !== name)
        return `${quoted(other)} and ${quoted(name)} both declare a rule of ref ${quoted(ref)}: give one of them another ref`;
      owners.set(ref, name);
    }
  }
  return undefined;
}

function circle(claims: readonly Claim[]): string | undefined {
  const left = new Set(claims.flatMap(({ refs }) => refs));
  const order = claims.flatMap(followers).filter(([, after]) => left.has(after));
  // What nothing has to stand before is placed; what is left at the end waits for itself.
  for (let placed = true; placed;) {
    const free = [...left].filter(
      (ref) => !order.some(([before, after]) => after === ref && left.has(before)),
    );
    free.forEach((ref) => left.delete(ref));
    placed = free.length > 0;
  }
  if (left.size === 0) return undefined;
  const names = claims
    .filter(({ refs }) => refs.some((ref) => left.has(ref)))
    .map(({ name }) => quoted(name));
  return (
    `the positions go round in a circle, since each of the rules ${[...left].map(quoted).join(", ")} is to stand before itself: ` +
    `change the order of the rules, or the position, of ${[...new Set(names)].join(" or ")}`
  );
}

/** Pairs of refs of which the first stands before the second. */
function followers({ refs, placement }: Claim): [before: string, after: string][] {
  const chain = refs.slice(1).map((ref, index): [string, string] => [refs[index] ?? "", ref]);
  const [first, last] = [refs[0], refs.at(-1)];
  if (typeof placement !== "object" || first === undefined || last === undefined) return chain;
  return [...chain, "before" in placement ? [last, placement.before] : [placement.after, first]];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
