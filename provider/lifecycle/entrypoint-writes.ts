import { ErrorCode, type Ruleset } from "../api";
import { hasCode, isNotFound, mayHaveHappened, type EdgeClient, type RulesetScope } from "../client";
import { planEntrypoint, resolveStep, StaleStepError, type EntrypointInput, type Step } from "../rulesets";
import { LifecycleError } from "./lifecycle";

/** What one write of a ruleset is about. */
export interface RulesetJob {
  readonly client: EdgeClient;
  readonly scope: RulesetScope;
  /** What messages call the ruleset. */
  readonly subject: string;
  /** How to plan, whatever is found. */
  readonly plan: Omit<EntrypointInput, "live">;
  /** The ruleset as it is now; undefined where there is none. */
  readonly find: () => Promise<Ruleset | undefined>;
}

/** Where a write has come to, whether all of it was done or not. */
export interface Progress {
  /** The newest answer. */
  live: Ruleset | undefined;
  /** Something was written. */
  wrote: boolean;
  /** The ruleset was made by this write. */
  made: boolean;
  /** Refs of rules that may have been written: the answer was lost. */
  readonly unsure: Set<string>;
}

/** How often a plan is made again because what it was made for has moved on. */
const PLANS = 3;

export function noProgress(): Progress {
  return { live: undefined, wrote: false, made: false, unsure: new Set() };
}

/**
 * Makes the ruleset by POST, which cannot overwrite, and so is sent again where it was lost on its way. Where there is one
 * already, it is merged with: rules of ours that are there with the same content are an earlier attempt's.
 */
export async function createRuleset(job: RulesetJob, progress: Progress): Promise<void> {
  const [create] = planEntrypoint({ ...job.plan, live: undefined }).steps;
  if (create?.kind !== "create") throw new Error("The plan for a new ruleset begins with its creation.");
  for (let attempt = 1; ; attempt += 1) {
    try {
      progress.live = await carryOut(job, create, "", progress);
      progress.made = true;
      return;
    } catch (error) {
      const lost = mayHaveHappened(error);
      if (!lost && !hasCode(error, ErrorCode.tooManyRulesets)) throw error;
      // Should it not be readable either: a removal still takes an entry point away only when all in it is ours.
      progress.made = lost;
      const live = await job.find();
      if (live) {
        // Exactly our rules, after an answer that was lost: then it was this POST that made it.
        progress.wrote = progress.made = lost && holdsOursAlone(job, live);
        return changeRuleset(job, live, progress);
      }
      if (attempt === PLANS) throw error;
    }
  }
}

/** Whether there is nothing in the ruleset but what this job would write. */
export function holdsOursAlone({ plan }: RulesetJob, live: Ruleset): boolean {
  const { steps, conflicts, foreign } = planEntrypoint({ ...plan, live });
  return steps.length + conflicts.length + foreign.length === 0;
}

/**
 * Brings our rules into a ruleset that was read just now, one request after the other. Where an answer is lost, or a rule
 * that a step names is gone, the plan is made again on what is there then.
 */
export async function changeRuleset(job: RulesetJob, live: Ruleset, progress: Progress): Promise<void> {
  progress.live = live;
  for (let plan = 1; ; plan += 1) {
    try {
      await carryOutPlan(job, progress.live, progress);
      return;
    } catch (error) {
      if (plan === PLANS || !(mayHaveHappened(error) || isNotFound(error) || error instanceof StaleStepError))
        throw error;
      const found = await job.find();
      if (!found) throw error;
      progress.live = found;
    }
  }
}

async function carryOutPlan(job: RulesetJob, live: Ruleset, progress: Progress): Promise<void> {
  const { steps, conflicts } = planEntrypoint({ ...job.plan, live });
  if (conflicts.length > 0) {
    const list = conflicts.map(({ message }) => `  ${message}`).join("\n");
    throw new LifecycleError(
      `${job.subject} holds what this resource would have to overwrite. Nothing was written.\n${list}`,
    );
  }
  let newest = live;
  for (const step of steps) {
    newest = await carryOut(job, resolveStep(step, newest), newest.id, progress);
    progress.live = newest;
  }
}

async function carryOut(
  job: RulesetJob,
  step: Step,
  rulesetId: string,
  progress: Progress,
): Promise<Ruleset> {
  try {
    const live = await send(job, step, rulesetId);
    progress.wrote = true;
    return live;
  } catch (error) {
    if (mayHaveHappened(error)) for (const ref of refsIn(step)) progress.unsure.add(ref);
    throw error;
  }
}

/** Refs of the rules that a step makes, or may make. */
function refsIn(step: Step): string[] {
  if (step.kind === "add") return [step.rule.ref ?? ""];
  if (step.kind !== "create" && step.kind !== "replace") return [];
  return (step.body.rules ?? []).map(({ ref }) => ref ?? "");
}

function send({ client, scope, plan }: RulesetJob, step: Step, rulesetId: string): Promise<Ruleset> {
  switch (step.kind) {
    case "create":
      return client.rulesets.create(scope, step.body);
    case "replace":
      return plan.kind === "custom"
        ? client.rulesets.replace(scope, rulesetId, step.body)
        : client.rulesets.replaceEntrypoint(scope, plan.phase, step.body);
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
