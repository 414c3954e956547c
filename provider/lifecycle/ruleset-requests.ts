import type { Ruleset } from "../api";
import { callText } from "../client";
import { redacted } from "../redaction";
import { describeStep, resolveStep, type RemovalStep, type Step } from "../rulesets";
import type { Context } from "./lifecycle";
import { unlessNotFound, type RulesetAddress } from "./not-found";
import { writingRuleset } from "./ruleset-lists";

/** Where the requests of a plan go. */
export interface RulesetTarget extends RulesetAddress {
  /** A custom ruleset is replaced by its id, an entry point by its phase. */
  readonly kind: "zone" | "root" | "custom";
  /** A line for each request that wrote: what it did, then which it was. */
  readonly log: Context["log"];
}

/** Sends one step of a plan that was made on `live`; a creation has none. Throws StaleStepError where its anchor is gone. */
export async function carryOutStep(
  target: RulesetTarget,
  step: Step,
  live: Ruleset | undefined,
): Promise<Ruleset> {
  const resolved = live ? resolveStep(step, live) : step;
  const answer = await writingRuleset(target, () => send(target, resolved, live?.id ?? ""));
  report(target, step, answer.id);
  return answer;
}

/** What is gone already is removed. */
export async function removeSteps(
  target: RulesetTarget,
  rulesetId: string,
  steps: readonly RemovalStep[],
): Promise<void> {
  const { client, scope } = target;
  for (const step of steps) {
    await writingRuleset<unknown>(target, () =>
      unlessNotFound<unknown>(
        step.kind === "remove-ruleset"
          ? client.rulesets.remove(scope, step.rulesetId)
          : client.rulesets.removeRule(scope, rulesetId, step.ruleId),
      ),
    );
    report(target, step, rulesetId);
  }
}

function send(
  { client, scope, phase, kind }: RulesetTarget,
  step: Step,
  rulesetId: string,
): Promise<Ruleset> {
  switch (step.kind) {
    case "create":
      return client.rulesets.create(scope, step.body);
    case "replace":
      return kind === "custom"
        ? client.rulesets.replace(scope, rulesetId, step.body)
        : client.rulesets.replaceEntrypoint(scope, phase, step.body);
    case "add":
      return client.rulesets.addRule(scope, rulesetId, step.rule);
    case "patch":
      return client.rulesets.patchRule(scope, rulesetId, step.ruleId, step.rule);
    case "move":
      return client.rulesets.patchRule(scope, rulesetId, step.ruleId, { position: step.position });
    case "remove":
      return client.rulesets.removeRule(scope, rulesetId, step.ruleId);
  }
}

function report(target: RulesetTarget, step: Step | RemovalStep, rulesetId: string): void {
  target.log(redacted(`${target.phase}: ${describeStep(step)}: ${callOf(target, step, rulesetId)}`));
}

/** The call that `send` makes of a step: `PATCH /zones/<id>/rulesets/<id>/rules/<id>`. */
function callOf({ scope, phase, kind }: RulesetTarget, step: Step | RemovalStep, rulesetId: string): string {
  const ruleset = { ruleset_id: rulesetId };
  switch (step.kind) {
    case "create":
      return callText("createRuleset", scope);
    case "replace":
      return kind === "custom"
        ? callText("replaceRuleset", scope, ruleset)
        : callText("replaceEntrypoint", scope, { phase });
    case "add":
      return callText("addRule", scope, ruleset);
    case "patch":
    case "move":
      return callText("patchRule", scope, { ...ruleset, rule_id: step.ruleId });
    case "remove":
      return callText("removeRule", scope, { ...ruleset, rule_id: step.ruleId });
    case "remove-ruleset":
      return callText("removeRuleset", scope, ruleset);
  }
}
