import type { Ownership } from "../rules/ownership";
import type { Placement } from "./placement";

/** The part of an entry point that one resource of a program declares. */
export interface Claim {
  /** The name of the resource. */
  readonly name: string;
  readonly ownership: Ownership;
  /** The refs of its rules, in order. */
  readonly refs: readonly string[];
  readonly placement?: Placement | undefined;
}

/** Returns why the claims of a program to one entry point contradict each other, or undefined if they do not. */
export function claimConflict(claims: readonly Claim[]): string | undefined {
  return rivals(claims) ?? sharedRef(claims) ?? cycle(claims);
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
        return `${quoted(other)} and ${quoted(name)} both declare a rule with ref ${quoted(ref)}: give one of them another ref`;
      owners.set(ref, name);
    }
  }
  return undefined;
}

function cycle(claims: readonly Claim[]): string | undefined {
  const left = new Set(claims.flatMap(({ refs }) => refs));
  const order = claims.flatMap(followers).filter(([, after]) => left.has(after));
  // Topological sort: remove each ref that no remaining ref must precede. The refs that stay in the end form a cycle.
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
    `the positions form a cycle: each of the rules ${[...left].map(quoted).join(", ")} would have to precede itself; ` +
    `change the order of the rules, or the position, of ${[...new Set(names)].join(" or ")}`
  );
}

/** Returns pairs of refs; the first of each pair must precede the second. */
function followers({ refs, placement }: Claim): [before: string, after: string][] {
  const chain = refs.slice(1).map((ref, index): [string, string] => [refs[index] ?? "", ref]);
  const [first, last] = [refs[0], refs.at(-1)];
  if (typeof placement !== "object" || first === undefined || last === undefined) return chain;
  return [...chain, "before" in placement ? [last, placement.before] : [placement.after, first]];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
