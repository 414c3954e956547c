import { ErrorCode, type Ruleset } from "../../api";
import {
  hasCode,
  isInvalidRequest,
  isNotFound,
  mayHaveHappened,
  type EdgeClient,
  type RulesetScope,
} from "../../client";
import { parseRef } from "../../marks";
import {
  ownerOfRule,
  planEntrypoint,
  refOf,
  rulesOf,
  StaleStepError,
  type Conflict,
  type EntrypointInput,
  type OwnRules,
  type RemoveStep,
  type Step,
} from "../../rulesets";
import { announceWritten, arrivalOf, leaveRemoval } from "./hand-over";
import { LifecycleError, type Context } from "../lifecycle";
import { redacted } from "../../redaction";
import { carryOutStep, removeSteps } from "./requests";

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
  /** A rule of ours was left for another resource that is to write it yet. */
  left: boolean;
  /** Wire refs of rules that were made. */
  readonly written: Set<string>;
  /** Wire refs of rules that may have been made: the answer was lost. */
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
    left: false,
    written: new Set(),
    unsure: new Set(),
  };
}

/**
 * Makes the ruleset by POST, which cannot overwrite, and so is sent again if it was lost on its way. An entry point that exists
 * is merged with.
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
        if (lost) foundAfter(live, undefined, progress);
        // Exactly our rules, after an answer that was lost: then it was this POST that made it.
        progress.wrote = progress.made = lost && holdsOursAlone(job, live, progress);
        return changeRuleset(job, live, progress);
      }
      if (attempt === PLANS) throw error;
    }
  }
}

/** Whether there is nothing in the ruleset but what this job would write. */
function holdsOursAlone({ plan }: RulesetJob, live: Ruleset, progress: Progress): boolean {
  const { steps, conflicts, foreign } = planEntrypoint({ ...withWritten(plan, progress), live });
  return steps.length + conflicts.length + foreign.length === 0;
}

/** After a lost answer: a rule that may have been made, and was not there before, was made. */
function foundAfter(live: Ruleset, before: Ruleset | undefined, { unsure, written }: Progress): void {
  const known = new Set(rulesOf(before).map(refOf));
  for (const ref of rulesOf(live).map(refOf)) if (unsure.has(ref) && !known.has(ref)) written.add(ref);
}

/**
 * Brings our rules into a ruleset that was read just now, one request after the other. The plan is made again on what is there
 * then where an answer is lost, where what a step names is gone, and where an answer tells that somebody else wrote meanwhile.
 */
export async function changeRuleset(job: RulesetJob, live: Ruleset, progress: Progress): Promise<void> {
  progress.live = live;
  for (let plan = 1; plan <= PLANS; plan += 1) {
    try {
      const alone = await carryOutPlan(job, progress.live, progress);
      progress.settled = alone && !progress.left;
      if (alone || progress.left) return;
      job.refuse?.(progress.live);
    } catch (error) {
      if (plan === PLANS || !isWorthAnotherPlan(error)) throw error;
      const found = await job.find();
      // An entry point that is made again is the same to its owners; a custom ruleset would be another one.
      if (!found && job.plan.kind === "custom") throw error;
      if (!found) return createRuleset(job, progress);
      foundAfter(found, progress.live, progress);
      progress.live = found;
    }
  }
}

/** What a step names may be gone, or its answer is lost. The API refuses a position beside a rule that somebody removed. */
function isWorthAnotherPlan(error: unknown): boolean {
  if (mayHaveHappened(error) || isNotFound(error) || error instanceof StaleStepError) return true;
  return isInvalidRequest(error) && (error.pointer ?? "").startsWith("/position");
}

/** Whether nobody else wrote between our requests: then the last answer is the live rules with ours among them as planned. */
async function carryOutPlan(job: RulesetJob, live: Ruleset, progress: Progress): Promise<boolean> {
  const { steps, later, conflicts } = planEntrypoint({ ...withWritten(job.plan, progress), live });
  if (conflicts.length > 0) return refuse(job, conflicts, progress);
  let alone = true;
  let newest = live;
  const carryOutNext = async (step: Step) => {
    const answer = await carryOut(job, step, newest, progress);
    alone &&= follows(newest, answer);
    newest = answer;
    progress.live = newest;
  };
  for (const step of steps) if (step.kind !== "remove" || mayGo(job, live, step)) await carryOutNext(step);
  for (const { ref } of job.plan.rules) await announce(job, ref);
  const arrivals = await Promise.all(later.map((step) => arrived(job, live, step)));
  for (const [index, step] of later.entries())
    if (arrivals[index] && mayGo(job, live, step)) await carryOutNext(step);
  progress.left = arrivals.includes(false);
  return alone;
}

/**
 * Whether a rule is still to be removed. An orphan is one as long as the engine has not shown a resource of the state that has
 * the rule: one that was renamed with an alias keeps the digest of its former name.
 */
function mayGo({ plan }: RulesetJob, live: Ruleset, { ruleId }: RemoveStep): boolean {
  const rule = rulesOf(live).find(({ id }) => id === ruleId);
  return plan.ownership === "exclusive" || !rule || ["ours", "orphan"].includes(ownerOfRule(rule, plan));
}

async function announce({ scope, plan: { mark, phase } }: RulesetJob, ref: string): Promise<void> {
  if (mark) await announceWritten({ scope, phase, stack: mark.stack, ref });
}

/** Whether the resource that declares the rule now has written it. Otherwise that resource removes ours when it has. */
async function arrived(job: RulesetJob, live: Ruleset, step: RemoveStep): Promise<boolean> {
  const { client, scope, plan, log } = job;
  const { ref, mark } = parseRef(step.ref);
  if (!mark) return true;
  const rule = { scope, phase: plan.phase, stack: mark.stack, ref };
  if (await arrivalOf(rule)) return true;
  const target = { client, scope, phase: plan.phase, kind: plan.kind, log };
  // If this fails, the next update of this resource removes the rule.
  leaveRemoval(rule, async () => {
    if (mayGo(job, live, step)) await removeSteps(target, live.id, [step]).catch(() => undefined);
  });
  log(
    redacted(
      `${plan.phase}: rule ${JSON.stringify(ref)} stays until the resource that declares it now has written it`,
    ),
  );
  return false;
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

/** What a write has put there is ours, whatever somebody has made of it since. */
export function withWritten<T extends OwnRules>(own: T, { written }: Progress): T {
  return { ...own, ours: new Set([...own.ours, ...written]) };
}
