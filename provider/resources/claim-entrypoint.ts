import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { isMembers } from "../api/plain";
import type { Placement } from "../rulesets";
import { claimConflicts } from "../rulesets/entrypoint/claim-conflict";
import { isLater } from "./is-later";
import { claim, type Agreed } from "./program-claims";
import { claimsOfRule, type ClaimSource } from "./rule-claims";
import { type ClaimedRules, maySkip, skipWarnings } from "./skip-warnings";
import { knownRules } from "./warn-about-rules";
import { whenKnown } from "./when-known";

/** What claims of a resource lead to: hidden inputs, and what is logged at the resource. */
export interface Claims {
  readonly inputs: {
    /** Why the claims contradict those of other resources. `check` reports it. */
    readonly __conflicts?: pulumi.Input<Problem[]>[];
    /** The refs that other resources declare: a rule that moves to one of them is removed only after it is written there. */
    readonly __elsewhere?: pulumi.Input<string[]>;
  };
  readonly warnings?: pulumi.Output<Problem[]>;
}

/** The zone or account that a claim is about. */
interface Place {
  readonly connection?: unknown;
  /** Its id. */
  readonly id: unknown;
  readonly noun: "zone" | "account";
}

/** The arguments of an entry point ruleset, as a program in JavaScript may write them. */
interface Declared {
  readonly phase?: unknown;
  readonly ownership?: unknown;
  readonly position?: unknown;
  readonly rules?: unknown;
}

/** Declares the rules of an entry point ruleset, and what they deploy. */
export function claimEntrypoint(name: string, place: Place, args: Declared): Claims {
  const { phase, ownership, position, rules } = args;
  const own: ClaimSource = {
    values: [phase, ownership, position, refsOf(rules)],
    read: ([known, owned, placement, refs]) => ({
      kind: "rules",
      name,
      phase: String(known),
      ownership: owned === "exclusive" ? "exclusive" : "shared",
      refs: Array.isArray(refs) ? refs.filter((ref) => typeof ref === "string") : [],
      ...(isPlacement(placement) && { placement }),
    }),
    rules: () => knownRules(rules),
  };
  const parts = Array.isArray(rules)
    ? rules.flatMap((rule: unknown) => claimsOfRule({ name, phase, noun: place.noun }, rule))
    : [];
  const { inputs, agreed } = claimPlace(place, [own, ...parts]);
  if (agreed === undefined) return { inputs };
  const warnings = maySkip(rules) && { warnings: agreed.apply(skipWarnings) };
  // A preview writes nothing, so no rule moves.
  if (pulumi.runtime.isDryRun()) return { inputs, ...warnings };
  return { inputs: { ...inputs, __elsewhere: agreed.apply(refsElsewhere) }, ...warnings };
}

/** Declares claims to a zone or account. `agreed` is about the first claim. */
export function claimPlace(
  { connection, id, noun }: Place,
  claims: readonly ClaimSource[],
): Pick<Claims, "inputs"> & { readonly agreed?: pulumi.Output<Agreed<PlacedClaim>> } {
  const agreed = claims.flatMap(({ values, read, rules }) => {
    const declared = whenKnown([connection, id, ...values], ([through, known, ...own]) => ({
      subject: JSON.stringify(["place", through, known]),
      own: { claim: read(own), rules, place: `${noun} ${String(known)}` },
    }));
    return claim<PlacedClaim>(declared) ?? [];
  });
  const [first] = agreed;
  return first === undefined
    ? { inputs: {} }
    : { inputs: { __conflicts: agreed.map((one) => one.apply(conflictsOf)) }, agreed: first };
}

interface PlacedClaim extends ClaimedRules {
  /** How messages name the zone or account. */
  readonly place: string;
}

function conflictsOf({ own: { claim: own, place }, others }: Agreed<PlacedClaim>): Problem[] {
  const claims = others.map((other) => other.claim);
  return claimConflicts(own, claims).map(({ path, message }) => ({
    path,
    message: `in the entry point of ${own.phase} in ${place}, ${message}`,
  }));
}

/** Returns the refs that other resources declare in the same entry point. */
function refsElsewhere({ own, others }: Agreed<PlacedClaim>): string[] {
  return others.flatMap(({ claim: other }) =>
    other.kind === "rules" && other.phase === own.claim.phase ? other.refs : [],
  );
}

/** Returns only the refs, since another unknown member would make the whole rule unknown. */
function refsOf(rules: unknown): unknown {
  if (!Array.isArray(rules))
    return later(rules).apply((known) => (Array.isArray(known) ? known.map(refOf) : []));
  return rules.map((rule: unknown) => (isLater(rule) ? later(rule).apply(refOf) : refOf(rule)));
}

function refOf(rule: unknown): unknown {
  return isMembers(rule) ? rule["ref"] : undefined;
}

function later(value: unknown): pulumi.Output<unknown> {
  return pulumi.output(value);
}

function isPlacement(value: unknown): value is Placement {
  if (value === "first" || value === "last") return true;
  return isMembers(value) && Object.values(value).every((ref) => typeof ref === "string");
}
