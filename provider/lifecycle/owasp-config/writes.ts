import { ErrorCode, type Phase, type Rule, type Ruleset, type RuleWrite } from "../../api";
import { hasCode, isChanged, isNotFound, mayHaveHappened, type EdgeClient } from "../../client";
import { entrypointName } from "../../marks";
import {
  asKept,
  deployingRuleOf,
  deploymentRefusal,
  describeEffect,
  owaspEffect,
  owaspRule,
  refOf,
  rulesOf,
  sameDeployment,
  sameRule,
  skipInFront,
  type KeptOwasp,
  type OwaspArgs,
  type OwnRules,
  type RuleOwner,
  type Step,
} from "../../rulesets";
import { LifecycleError, type Context } from "../lifecycle";
import { findEntrypoint, type RulesetAddress } from "../ruleset/find-entrypoint";
import { carryOutStep } from "../ruleset/requests";

export interface OwaspJob {
  readonly client: EdgeClient;
  readonly args: OwaspArgs;
  readonly managed: Ruleset;
  /** The old arguments, whose overrides are removed. */
  readonly before?: OwaspArgs | undefined;
  /** What the deployment keeps beside the arguments; everything else of others is removed. Default: all of it stays. */
  readonly kept?: KeptOwasp | undefined;
  readonly own: OwnRules;
  readonly ownerOf: (existing: Rule) => Promise<RuleOwner>;
  readonly takeOver: boolean;
  /** Whether this run has told already which managed rules change. */
  readonly isPreviewed: boolean;
  readonly language: Context["language"];
  readonly log: Context["log"];
}

/** How far a write has come, also if it fails. */
export interface DeploymentProgress {
  /** Undefined if it could not be read after a write whose answer was lost. */
  entrypoint: Ruleset | undefined;
  /** This write made the entry point. */
  created: boolean;
  /** Something may have been written. */
  unsure: boolean;
  /** The answer to a write that adds a deploying rule was lost. */
  unsureOfRule: boolean;
}

export const MANAGED_PHASE: Phase = "http_request_firewall_managed";
/** The number of attempts before a write gives up because the entry point keeps changing. */
const ATTEMPTS = 3;

export function managedEntrypoint(client: EdgeClient, zoneId: string): RulesetAddress {
  return { client, scope: { zoneId }, phase: MANAGED_PHASE };
}

/**
 * Writes the deploying rule into the entry point `live`, or makes the entry point by POST, which cannot overwrite anything. If
 * the entry point exists after all, or an answer was lost, reads it and continues from there.
 */
export async function deploy(
  job: OwaspJob,
  live: Ruleset | undefined,
  progress: DeploymentProgress,
): Promise<Ruleset> {
  progress.entrypoint = live;
  for (let attempt = 1; ; attempt += 1) {
    const { entrypoint } = progress;
    try {
      progress.entrypoint = entrypoint
        ? await configure(job, entrypoint, progress)
        : await sendStep(job, planCreation(job), undefined);
      progress.created ||= !entrypoint;
      return progress.entrypoint;
    } catch (error) {
      const isLost = mayHaveHappened(error);
      progress.unsure ||= isLost;
      progress.unsureOfRule ||= isLost && !deployingRuleOf(entrypoint, job.managed.id);
      const isStale = isChanged(error) || isNotFound(error) || hasCode(error, ErrorCode.tooManyRulesets);
      if (attempt === ATTEMPTS || !(isLost || isStale)) throw error;
      // If the read fails as well, this may be wrong. That is safe: a removal removes only an entry point that it leaves empty.
      const wasCreated = progress.created;
      progress.created ||= isLost && !entrypoint;
      progress.entrypoint = await findEntrypoint(managedEntrypoint(job.client, job.args.zoneId));
      // The entry point holds only this rule, so the POST whose answer was lost has made it.
      progress.created = wasCreated || (isLost && !entrypoint && holdsRuleAlone(job, progress.entrypoint));
    }
  }
}

