import type { Rule, RuleWrite } from "../api";
import type { EntrypointInput, Parts } from "./entrypoint-parts";
import { differingMembers, sameRule } from "./essential-rule";
import { refOf } from "./ownership";
import { placementProblems } from "./placement";

/** Something that forbids to write anything. */
export interface Conflict {
  readonly ref: string;
  readonly message: string;
}

/** Rules of others that the plan would change or remove without being allowed to, and a placement that cannot be kept. */
export function findConflicts(
  input: EntrypointInput,
  wanted: readonly RuleWrite[],
  parts: Parts,
): Conflict[] {
  const { placement, ownership, previousOwnership, ours, takeOver } = input;
  const others = parts.kept.map(refOf);
  const owned =
    ownership === "exclusive" && (previousOwnership ?? "exclusive") === "exclusive" && ours.size > 0;
  return [
    ...placementProblems(placement, new Set(input.rules.map(({ ref }) => ref)), others),
    ...(takeOver || owned ? [] : [...taken(wanted, ours, parts), ...parts.intruding.map(intruder)]),
  ];
}

// The same content is our own earlier attempt, whose answer was lost.
function taken(wanted: readonly RuleWrite[], ours: ReadonlySet<string>, { present }: Parts): Conflict[] {
  return wanted.flatMap((rule) => {
    const ref = rule.ref ?? "";
    const live = present.get(ref);
    if (!live || ours.has(ref) || sameRule(live, rule)) return [];
    const differing = differingMembers(live, rule).join(", ");
    const message =
      `the entry point has a rule of ref ${JSON.stringify(ref)} (id ${live.id}) that this resource did not make, and its ` +
      `${differing} would change; give yours another ref, or set takeOver: true to make that rule yours`;
    return [{ ref, message }];
  });
}

function intruder(rule: Rule): Conflict {
  const ref = refOf(rule);
  const { action = "", description } = rule;
  const what = description ? ` (${action}: ${description})` : ` (${action})`;
  const message =
    `the entry point has a rule of ref ${JSON.stringify(ref)}${what} that this resource did not make; ` +
    'ownership: "exclusive" would remove it: declare it, use ownership: "shared", or set takeOver: true';
  return { ref, message };
}
