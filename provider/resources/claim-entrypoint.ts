import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { isMembers } from "../api/plain";
import type { Placement } from "../rulesets";
import { claimConflicts, claimWarnings, type Claim } from "../rulesets/entrypoint/claim-conflict";
import { isLater } from "./is-later";
import { claim, type Agreed } from "./program-claims";
import { claimsOfRule } from "./rule-claims";

/** What claims of a resource lead to: hidden inputs, and what is logged at the resource. */
export interface Claims {
  readonly inputs: {
    /** Why the claims contradict those of other resources. `check` reports it. */
    readonly __conflicts?: pulumi.Input<Problem[]>[];
    /** The refs that other resources declare: a rule that moves to one of them is removed only after it is written there. */
    readonly __elsewhere?: pulumi.Input<string[]>;
  };
  readonly warnings: readonly pulumi.Output<Problem[]>[];
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

/** Declares the rules of an entry point ruleset, what they deploy, and what they skip for every request. */
export function claimEntrypoint(name: string, place: Place, args: Declared): Claims {
  const { phase, ownership, position, rules } = args;
  const own = pulumi
    .all([phase, ownership, pulumi.output(position), refsOf(rules)])
    .apply(([known, owned, placement, refs]): Claim => ({
      kind: "rules",
      name,
      phase: String(known),
      ownership: owned === "exclusive" ? "exclusive" : "shared",
      refs,
      ...(isPlacement(placement) && { placement }),
    }));
  const parts = Array.isArray(rules)
    ? rules.flatMap((rule: unknown) => claimsOfRule({ name, phase, noun: place.noun }, rule))
    : [];
  const { inputs, warnings, agreed } = claimPlace(place, [own, ...parts]);
  // A preview writes nothing, so no rule moves.
  if (agreed === undefined || pulumi.runtime.isDryRun()) return { inputs, warnings };
  const elsewhere = agreed.apply(({ others, own: mine }) =>
    others.flatMap((other) => (other.kind === "rules" && other.phase === mine.phase ? other.refs : [])),
  );
  return { inputs: { ...inputs, __elsewhere: elsewhere }, warnings };
}

/** Declares claims to a zone or account. `agreed` is what the others claim, seen from the first claim. */
export function claimPlace(
  { connection, id, noun }: Place,
  claims: readonly pulumi.Output<Claim>[],
): Claims & { readonly agreed?: pulumi.Output<Agreed<Claim>> } {
  const agreed = claims.flatMap((one) => {
    const declared = pulumi.all([connection, id, one]).apply(([through, known, own]) => ({
      subject: JSON.stringify(["place", through, known]),
      own,
    }));
    return claim<Claim>(declared) ?? [];
  });
  const [first] = agreed;
  if (first === undefined) return { inputs: {}, warnings: [] };
  const conflicts = agreed.map((one) =>
    pulumi.all([one, id]).apply(([{ own, others }, known]) =>
      claimConflicts(own, others).map(({ path, message }) => ({
        path,
        message: `in the entry point of ${own.phase} in ${noun} ${String(known)}, ${message}`,
      })),
    ),
  );
  return {
    inputs: { __conflicts: conflicts },
    warnings: agreed.map((one) => one.apply(({ own, others }) => claimWarnings(own, others))),
    agreed: first,
  };
}

/** Returns only the refs, since another unknown member would make the whole rule unknown. */
function refsOf(rules: unknown): pulumi.Output<string[]> {
  const refs: pulumi.Output<unknown[]> = Array.isArray(rules)
    ? pulumi.all(rules.map((rule: unknown) => (isLater(rule) ? later(rule).apply(refOf) : refOf(rule))))
    : later(rules).apply((known) => (Array.isArray(known) ? known.map(refOf) : []));
  return refs.apply((all) => all.filter((ref) => typeof ref === "string"));
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
