import type { Rule, RuleWrite } from "../../api/wire";
import { parseRef } from "../../marks";
import { deployedBy, type EntrypointInput, type ClassifiedRules } from "./classify-rules";
import { differingMembers } from "../rules/rule-wire";
import { ownerText, plainRef, refOf } from "../rules/ownership";
import { placementProblems } from "./placement";

/** A reason not to write anything to the entry point. */
export interface Conflict {
  /** The argument that causes the conflict. */
  readonly argument: "position" | "rules" | "ownership";
  readonly ref: string;
  readonly message: string;
}

/** Returns the conflicts of a plan: foreign rules that it would change, duplicate or remove, and an impossible placement. */
export function findConflicts(
  input: EntrypointInput,
  wanted: readonly RuleWrite[],
  parts: ClassifiedRules,
): Conflict[] {
  const { ownership, previousOwnership, takeOver } = input;
  const owned = ownership === "exclusive" && previousOwnership === "exclusive";
  const others = [...parts.kept, ...parts.intruding];
  // Of several rules, the first one is reported.
  const byRef = new Map(others.toReversed().map((rule) => [refOf(rule), rule]));
  const byDeployed = new Map(others.toReversed().map((rule) => [deployedBy(rule, input), rule]));
  return [
    ...placementConflicts(input, parts.kept),
    ...input.rules.flatMap(({ ref }) => recorded(ref, input, byRef)),
    // If the resource has a rule with that ref already, the program means that one, and no foreign rule.
    ...(takeOver
      ? []
      : wanted.flatMap((rule, index) => {
          const { ref = "" } = input.rules[index] ?? {};
          return parts.present.has(ref) ? [] : taken(rule, ref, byRef);
        })),
    ...wanted.flatMap((rule, index) => {
      const { ref = "" } = input.rules[index] ?? {};
      return clashing(rule, ref, parts.present.get(ref)?.rule, byRef);
    }),
    ...wanted.flatMap((rule, index) =>
      deployed(rule, input, parts.present.has(input.rules[index]?.ref ?? ""), byDeployed),
    ),
    ...(takeOver
      ? []
      : parts.intruding
          .filter((rule) => !owned || input.shown?.has(refOf(rule)) !== true)
          .map((rule) => intruder(rule, owned))),
  ];
}

/** Reports a placement that is impossible among these foreign rules. */
export function placementConflicts(
  { placement, rules }: EntrypointInput,
  others: readonly Rule[],
): Conflict[] {
  const ours = new Set(rules.map(({ ref }) => ref));
  return placementProblems(placement, ours, others).map((problem) => ({ argument: "position", ...problem }));
}

/** Reports a rule with the declared ref that another stack owns although no mark shows it: its refs are exact. */
function recorded(
  ref: string,
  { recordedOwner, takeOver }: EntrypointInput,
  others: ReadonlyMap<string, Rule>,
): Conflict[] {
  const live = others.get(ref);
  const owner = live && recordedOwner?.(live.id);
  if (!live || owner === undefined || takeOver !== true) return [];
  const message =
    `the rule with ref ${JSON.stringify(ref)} (id ${live.id}) belongs to ${owner}, according to the record of this machine: that stack ` +
    'declares it with refs: "exact", so the rule itself does not show it. Leave it to that stack. If that stack no longer declares it, ' +
    `take the rule over with EDGE_TAKE_OVER=${live.id}`;
  return [{ argument: "rules", ref, message }];
}

/** Reports an unmarked rule with the declared ref but other content: most likely, the program means that rule. */
function taken(write: RuleWrite, ref: string, others: ReadonlyMap<string, Rule>): Conflict[] {
  const exact = write.ref === ref;
  const live = others.get(ref);
  const differing = live ? differingMembers(live, { ...write, ref }) : [];
  if (!live || (differing.length === 0 && !exact)) return [];
  const what = differing.length > 0 ? `, and its ${differing.join(", ")} would change` : "";
  const message =
    `the entry point has a rule with ref ${JSON.stringify(ref)} (id ${live.id}) that this resource did not create${what}; ` +
    "declare another ref, or set takeOver: true to take over that rule";
  return [{ argument: "rules", ref, message }];
}

/** Reports a rule of the resource that now wants the exact ref of another rule: a ruleset has each ref only once. */
function clashing(
  write: RuleWrite,
  ref: string,
  present: Rule | undefined,
  others: ReadonlyMap<string, Rule>,
): Conflict[] {
  const live = present && write.ref === ref && refOf(present) !== ref ? others.get(ref) : undefined;
  if (!live) return [];
  const message =
    `the entry point has another rule with ref ${JSON.stringify(ref)} (id ${live.id}) that this resource did not create, so the rule of ` +
    'this resource cannot have that ref without its mark; declare another ref, or leave out refs: "exact"';
  return [{ argument: "rules", ref, message }];
}

/** Reports a managed ruleset that a foreign rule deploys already: a zone can deploy each one only once. */
function deployed(
  write: RuleWrite,
  { kind, phase }: EntrypointInput,
  present: boolean,
  others: ReadonlyMap<unknown, Rule>,
): Conflict[] {
  const id = deployedBy(write, { kind, phase });
  const live = present || id === undefined ? undefined : others.get(id);
  if (!live) return [];
  const ref = plainRef(live);
  const message =
    `the rule with ref ${JSON.stringify(ref)} (id ${live.id}), ${ownerText(live)}, already deploys the managed ruleset ` +
    `${String(id)} in this zone; leave it to its owner, or remove it there first` +
    (ref === refOf(live) ? ", or set takeOver: true to take over that rule" : "");
  return [{ argument: "rules", ref: parseRef(write.ref ?? "").ref, message }];
}

function intruder(rule: Rule, isSince: boolean): Conflict {
  const { action = "", description } = rule;
  const what = description ? `${action}: ${description}` : action;
  const message =
    `the entry point has a rule with ref ${JSON.stringify(plainRef(rule))} (${what}), ${ownerText(rule)}, that this resource did ` +
    'not create; ownership: "exclusive" would remove it: declare it, use ownership: "shared", or set takeOver: true' +
    (isSince
      ? ". `pulumi refresh` shows the rule as a change, and the next `pulumi up` then removes it"
      : "");
  return { argument: "ownership", ref: plainRef(rule), message };
}
