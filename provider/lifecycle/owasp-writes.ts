import { ErrorCode, type Phase, type Rule, type Ruleset } from "../api";
import { hasCode, isNotFound, mayHaveHappened, type EdgeClient } from "../client";
import { deployingRuleOf, owaspRule, refOf, rulesOf, sameRule, type OwaspArgs, type Step } from "../rulesets";
import { LifecycleError, type Context } from "./lifecycle";
import { findEntrypoint, type RulesetAddress } from "./not-found";
import { carryOutStep } from "./ruleset-requests";

/** What one write of a deployment is about. */
export interface OwaspJob {
  readonly client: EdgeClient;
  readonly args: OwaspArgs;
  readonly managed: Ruleset;
  /** The arguments of before, whose overrides go. */
  readonly before?: OwaspArgs | undefined;
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
      progress.entrypoint = entrypoint ? await configure(job, entrypoint) : await create(job);
      progress.created ||= !entrypoint;
      return progress.entrypoint;
    } catch (error) {
      const lost = mayHaveHappened(error);
      progress.unsure ||= lost;
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
  const { args, managed } = job;
  const rules = [ruleFor(args, managed)];
  const body = { name: "default", kind: "zone", phase: MANAGED_PHASE, rules } as const;
  return sendStep(job, { kind: "create", body }, undefined);
}

async function configure(job: OwaspJob, entrypoint: Ruleset): Promise<Ruleset> {
  const { args, managed, before } = job;
  const existing = deployingRuleOf(entrypoint, managed.id);
  const rule = ruleFor(args, managed, existing, before);
  if (existing && sameRule(existing, rule)) return entrypoint;
  const step: Step = existing
    ? { kind: "patch", ruleId: existing.id, ref: refOf(existing), rule }
    : { kind: "add", rule };
  return sendStep(job, step, entrypoint);
}

function sendStep({ client, args, log }: OwaspJob, step: Step, live: Ruleset | undefined): Promise<Ruleset> {
  return carryOutStep({ ...managedEntrypoint(client, args.zoneId), kind: "zone", log }, step, live);
}

function isOurs({ args, managed }: OwaspJob, entrypoint: Ruleset | undefined): boolean {
  const [only, ...others] = rulesOf(entrypoint);
  return only !== undefined && others.length === 0 && sameRule(only, ruleFor(args, managed));
}

function ruleFor(
  args: OwaspArgs,
  managed: Ruleset,
  existing?: Rule,
  before?: OwaspArgs,
): ReturnType<typeof owaspRule>["rule"] {
  const { rule, problems } = owaspRule(args, managed, existing, before);
  if (problems.length === 0) return rule;
  throw new LifecycleError(
    problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("\n"),
  );
}
