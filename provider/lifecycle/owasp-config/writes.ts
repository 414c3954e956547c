import { ErrorCode, type Phase, type Rule, type Ruleset } from "../../api";
import { hasCode, isNotFound, mayHaveHappened, type EdgeClient } from "../../client";
import { entrypointName } from "../../marks";
import {
  deployingRuleOf,
  deploymentRefusal,
  owaspRule,
  refOf,
  rulesOf,
  sameRule,
  type OwaspArgs,
  type OwnRules,
  type RuleOwner,
  type Step,
} from "../../rulesets";
import { LifecycleError, type Context } from "../lifecycle";
import { findEntrypoint, type RulesetAddress } from "../ruleset/find-entrypoint";
import { carryOutStep } from "../ruleset/requests";

/** What one write of a deployment is about. */
export interface OwaspJob {
  readonly client: EdgeClient;
  readonly args: OwaspArgs;
  readonly managed: Ruleset;
  /** The arguments of before, whose overrides go. */
  readonly before?: OwaspArgs | undefined;
  readonly own: OwnRules;
  readonly ownerOf: (existing: Rule) => RuleOwner;
  /** A deployment that was made by hand may become ours. */
  readonly takeOver: boolean;
  /** A line for each request that wrote. */
  readonly log: Context["log"];
}

export interface Deployment {
  /** Undefined where it could not be read after a write whose answer was lost. */
  entrypoint: Ruleset | undefined;
  /** The entry point was made by this write. */
  created: boolean;
  /** Something may have been written. */
  unsure: boolean;
  /** A deploying rule may have been made where there was none: the answer was lost. */
  unsureOfRule: boolean;
}

const MANAGED_PHASE: Phase = "http_request_firewall_managed";
/** How often it is tried again on what is there then. */
const ATTEMPTS = 3;

/** Where a zone deploys managed rulesets. */
export function managedEntrypoint(client: EdgeClient, zoneId: string): RulesetAddress {
  return { client, scope: { zoneId }, phase: MANAGED_PHASE };
}

/**
 * Brings the deploying rule into the entry point that was read as `live`; without one, by POST, which cannot overwrite. Where
 * there is an entry point all the same, or an answer was lost, it is read and gone on from what is there.
 */
export async function deploy(
  job: OwaspJob,
  live: Ruleset | undefined,
  progress: Deployment,
): Promise<Ruleset> {
  progress.entrypoint = live;
  for (let attempt = 1; ; attempt += 1) {
    const { entrypoint } = progress;
    try {
      progress.entrypoint = entrypoint ? await configure(job, entrypoint, progress) : await create(job);
      progress.created ||= !entrypoint;
      return progress.entrypoint;
    } catch (error) {
      const lost = mayHaveHappened(error);
      progress.unsure ||= lost;
      progress.unsureOfRule ||= lost && !deployingRuleOf(entrypoint, job.managed.id);
      const stale = isNotFound(error) || hasCode(error, ErrorCode.tooManyRulesets);
      if (attempt === ATTEMPTS || !(lost || stale)) throw error;
      // Should it not be readable either: a removal still takes an entry point away only when all in it is ours.
      const made = progress.created;
      progress.created ||= lost && !entrypoint;
      progress.entrypoint = await findEntrypoint(managedEntrypoint(job.client, job.args.zoneId));
      // Nothing but our rule, after a POST whose answer was lost: it was this POST that made it.
      progress.created = made || (lost && !entrypoint && isOurs(job, progress.entrypoint));
    }
  }
}

function create(job: OwaspJob): Promise<Ruleset> {
  const { mark } = job.own;
  const name = mark ? entrypointName(mark) : "default";
  const body = { name, phase: MANAGED_PHASE, rules: [ruleFor(job)] };
  return sendStep(job, { kind: "create", body: { ...body, kind: "zone" } }, undefined);
}

async function configure(job: OwaspJob, entrypoint: Ruleset, { unsureOfRule }: Deployment): Promise<Ruleset> {
  const { managed, takeOver } = job;
  const existing = deployingRuleOf(entrypoint, managed.id);
  const rule = ruleFor(job, existing);
  if (existing) {
    const isMade = unsureOfRule && sameRule(existing, ruleFor(job));
    const owner = isMade ? "ours" : job.ownerOf(existing);
    const refusal = deploymentRefusal(existing, managed, owner, takeOver);
    if (refusal !== undefined) throw new LifecycleError(`Nothing was written: ${refusal}`);
    // Of a state without marks, the rule gets its mark with its next change.
    if (owner === "ours" && sameRule(existing, { ...rule, ref: refOf(existing) })) return entrypoint;
  }
  const step: Step = existing
    ? { kind: "patch", ruleId: existing.id, ref: refOf(existing), rule }
    : { kind: "add", rule };
  return sendStep(job, step, entrypoint);
}

function sendStep({ client, args, log }: OwaspJob, step: Step, live: Ruleset | undefined): Promise<Ruleset> {
  return carryOutStep({ ...managedEntrypoint(client, args.zoneId), kind: "zone", log }, step, live);
}

function isOurs(job: OwaspJob, entrypoint: Ruleset | undefined): boolean {
  const [only, ...others] = rulesOf(entrypoint);
  return only !== undefined && others.length === 0 && sameRule(only, ruleFor(job));
}

function ruleFor(
  { args, managed, before, own }: OwaspJob,
  existing?: Rule,
): ReturnType<typeof owaspRule>["rule"] {
  const { rule, problems } = owaspRule(args, managed, existing, existing && before, own.mark);
  if (problems.length === 0) return rule;
  throw new LifecycleError(
    problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("\n"),
  );
}
