import { ErrorCode, type Ruleset } from "../../api";
import {
  hasCode,
  isChanged,
  isInvalidRequest,
  isNotFound,
  mayHaveHappened,
  type EdgeClient,
  type RulesetScope,
} from "../../client";
import { parseRef } from "../../marks";
import {
  expectRules,
  noRoom,
  orderForRoom,
  ownerOfRule,
  planEntrypoint,
  plainRef,
  refOf,
  rulesOf,
  StaleStepError,
  type Conflict,
  type EntrypointInput,
  type OwnRules,
  type RemoveStep,
  type RuleLimit,
  type Step,
  wireRef,
} from "../../rulesets";
import { redacted } from "../../redaction";
import { mayExceed } from "../foresight/rule-limit";
import type { HandOver } from "../hand-over";
import { LifecycleError, type Context } from "../lifecycle";
import { carryOutStep, removeSteps } from "./requests";

/** A write of one ruleset. */
export interface RulesetJob {
  readonly client: EdgeClient;
  readonly scope: RulesetScope;
  /** The name of the ruleset in messages. */
  readonly subject: string;
  /** The input of the planner, but for the live ruleset. */
  readonly plan: Omit<EntrypointInput, "live">;
  /** Reads the ruleset; undefined if there is none. */
  readonly find: () => Promise<Ruleset | undefined>;
  /** Returns how many rules the plan allows; undefined if it is not known. */
  readonly limit?: (() => Promise<RuleLimit | undefined>) | undefined;
  /** The mark of the resource, as `HandOver` knows it. */
  readonly owner: unknown;
  readonly handOver: HandOver;
  readonly log: Context["log"];
  /** Called after a write during which somebody else wrote too. Throws if that must not be overwritten. */
  readonly refuse?: ((live: Ruleset) => void) | undefined;
}

/** How far a write has come, also if it fails. */
export interface Progress {
  /** The newest answer. */
  live: Ruleset | undefined;
  /** A request has written something. */
  wrote: boolean;
  /** This write made the ruleset. */
  made: boolean;
  /** Everything is written and `live` is the result, without an unseen foreign write in between. */
  settled: boolean;
  /** Ids of the rules that stay until their new owner has written them. */
  left: readonly string[];
  /** Wire refs of the rules that were made or changed. */
  readonly written: Set<string>;
  /** Wire refs of the rules whose answer was lost: they may have been made. */
  readonly unsure: Set<string>;
}

/** The number of plans before a write gives up because the ruleset keeps changing. */
const PLANS = 3;
/** The same, if each plan is refuted before anything is sent: other resources of the program may write to the ruleset, too. */
const REFUTED_PLANS = 10;

/** @param left what the last update has left */
export function noProgress(left: readonly string[] = []): Progress {
  return {
    live: undefined,
    wrote: false,
    made: false,
    settled: false,
    left,
    written: new Set(),
    unsure: new Set(),
  };
}

/**
 * Makes the ruleset by POST. A POST cannot overwrite anything, so it is sent again if it was lost. If the entry point exists
 * already, the rules are merged into it.
 */
export async function createRuleset(job: RulesetJob, progress: Progress): Promise<void> {
  const { steps, conflicts } = planEntrypoint({ ...job.plan, live: undefined });
  if (conflicts.length > 0) {
    // For example a position beside a rule of another owner: that needs a ruleset that exists.
    const live = await job.find();
    return live ? changeRuleset(job, live, progress) : refuse(job, conflicts, progress);
  }
  const [create] = steps;
  if (create?.kind !== "create") throw new Error("The plan for a new ruleset must begin with its creation.");
  for (let attempt = 1; ; attempt += 1) {
    try {
      progress.live = await carryOut(job, create, undefined, progress);
      progress.made = progress.settled = true;
      progress.left = [];
      return;
    } catch (error) {
      const lost = mayHaveHappened(error);
      if (!lost && !hasCode(error, ErrorCode.tooManyRulesets)) throw error;
      // If the read fails as well, this may be wrong. That is safe: a removal removes only an entry point that it leaves empty.
      progress.made = lost;
      const live = await job.find();
      if (live) {
        if (lost) foundAfter(live, undefined, progress);
        // The ruleset holds exactly these rules, so the POST whose answer was lost has made it.
        progress.wrote = progress.made = lost && holdsOursAlone(job, live, progress);
        return changeRuleset(job, live, progress);
      }
      if (attempt === PLANS) throw error;
    }
  }
}

