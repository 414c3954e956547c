import { ErrorCode, type Ruleset } from "../api";
import { hasCode, isNotFound, mayHaveHappened, type EdgeClient, type RulesetScope } from "../client";
import { planEntrypoint, StaleStepError, type Conflict, type EntrypointInput, type Step } from "../rulesets";
import { LifecycleError, type Context } from "./lifecycle";
import { carryOutStep } from "./ruleset-requests";

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
  /** A line for each request that wrote. */
  readonly log: Context["log"];
  /** Called when all is written and somebody else wrote meanwhile: throws where changes of our rules are not to be overwritten. */
  readonly refuse?: ((live: Ruleset) => void) | undefined;
}

/** Where a write has come to, whether all of it was done or not. */
export interface Progress {
  /** The newest answer. */
  live: Ruleset | undefined;
  /** Something was written. */
  wrote: boolean;
  /** The ruleset was made by this write. */
  made: boolean;
  /** Everything is written, and `live` is what came of it: nobody else's write is among ours unseen. */
  settled: boolean;
  /** Refs of rules that were made. */
  readonly written: Set<string>;
  /** Refs of rules that may have been made: the answer was lost. */
  readonly unsure: Set<string>;
}

/** How often a plan is made again because what it was made for has moved on. */
const PLANS = 3;

export function noProgress(): Progress {
  return {
    live: undefined,
    wrote: false,
    made: false,
    settled: false,
    written: new Set(),
    unsure: new Set(),
  };
}

/**
 * Makes the ruleset by POST, which cannot overwrite, and so is sent again where it was lost on its way. Where there is one
 * already, it is merged with: rules of ours that are there with the same content are an earlier attempt's.
 */
export async function createRuleset(job: RulesetJob, progress: Progress): Promise<void> {
  const { steps, conflicts } = planEntrypoint({ ...job.plan, live: undefined });
  if (conflicts.length > 0) {
    // Only where there is a ruleset already can these rules stand beside those of others.
    const live = await job.find();
    return live ? changeRuleset(job, live, progress) : refuse(job, conflicts, progress);
  }
  const [create] = steps;
  if (create?.kind !== "create") throw new Error("The plan for a new ruleset begins with its creation.");
  for (let attempt = 1; ; attempt += 1) {
    try {
      progress.live = await carryOut(job, create, undefined, progress);
      progress.made = progress.settled = true;
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
 * Brings our rules into a ruleset that was read just now, one request after the other. The plan is made again on what is there
 * then where an answer is lost, where what a step names is gone, and where an answer tells that somebody else wrote meanwhile.
 */
export async function changeRuleset(job: RulesetJob, live: Ruleset, progress: Progress): Promise<void> {
  progress.live = live;
  for (let plan = 1; plan <= PLANS; plan += 1) {
    try {
      progress.settled = await carryOutPlan(job, progress.live, progress);
      if (progress.settled) return;
      job.refuse?.(progress.live);
    } catch (error) {
      if (plan === PLANS || !(mayHaveHappened(error) || isNotFound(error) || error instanceof StaleStepError))
        throw error;
      const found = await job.find();
      // An entry point that is made again is the same to its owners; a custom ruleset would be another one.
      if (!found && job.plan.kind === "custom") throw error;
      if (!found) return createRuleset(job, progress);
      progress.live = found;
    }
  }
}

/** Whether nobody else wrote between our requests: then the last answer is the live rules with ours among them as planned. */
async function carryOutPlan(job: RulesetJob, live: Ruleset, progress: Progress): Promise<boolean> {
  // What this write has put there is ours, whatever somebody has made of it since.
  const ours = new Set([...job.plan.ours, ...progress.written]);
  const { steps, conflicts } = planEntrypoint({ ...job.plan, ours, live });
  if (conflicts.length > 0) return refuse(job, conflicts, progress);
  let alone = true;
  let newest = live;
  for (const step of steps) {
    const answer = await carryOut(job, step, newest, progress);
    alone &&= follows(newest, answer);
    newest = answer;
    progress.live = newest;
  }
  return alone;
}

/** Every change makes the next version. */
function follows(before: Ruleset, after: Ruleset): boolean {
  return Number(after.version) - Number(before.version) <= 1;
}

function refuse({ subject }: RulesetJob, conflicts: readonly Conflict[], { wrote }: Progress): never {
  const list = conflicts.map(({ message }) => `  ${message}`).join("\n");
  const extent = wrote ? "" : " Nothing was written.";
  throw new LifecycleError(`${subject} does not allow what this resource declares.${extent}\n${list}`);
}

async function carryOut(
  { client, scope, plan, log }: RulesetJob,
  step: Step,
  live: Ruleset | undefined,
  progress: Progress,
): Promise<Ruleset> {
  try {
    const target = { client, scope, phase: plan.phase, kind: plan.kind, log };
    const answer = await carryOutStep(target, step, live);
    progress.wrote = true;
    for (const ref of refsIn(step)) progress.written.add(ref);
    return answer;
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
