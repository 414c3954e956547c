import {
  ADDED,
  plainRef,
  type PutBackRule,
  putBackRulesText,
  rulesOf,
  rulesPutBack,
} from "../../provider/rulesets";
import { deploysManaged } from "../../provider/rulesets/rules/ownership";
import type { PlannedChange } from "../documents/planned-change";
import type { ReviewedRuleset } from "../model/reviewed";
import type { LiveRules } from "./live-orders";
import { about, reasonOf } from "./make-reason";
import type { Reason, Subject } from "./review";
import { subjectOf } from "./shown";

/** What an update puts back, because it was changed outside the program. */
export interface PutBack {
  /** Undefined if the preview says it of several resources in one line. */
  readonly subject: Subject | undefined;
  readonly text: string;
  /** The argument that has it. */
  readonly path: string;
}

/** Returns what an update puts back: by the live rules where they were read, otherwise by the lines of the preview. */
export function findPutBack(
  { steps, putBack = [] }: PlannedChange,
  entrypointOf: ((ruleset: ReviewedRuleset) => LiveRules | undefined) | undefined,
): PutBack[] {
  const known = new Map<string, Pick<PutBack, "subject" | "path">>();
  const read = new Set<string>();
  const seen: PutBack[] = [];
  for (const { operation, before, after } of steps) {
    if (operation !== "update" || !after) continue;
    const subject = subjectOf(after);
    const path = after.kind === "list" ? "items" : "rules";
    known.set(after.urn, { subject, path });
    if (before?.kind !== "ruleset" || after.kind !== "ruleset") continue;
    const live = after.origin === "edge" ? entrypointOf?.(after) : undefined;
    if (live === undefined) continue;
    read.add(after.urn);
    const rules = [
      ...rulesPutBack({ before: written(before), after: written(after), live: ownRules(live, before) }),
      ...addedByOthers(live, before, after),
    ];
    if (rules.length > 0) seen.push({ subject, path, text: putBackRulesText(rules) });
  }
  const told = putBack
    .filter(({ urn }) => urn === undefined || !read.has(urn))
    .map(({ urn = "", text }) => ({ ...(known.get(urn) ?? { subject: undefined, path: "" }), text }));
  return [...seen, ...told];
}

export function putBackReason({ subject, path, text }: PutBack): Reason {
  return subject
    ? about(subject)(
        "rules-put-back",
        `the update puts back what was changed outside the program: ${text}.`,
        path,
      )
    : reasonOf("rules-put-back", { text: `${text}.`, urn: null, path: "" });
}

type Rules = Parameters<typeof rulesPutBack>[0]["before"];

function written({ rules }: ReviewedRuleset): Rules {
  return rules.flatMap(({ ref, wire }) => (ref === undefined ? [] : [{ ...(wire as Rules[number]), ref }]));
}

/** Returns the rules of others that an update removes although the program does not say so. */
function addedByOthers(live: LiveRules, before: ReviewedRuleset, after: ReviewedRuleset): PutBackRule[] {
  if (after.ownership !== "exclusive" || !after.takesOver) return [];
  const declared = new Set([...before.rules, ...after.rules].map(({ ref }) => ref));
  return rulesOf(live)
    .filter((rule) => !declared.has(plainRef(rule)) && !deploysManaged(rule, live))
    .map((rule) => ({ ref: plainRef(rule), changed: [ADDED] }));
}

/** Returns the live rules of a resource, by their refs. Of several rules with one ref, it is not known which is its own. */
function ownRules(live: LiveRules, { rules }: ReviewedRuleset): Rules {
  const declared = new Set(rules.map(({ ref }) => ref));
  const refs = rulesOf(live).map(plainRef);
  return rulesOf(live)
    .map((rule) => ({ ...rule, ref: plainRef(rule) }))
    .filter(({ ref }) => declared.has(ref) && refs.indexOf(ref) === refs.lastIndexOf(ref));
}