/** Whether the ruleset holds exactly what this job would write. */
function holdsOursAlone({ plan }: RulesetJob, live: Ruleset, progress: Progress): boolean {
  const { steps, conflicts, foreign } = planEntrypoint({ ...withWritten(plan, progress), live });
  return steps.length + conflicts.length + foreign.length === 0;
}

/** After a lost answer: records the rules that were made, which are in `live` and were not there before. */
function foundAfter(live: Ruleset, before: Ruleset | undefined, { unsure, written }: Progress): void {
  const known = new Set(rulesOf(before).map(refOf));
  for (const ref of rulesOf(live).map(refOf)) if (unsure.has(ref) && !known.has(ref)) written.add(ref);
}

/**
 * Merges the rules into a ruleset that was just read, one request after the other. It reads and plans again if an answer is
 * lost, if a rule that a step names is gone, or if an answer shows that somebody else wrote meanwhile.
 */
export async function changeRuleset(job: RulesetJob, live: Ruleset, progress: Progress): Promise<void> {
  progress.live = live;
  let refuted = 0;
  for (let plan = 1; plan <= PLANS + refuted; plan += 1) {
    try {
      const alone = await carryOutPlan(job, progress.live, progress);
      progress.settled = alone && progress.left.length === 0;
      if (alone || progress.left.length > 0) return;
      job.refuse?.(progress.live);
    } catch (error) {
      if (isChanged(error) && refuted < REFUTED_PLANS) refuted += 1;
      if (plan === PLANS + refuted || !isWorthAnotherPlan(error)) throw error;
      const found = await job.find();
      // A new custom ruleset would have another id; a new entry point serves the same owners.
      if (!found && job.plan.kind === "custom") throw error;
      if (!found) return createRuleset(job, progress);
      foundAfter(found, progress.live, progress);
      progress.live = found;
    }
  }
}

/**
 * A rule that the step names may be gone, or the answer is lost, or what the step relies on has changed. The API rejects a position
 * beside a rule that is gone.
 */
function isWorthAnotherPlan(error: unknown): boolean {
  if (mayHaveHappened(error) || isNotFound(error) || isChanged(error) || error instanceof StaleStepError)
    return true;
  return isInvalidRequest(error) && (error.pointer ?? "").startsWith("/position");
}

/** Carries out one plan. Returns true if nobody else wrote in between: then the last answer is what was planned. */
async function carryOutPlan(job: RulesetJob, live: Ruleset, progress: Progress): Promise<boolean> {
  const { steps, later, conflicts } = planEntrypoint({ ...withWritten(job.plan, progress), live });
  if (conflicts.length > 0) return refuse(job, conflicts, progress);
  let alone = true;
  let newest = live;
  const carryOutNext = async (step: Step) => {
    if (step.kind === "remove" && !mayGo(job, live, step)) return;
    const answer = await carryOut(job, step, newest, progress);
    alone &&= follows(newest, answer);
    newest = answer;
    progress.live = newest;
  };
  for (const step of await withRoom(job, live, steps, progress)) await carryOutNext(step);
  await announce(job, newest);
  const arrivals = await Promise.all(later.map((step) => arrived(job, step)));
  for (const [index, step] of later.entries()) if (arrivals[index]) await carryOutNext(step);
  progress.left = later.filter((_, index) => !arrivals[index]).map(({ ruleId }) => ruleId);
  await giveBack(job, newest, progress);
  return alone;
}

/** Gives rules back that the resource had taken over from another one, in a run that failed. */
async function giveBack(
  { plan, owner, handOver, find }: RulesetJob,
  newest: Ruleset,
  progress: Progress,
): Promise<void> {
  const declared = new Set(plan.rules.map(({ ref }) => ref));
  const dropped = rulesOf(newest).filter(
    (rule) => !declared.has(plainRef(rule)) && ownerOfRule(rule, plan) === "ours" && plan.isKept?.(rule.id),
  );
  if (dropped.length === 0) return;
  await handOver.restore(
    dropped.map(({ id }) => id),
    owner,
  );
  progress.live = (await find()) ?? newest;
}

/**
 * Checks the plan's limit before the first of several writes, of which a later one would exceed it. The limit is read only if some
 * plan has no room for the rules.
 */
