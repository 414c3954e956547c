import { isMembers, RuleAdd, RulePatch, type Notice } from "../../provider/api";
import { microseconds } from "../clock";
import { decode, invalidValue } from "../decode";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { accountOrZone, param, type OperationRequest, type Routes } from "../route";
import { checkRule, checkTogether } from "../rules/check-rule";
import { addRule, moveRule, nextVersion, patchRule, removeRule, type Editing } from "../rules/edit";
import { learnOverridden } from "../rules/learn-overridden";
import { tellUnknownNames } from "../rules/tell-unknown-names";
import { ruleSite } from "../rules/rule-site";
import type { StoredRule, StoredRuleset } from "../store/rulesets";
import { getWritableRuleset } from "./ruleset-routes";
import { serializeRuleset } from "./serialize";

/** Writes of single rules. Each answers the whole ruleset. */
export const ruleRoutes = {
  addRule: (platform, call) => {
    const { current, site, editing } = editOf(platform, call);
    const { position, ...write } = call.body;
    const idProblems =
      write.id === undefined ? [] : [invalidValue(write.id, "id", "a new rule is given its id", "/id")];
    refuseIfAny([...idProblems, ...checkRule(write, "", site)]);
    const rules = addRule(current.rules, write, position, editing);
    refuseIfAny(checkTogether(rules, site));
    return store(platform, current, rules, editing);
  },

  patchRule: (platform, call) => {
    const { current, site, editing } = editOf(platform, call);
    const existing = findRule(current, call);
    if (!("action" in call.body)) {
      return store(platform, current, moveRule(current.rules, existing, call.body.position), editing);
    }
    const { position, ...write } = call.body;
    const idProblems =
      write.id === undefined || write.id === existing.id
        ? []
        : [invalidValue(write.id, "id", `the rule's id is '${existing.id}'`, "/id")];
    refuseIfAny([...idProblems, ...checkRule(write, "", site)]);
    const rules = patchRule(current.rules, existing, write, position, editing);
    refuseIfAny(checkTogether(rules, site));
    return store(platform, current, rules, editing);
  },

  removeRule: (platform, call) => {
    const { current, editing } = editOf(platform, call);
    return store(platform, current, removeRule(current.rules, findRule(current, call).id), editing);
  },
} satisfies Partial<Routes>;

function editOf(platform: Platform, request: OperationRequest) {
  const { clock, ids } = platform;
  const current = getWritableRuleset(platform, request);
  return {
    current,
    site: ruleSite(platform, accountOrZone(request), current),
    editing: { now: microseconds(clock.now()), newId: () => ids.newId() },
  };
}

/** Decodes any body except a bare position by the schema of a whole rule, which describes errors better. */
export function decodeRulePatch(json: unknown): RulePatch {
  const isMove = isMembers(json) && Object.keys(json).join() === "position";
  return decode(isMove ? RulePatch : RuleAdd, json, "rulesets");
}

function refuseIfAny(problems: readonly Notice[]): void {
  if (problems.length > 0) throw failures.rulesets(problems);
}

function findRule(ruleset: StoredRuleset, request: OperationRequest): StoredRule {
  const id = param(request, "rule_id");
  const rule = ruleset.rules.find((one) => one.id === id);
  if (!rule) throw failures.ruleNotFound(id, ruleset.id);
  return rule;
}

function store(platform: Platform, current: StoredRuleset, rules: readonly StoredRule[], { now }: Editing) {
  learnOverridden(platform, rules);
  tellUnknownNames(platform, rules, current.phase);
  const next = nextVersion(current, { rules }, now);
  platform.store.rulesets.replace(next, current);
  return { result: serializeRuleset(next) };
}
