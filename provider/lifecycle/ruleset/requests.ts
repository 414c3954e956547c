import type { Rule, Ruleset, RulesetSummary, RuleWrite, OperationName } from "../../api";
import { callText, isInvalidRequest, type RulesetWrites } from "../../client";
import {
  deployedBy,
  describeStep,
  refOf,
  resolveStep,
  ruleFromWire,
  rulesOf,
  ruleToWire,
  type RemovalStep,
  type Step,
} from "../../rulesets";
import { redacted } from "../../redaction";
import type { Context } from "../lifecycle";
import { type RulesetAddress, writingRuleset } from "./find-entrypoint";
import { unlessNotFound } from "../unless-not-found";

export interface RulesetTarget extends RulesetAddress {
  /** A custom ruleset is replaced by its id, an entry point ruleset by its phase. */
  readonly kind: "zone" | "root" | "custom";
  /** Gets one line for each write: what it did, and the request. */
  readonly log: Context["log"];
  /** What the write means, if the line is to say it, too. */
  readonly meaning?: string | undefined;
}

/** A PUT is repeated if somebody else wrote between the read and the PUT. */
const PUTS = 3;

/** Sends one step of a plan for `live`, undefined for a creation. Throws StaleStepError if the rule it is placed beside is gone. */
export async function carryOutStep(
  target: RulesetTarget,
  step: Step,
  live: Ruleset | undefined,
): Promise<Ruleset> {
  const resolved = live ? resolveStep(step, live) : step;
  const answer =
    live && resolved.kind === "patch" && resolved.rule.ref !== resolved.ref
      ? await patchWithRef(target, resolved, live)
      : await writingRuleset(target, () => sendStep(target.client.rulesets, target, resolved, live));
  report(target, step, answer.id);
  return answer;
}

type PatchStep = Extract<Step, { kind: "patch" }>;

/**
 * Changes a rule and its ref. The API does not document that a PATCH can change a ref: if it rejects the call, or keeps the old
 * ref, a new rule replaces the old one.
 */
async function patchWithRef(target: RulesetTarget, step: PatchStep, live: Ruleset): Promise<Ruleset> {
  try {
    const answer = await writingRuleset(target, () => sendStep(target.client.rulesets, target, step, live));
    const rule = rulesOf(answer).find(({ id }) => id === step.ruleId);
    return rule && refOf(rule) === step.rule.ref ? answer : await replaceRule(target, step, answer);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    return replaceRule(target, step, live);
  }
}

/** Inserts the rule of the step and removes the old one. A zone deploys a managed ruleset only once, so one PUT does both. */
async function replaceRule(
  target: RulesetTarget,
  { ruleId, rule }: PatchStep,
  live: Ruleset,
): Promise<Ruleset> {
  const { client, scope } = target;
  if (deployedBy(rule, target) !== undefined) return putReplaced(target, ruleId, rule);
  const added = await writingRuleset(target, () =>
    client.rulesets.addRule(scope, live.id, { ...rule, position: rule.position ?? { before: ruleId } }),
  );
  return writingRuleset(target, () => client.rulesets.removeRule(scope, live.id, ruleId, added));
}

/** Puts the whole list with one rule replaced. If somebody else wrote meanwhile, puts it again with the rules of that version. */
async function putReplaced(target: RulesetTarget, ruleId: string, rule: RuleWrite): Promise<Ruleset> {
  const { client, scope, phase } = target;
  const replacement = ruleToWire(ruleFromWire(rule));
  let before = await client.rulesets.entrypoint(scope, phase);
  for (let put = 1; ; put += 1) {
    const rules = rulesOf(before).map((one) => (one.id === ruleId ? replacement : asIs(one)));
    const body = { description: before.description ?? "", rules };
    const answer = await writingRuleset(target, () => client.rulesets.replaceEntrypoint(scope, phase, body));
    if (Number(answer.version) === Number(before.version) + 1 || put === PUTS) return answer;
    before = await client.rulesets.version(scope, answer.id, String(Number(answer.version) - 1));
  }
}