/** Returns the request that makes the entry point. */
export function planCreation(job: OwaspJob): Step {
  const { mark } = job.own;
  const name = mark ? entrypointName(mark) : "default";
  return { kind: "create", body: { name, phase: MANAGED_PHASE, rules: [ruleFor(job)], kind: "zone" } };
}

async function configure(
  job: OwaspJob,
  entrypoint: Ruleset,
  { unsureOfRule }: DeploymentProgress,
): Promise<Ruleset> {
  const step = await planDeployment(job, entrypoint, unsureOfRule);
  return step ? sendStep(job, step, entrypoint) : entrypoint;
}

/**
 * Returns the request that writes the deploying rule; undefined if nothing is to be written.
 *
 * @param unsureOfRule whether an earlier request of this write may have made the rule
 */
export async function planDeployment(
  job: OwaspJob,
  entrypoint: Ruleset,
  unsureOfRule = false,
): Promise<Step | undefined> {
  const { managed, takeOver, own, language } = job;
  const existing = deployingRuleOf(entrypoint, managed.id);
  const rule = ruleFor(job, existing);
  const planned = existing ? { ...rule, id: existing.id } : rule;
  const skip = skipInFront(entrypoint, managed, planned, own, language);
  const place = skip && { position: { before: refOf(skip) } };
  let isSame = false;
  if (existing) {
    const isMade = unsureOfRule && sameRule(existing, ruleFor(job));
    const owner = isMade ? "ours" : await job.ownerOf(existing);
    const refusal = deploymentRefusal(existing, managed, owner, takeOver);
    if (refusal !== undefined) throw new LifecycleError(`Nothing was written: ${refusal}`);
    // A rule that is taken over, or that a release without marks made, gets its mark with its next change.
    const isUnproved = owner === "ours" || owner === "unmarked";
    isSame = isUnproved && isAsDeclared(job, existing, { ...rule, ref: refOf(existing) });
    if (isSame && !place) return undefined;
  }
  const at = existing && { ruleId: existing.id, ref: refOf(existing) };
  const placed = { ...rule, ...place };
  if (!at) return { kind: "add", rule: placed };
  return isSame && place ? { kind: "move", ...at, ...place } : { kind: "patch", ...at, rule: placed };
}

/** Whether nothing is to be written. A deployment that is taken over may say the same in another way, until the arguments change. */
function isAsDeclared({ before, managed }: OwaspJob, existing: Rule, rule: RuleWrite): boolean {
  return before === undefined ? sameDeployment(existing, rule, managed) : sameRule(existing, rule);
}

function sendStep(job: OwaspJob, step: Step, live: Ruleset | undefined): Promise<Ruleset> {
  const { client, args, log } = job;
  const isTold = job.isPreviewed || step.kind === "move";
  const meaning = isTold ? undefined : describeEffect(effectOf(job, live));
  return carryOutStep({ ...managedEntrypoint(client, args.zoneId), kind: "zone", log, meaning }, step, live);
}

/** Returns what a write does to the managed rules. */
export function effectOf(job: OwaspJob, live: Ruleset | undefined): ReturnType<typeof owaspEffect> {
  const existing = deployingRuleOf(live, job.managed.id);
  return owaspEffect(existing, plannedRule(job, existing).rule, job.managed);
}

function holdsRuleAlone(job: OwaspJob, entrypoint: Ruleset | undefined): boolean {
  const [only, ...others] = rulesOf(entrypoint);
  return only !== undefined && others.length === 0 && sameRule(only, ruleFor(job));
}

/** Returns the deploying rule that a write leaves. `existing` is the live one. */
export function plannedRule(
  { args, managed, before, kept, own }: OwaspJob,
  existing: Rule | undefined,
): ReturnType<typeof owaspRule> {
  const base = existing && kept ? asKept(existing, kept) : existing;
  return owaspRule(args, managed, base, existing && before, own.mark);
}

function ruleFor(job: OwaspJob, existing?: Rule): ReturnType<typeof owaspRule>["rule"] {
  const { rule, problems } = plannedRule(job, existing);
  if (problems.length === 0) return rule;
  throw new LifecycleError(
    problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("\n"),
  );
}