async function withRoom(
  { plan, limit, subject }: RulesetJob,
  live: Ruleset,
  steps: readonly Step[],
  { wrote }: Progress,
): Promise<readonly Step[]> {
  if (steps.length < 2 || !steps.some(({ kind }) => kind === "add")) return steps;
  const expected = expectRules(live, steps);
  const known = mayExceed(expected.added, plan.phase, plan.kind) ? await limit?.() : undefined;
  if (!known) return steps;
  const ordered = orderForRoom(steps, expected, known.max);
  if (ordered) return ordered;
  const extent = wrote ? "" : " Nothing was written.";
  throw new LifecycleError(
    `${subject} has no room for what this resource declares.${extent}\n  ${noRoom(expected.kept, known)}`,
  );
}

/**
 * Whether a rule must still be removed. An orphan of the plan may meanwhile have an owner: the engine has shown a resource of the
 * state that was renamed with an alias, and keeps the digest of its old name.
 */
function mayGo({ plan }: RulesetJob, live: Ruleset, { ruleId }: RemoveStep): boolean {
  if (plan.isKept?.(ruleId)) return false;
  const rule = rulesOf(live).find(({ id }) => id === ruleId);
  return plan.ownership === "exclusive" || !rule || ["ours", "orphan"].includes(ownerOfRule(rule, plan));
}

/** Tells the other resources of the run which rules this one has written. */
async function announce({ scope, plan, owner, handOver }: RulesetJob, live: Ruleset): Promise<void> {
  const wire = new Set(plan.rules.map(({ ref }) => wireRef(ref, plan)));
  // The entry point of the same phase can have rules of the same refs.
  const declared =
    plan.kind === "custom" ? [] : plan.rules.map(({ ref }) => declaredRule(scope, plan.phase, ref));
  const objects = rulesOf(live).flatMap((rule) => (wire.has(refOf(rule)) ? [rule.id] : []));
  handOver.hold(owner, { objects, declared });
  for (const key of declared) await handOver.announceWritten(key);
}

/** Returns the name of a rule of the program, by which resources hand it over. */
export function declaredRule(scope: RulesetScope, phase: string, ref: string): string {
  return JSON.stringify([scope, phase, ref]);
}

/** Whether the new owner of the rule has written it. If not, the new owner removes this copy once it has. */
async function arrived(job: RulesetJob, step: RemoveStep): Promise<boolean> {
  const { client, scope, plan, log, handOver } = job;
  const { ref } = parseRef(step.ref);
  const rule = declaredRule(scope, plan.phase, ref);
  if (await handOver.arrivalOf(rule)) return true;
  const target = { client, scope, phase: plan.phase, kind: plan.kind, log };
  // If this fails, the next update of this resource removes the rule.
  handOver.leave(rule, async () => {
    const now = await job.find().catch(() => undefined);
    if (now && mayGo(job, now, step)) await removeSteps(target, now, [step]).catch(() => undefined);
  });
  log(
    redacted(
      `${plan.phase}: rule ${JSON.stringify(ref)} stays until the resource that now declares it has written it`,
    ),
  );
  return false;
}

/** Whether no foreign change lies between two versions of which the second is the answer to a write. */
function follows(before: Ruleset, after: Ruleset): boolean {
  return Number(after.version) - Number(before.version) <= 1;
}

function refuse({ subject }: RulesetJob, conflicts: readonly Conflict[], { wrote }: Progress): never {
  const list = conflicts.map(({ message }) => `  ${message}`).join("\n");
  const extent = wrote ? "" : " Nothing was written.";
  throw new LifecycleError(`${subject} conflicts with what this resource declares.${extent}\n${list}`);
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

/** Returns the refs of the rules that a step makes, or writes as the resource's own. */
function refsIn(step: Step): string[] {
  if (step.kind === "add" || step.kind === "patch") return [step.rule.ref ?? ""];
  if (step.kind !== "create" && step.kind !== "replace") return [];
  return (step.body.rules ?? []).map(({ ref }) => ref ?? "");
}

/** Counts what this write has made, or taken over, as the resource's own, also if somebody has changed it since. */
export function withWritten<T extends OwnRules>(own: T, { written }: Progress): T {
  return { ...own, ours: new Set([...own.ours, ...written]) };
}