function asIs(rule: Rule): RuleWrite {
  return { id: rule.id, ...ruleToWire(ruleFromWire(rule)) };
}

/**
 * Carries out a removal that was planned for `live`. What is gone already is a success. An entry point that becomes empty is removed
 * too if `goesWhenEmpty` returns true: the resource that made it may have left it before. Throws ChangedError if somebody has written
 * since: see `removeAsPlanned`.
 */
export async function removeSteps(
  target: RulesetTarget,
  live: RulesetSummary,
  steps: readonly RemovalStep[],
  goesWhenEmpty: (left: Ruleset) => boolean = () => false,
): Promise<void> {
  const { client, scope } = target;
  const { id: rulesetId } = live;
  let newest = live;
  for (const step of steps) {
    const left = await writingRuleset(target, () =>
      unlessNotFound(
        step.kind === "remove-ruleset"
          ? client.rulesets.remove(scope, step.rulesetId, newest).then(() => undefined)
          : client.rulesets.removeRule(scope, rulesetId, step.ruleId, newest),
      ),
    );
    report(target, step, rulesetId);
    newest = left ?? newest;
    if (left && rulesOf(left).length === 0 && goesWhenEmpty(left))
      await removeSteps(target, left, [{ kind: "remove-ruleset", rulesetId }]);
  }
}

/** Sends a step, whose positions are resolved, by the writes of a client or as a dry run. */
export function sendStep<Answer>(
  writes: RulesetWrites<Answer>,
  { scope, phase, kind }: Pick<RulesetTarget, "scope" | "phase" | "kind">,
  step: Step,
  live: Ruleset | undefined,
): Promise<Answer> {
  const rulesetId = live?.id ?? "";
  switch (step.kind) {
    case "create":
      return writes.create(scope, step.body);
    case "replace":
      return kind === "custom"
        ? writes.replace(scope, rulesetId, step.body, live)
        : writes.replaceEntrypoint(scope, phase, step.body, live);
    case "add":
      return writes.addRule(scope, rulesetId, step.rule);
    case "patch":
      return writes.patchRule(scope, rulesetId, step.ruleId, step.rule, live);
    case "move":
      return writes.patchRule(scope, rulesetId, step.ruleId, { position: step.position });
    case "remove":
      return writes.removeRule(scope, rulesetId, step.ruleId, live);
  }
}

function report(target: RulesetTarget, step: Step | RemovalStep, rulesetId: string): void {
  const { client, scope, phase, meaning } = target;
  const zone = "zoneId" in scope ? client.zones.nameOf(scope.zoneId) : undefined;
  const where = zone === undefined ? phase : `${zone}, ${phase}`;
  const what = describeStep(step);
  const line = `${where}: ${what}: ${callOf(target, step, rulesetId)}`;
  target.log(redacted(meaning === undefined ? line : `${line}; ${meaning}`), { write: { where, what } });
}

const OPERATIONS = {
  create: "createRuleset",
  replace: "replaceEntrypoint",
  add: "addRule",
  patch: "patchRule",
  move: "patchRule",
  remove: "removeRule",
  "remove-ruleset": "removeRuleset",
} as const satisfies Readonly<Record<(Step | RemovalStep)["kind"], OperationName>>;

/** Returns the request that `sendStep` makes for a step, such as `PATCH /zones/<id>/rulesets/<id>/rules/<id>`. */
function callOf({ scope, phase, kind }: RulesetTarget, step: Step | RemovalStep, rulesetId: string): string {
  const isCustom = step.kind === "replace" && kind === "custom";
  const ids = { phase, ruleset_id: rulesetId, ...("ruleId" in step && { rule_id: step.ruleId }) };
  return callText(isCustom ? "replaceRuleset" : OPERATIONS[step.kind], scope, ids);
}
