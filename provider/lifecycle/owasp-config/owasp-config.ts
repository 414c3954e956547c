import { containsUnknown, type Problem, type Ruleset, type RulesetSummary } from "../../api";
import { FRESH_FOR_REMOVAL_MS } from "../../client";
import { parseRef } from "../../marks";
import { argumentsOf, comparedOf, describedOf, inputsOf, OWASP_CONFIG } from "../../properties";
import { redacted } from "../../redaction";
import { activeAllowances, allowanceOf, lackOfManaged } from "../../rulebook";
import { checkAllowances } from "../../rulebook/check-allowances";
import {
  checkOwasp,
  checkScores,
  deployingRuleOf,
  deploymentRefusal,
  isReadAsOwn,
  keptOwasp,
  owaspDrift,
  owaspRule,
  ownerText,
  refOf,
  removalSteps,
} from "../../rulesets";
import {
  changedNames,
  checkArguments,
  checkConnection,
  connectionOf,
  isPreview,
  isReplaced,
  pick,
  replacingNames,
  checkExpression,
} from "../inputs";
import { judgeByDryRun } from "../foresight/dry-run";
import { clientOf, foreseePlace, withZoneId, type ForeseenRulesets } from "../foresight/foresee-place";
import { readEntrypoint, zoneLabel } from "../foresight/live-reads";
import { LifecycleError, PartialFailure, type Context, type Lifecycle, type Properties } from "../lifecycle";
import { planOf } from "../foresight/rule-limit";
import { holdMark, learnOwners, markInputs, ownRules, goesWhenEmpty, markOf, tellOrphans } from "../evidence";
import { findEntrypoint, listThatProves } from "../ruleset/find-entrypoint";
import { ZONE } from "../ruleset/place";
import { DEFAULT_OWASP_REF } from "../../rulesets/owasp/owasp-args";
import { removeAsPlanned } from "../unless-not-found";
import { tellTakenOverRules } from "../taken-over";
import { removeSteps } from "../ruleset/requests";
import { loadManagedRuleset, MissingManagedRuleset, readManagedRuleset } from "./managed-rulesets";
import { owaspReport } from "./report";
import {
  deployedAs,
  deployedIn,
  deploymentOwner,
  firstLive,
  keptAfter,
  keptIn,
  liveInputs,
  outputsOf,
  owaspArgs,
  parseId,
  versionOutputs,
} from "./state";
import {
  deploy,
  MANAGED_PHASE,
  managedEntrypoint,
  planCreation,
  planDeployment,
  type DeploymentProgress,
  type OwaspJob,
} from "./writes";
import { MARK } from "../../properties/hidden";

const ARGUMENTS = argumentsOf(OWASP_CONFIG);
const INPUTS = inputsOf(OWASP_CONFIG);
const COMPARED = comparedOf(OWASP_CONFIG);

/**
 * The managed OWASP ruleset in a zone: one deploying rule. A zone has it only once: resources of one stack hand it over to each
 * other, and a deployment of another owner is rejected.
 */
export const owaspConfig: Lifecycle = {
  async check(context, olds, news) {
    const inputs = { ...pick(news, ARGUMENTS), ...markInputs(context, olds, news) };
    const problems = [
      ...checkArguments(OWASP_CONFIG, news),
      ...checkOwasp(pick(inputs, describedOf(OWASP_CONFIG))),
      ...checkAllowances(inputs["allowances"], []),
    ];
    if (inputs["expression"] !== undefined) problems.push(...checkExpression(context, inputs, MANAGED_PHASE));
    const changed = changedNames(olds, inputs, COMPARED);
    if (changed.length > 0) problems.push(...checkConnection(context, news));
    if (problems.length === 0 && changed.length > 0 && isKnown(inputs)) {
      const foreseen = isPreview(news) ? await foreseenPlace(context, inputs) : undefined;
      if (foreseen && !foreseen.rulesets) return { inputs, problems: foreseen.problems };
      const args = owaspArgs(inputs);
      const client = context.client(connectionOf(inputs));
      const report = owaspReport(context, client, args.zoneId);
      const look = async () => {
        const managed = await loadManagedRuleset(client, args, foreseen?.rulesets);
        const { problems: unfit } = owaspRule(args, managed);
        unfit.push(...checkScores(managed), ...checkPlan(managed, foreseen, inputs));
        problems.push(...unfit);
        report.repeated(args, managed);
        if (unfit.length > 0 || isReplaced(OWASP_CONFIG, olds, inputs)) return;
        const asked = (job: OwaspJob, live: Ruleset | undefined) =>
          judgeDeployment(context, inputs, job, live, foreseen?.zone?.account.id);
        if (olds["zoneId"] !== undefined) {
          if (isPreview(news))
            problems.push(...(await previewedChange(context, olds, inputs, managed, asked)));
          return;
        }
        // An update reads the entry point when it writes. Only a preview reads it here.
        if (isPreview(news)) problems.push(...(await previewed(context, inputs, managed, asked)));
      };
      // Only the managed ruleset tells whether the rules in `rules` exist, so then a failure to read it is an error.
      try {
        await (args.rules === undefined ? report.whereAnswered(look) : look());
      } catch (error) {
        if (!(error instanceof MissingManagedRuleset)) throw error;
        problems.push({
          path: args.rulesetName === undefined ? "zoneId" : "rulesetName",
          message: error.message,
        });
      }
    }
    return { inputs, problems: await withZoneId(context, news, problems) };
  },

  async diff(context, _id, olds, news) {
    holdMark(context, olds);
    const changed = changedNames(olds, news, COMPARED);
    const replaces = replacingNames(OWASP_CONFIG, changed);
    if (changed.length > 0 && replaces.length === 0 && isKnown(news)) {
      const { zoneId } = owaspArgs(news);
      const report = owaspReport(context, context.client(connectionOf(news)), zoneId);
      await report.whereAnswered(async () => {
        const job = await updateJob(context, olds, news);
        const since = olds["managedVersion"];
        const isReported = context.run.previewed.has(news[MARK]);
        if (isReported && since === job.managed.version) return;
        const live = await findEntrypoint(managedEntrypoint(job.client, zoneId));
        // Of what has drifted, the check of a preview has told nothing.
        if (olds["drift"] !== undefined) {
          context.run.previewed.add(news[MARK]);
          return report.update(job, live, since);
        }
        if (!isReported) return report.dangers(job, live, since);
        const deploying = deployingRuleOf(live, job.managed.id);
        if (deploying) await report.lost(job.managed, deploying, since);
      });
    }
    return { changes: changed.length > 0, replaces };
  },

  holdings(_id, { ruleId }) {
    // A creation that failed half way may have made no rule.
    return { objects: typeof ruleId === "string" ? [ruleId] : [], declared: [] };
  },

  async create(context, inputs) {
    const client = context.client(connectionOf(inputs));
    const args = owaspArgs(inputs);
    const managed = await loadManagedRuleset(client, args);
    const id = `${args.zoneId}/${managed.id}`;
    const job = jobOf(context, inputs, {}, managed);
    // With takeOver, the deployment is expected to exist, and an adoption that changes nothing must not send a POST.
    const live = job.takeOver ? await findEntrypoint(managedEntrypoint(client, args.zoneId)) : undefined;
    const { entrypoint, outputs } = await write(id, inputs, {}, job, live);
    owaspReport(context, client, args.zoneId).defeats(args, managed, entrypoint);
    await tellTakenOverRules(context, `OWASP of zone ${zoneLabel(client, args.zoneId)}`, live, outputs);
    return { id, outputs };
  },

  async read(context, id, outputs) {
    const { zoneId, managedId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const address = managedEntrypoint(client, zoneId);
    const kept = keptIn(outputs);
    const asking = { reader: id, now: context.now() };
    // A state of a release that knew no `kept` may have drifted before.
    const list = kept && (await listThatProves(address, outputs, asking));
    const listed = list?.find((ruleset) => ruleset.id === managedId);
    // Neither the entry point nor the managed ruleset has changed since.
    if (listed && listed.version === outputs["managedVersion"])
      return { inputs: pick(outputs, [...INPUTS, MARK]), outputs };
    const entrypoint = await findEntrypoint(address);
    const rule = deployingRuleOf(entrypoint, managedId);
    if (!entrypoint || !rule) return undefined;
    const isManaged = outputs["stateVersion"] !== undefined;
    const own = ownRules(context, outputs, {});
    const isOfState = isReadAsOwn(rule, { ...own, ids: new Set([String(outputs["ruleId"])]) });
    if (isManaged && !isOfState && deploymentOwner(rule, own, outputs) !== "ours") return undefined;
    const managed = await readManagedRuleset(client, { zoneId }, managedId);
    const report = owaspReport(context, client, zoneId);
    if (!isManaged) {
      const live = firstLive(entrypoint, rule, managed, zoneId, context.language);
      report.defeats(owaspArgs(live.inputs), managed, entrypoint);
      return live;
    }
    const inputs = liveInputs(outputs, rule, managed, zoneId);
    await report.lost(managed, rule, outputs["managedVersion"]);
    const declared = {
      args: owaspArgs(inputs),
      kept: kept ?? keptOwasp(owaspArgs(outputs), managed, rule),
      own,
      language: context.language,
    };
    const drift = owaspDrift(declared, managed, entrypoint).map((line) => redacted(line).text);
    if (drift.length > 0) report.drift(drift);
    else report.defeats(declared.args, managed, entrypoint);
    const drifted = { ...inputs, ...(drift.length > 0 && { drift }) };
    const created = outputs["createdEntrypoint"] === true;
    const known = outputsOf(drifted, entrypoint, managed, created, declared.kept);
    return { inputs: drifted, outputs: { ...known, ...versionOutputs(entrypoint) } };
  },

  async update(context, id, olds, news) {
    const job = await updateJob(context, olds, news);
    const live = await findEntrypoint(managedEntrypoint(job.client, job.args.zoneId));
    return (await write(id, news, olds, job, live)).outputs;
  },

  async remove(context, id, outputs) {
    const { zoneId, managedId } = parseId(id);
    const address = managedEntrypoint(context.client(connectionOf(outputs)), zoneId);
    const { handOver } = context.run;
    const deployment = String(outputs["ruleId"]);
    if (handOver.isKept(deployment, outputs[MARK])) {
      context.log(
        redacted(
          `OWASP of zone ${zoneLabel(address.client, zoneId)}: the deployment (rule ${deployment}) is now owned by ` +
            `${markOf(outputs)?.owner ?? "another resource"} and is not removed.`,
        ),
      );
      return handOver.restore([deployment], outputs[MARK]);
    }
    const own = ownRules(context, outputs, {});
    const target = { ...address, kind: "zone", log: context.log } as const;
    const goes = (left: RulesetSummary) => goesWhenEmpty(left, outputs);
    await removeAsPlanned(async (isFirst) => {
      const asking = { reader: id, now: context.now(), oldest: FRESH_FOR_REMOVAL_MS };
      const list = isFirst ? await listThatProves(address, outputs, asking) : undefined;
      const entrypoint = list ? undefined : await findEntrypoint(address);
      const rule = deployingRuleOf(entrypoint, managedId);
      if (rule && deploymentOwner(rule, own, outputs) !== "ours") {
        context.log(
          redacted(
            `OWASP of zone ${zoneLabel(address.client, zoneId)}: the deployment (rule ${rule.id}) is now ${ownerText(rule)} and is not removed.`,
          ),
        );
        return;
      }
      if (!list && !rule) return;
      const { rulesetId, ruleId, ruleCount } =
        entrypoint && rule ? deployedIn(entrypoint, rule) : deployedAs(outputs);
      const live = list?.find((one) => one.id === rulesetId) ?? entrypoint;
      if (!live) return;
      const { ref = DEFAULT_OWASP_REF } = owaspArgs(outputs);
      const ids = new Map([[ref, ruleId]]);
      const steps = removalSteps({ rulesetId, ids, ruleCount, goesWhenEmpty: goes(live) });
      await removeSteps(target, live, steps, goes);
    });
  },
};

/** Returns undefined for a connection that cannot be used. */
async function foreseenPlace(context: Context, inputs: Properties): Promise<ForeseenRulesets | undefined> {
  const client = clientOf(context, inputs);
  const resource = { kind: "OwaspConfig", name: "", inputs, external: false };
  return client && foreseePlace(context, client, ZONE, resource);
}

/** For the preview of a new resource: reports an existing deployment, and which managed rules change. */
async function previewed(
  context: Context,
  inputs: Properties,
  managed: Ruleset,
  asked: Asked,
): Promise<Problem[]> {
  const job = jobOf(context, inputs, {}, managed);
  const { zoneId } = job.args;
  const report = owaspReport(context, job.client, zoneId);
  const reading = await readEntrypoint(context, job.client, managedEntrypoint(job.client, zoneId));
  if (!reading || "refusal" in reading) return [];
  const entrypoint = reading.found;
  const existing = deployingRuleOf(entrypoint, managed.id);
  if (existing) {
    const owner = await job.ownerOf(existing);
    const refusal = deploymentRefusal(existing, managed, owner, job.takeOver);
    if (refusal !== undefined) return [{ path: job.takeOver ? "takeOver" : "zoneId", message: refusal }];
    if (owner === "unmarked") report.takesOver(existing, managed);
  }
  await report.update(job, entrypoint, undefined);
  context.run.previewed.add(inputs[MARK]);
  await report.skippedBefore(job);
  return asked(job, entrypoint);
}

/** Returns what the API refuses of the writes of a job. */
type Asked = (job: OwaspJob, live: Ruleset | undefined) => Promise<Problem[]>;

/** For the preview of a change: reports which managed rules change. What an update keeps after a drift, only the outputs tell `diff`. */
async function previewedChange(
  context: Context,
  olds: Properties,
  inputs: Properties,
  managed: Ruleset,
  asked: Asked,
): Promise<Problem[]> {
  if (olds["drift"] !== undefined) return [];
  const job = { ...jobOf(context, inputs, olds, managed), before: owaspArgs(olds) };
  const reading = await readEntrypoint(context, job.client, managedEntrypoint(job.client, job.args.zoneId));
  if (!reading || "refusal" in reading) return [];
  await owaspReport(context, job.client, job.args.zoneId).update(job, reading.found, undefined);
  context.run.previewed.add(inputs[MARK]);
  return asked(job, reading.found);
}

async function judgeDeployment(
  context: Context,
  inputs: Properties,
  job: OwaspJob,
  live: Ruleset | undefined,
  accountId: string | undefined,
): Promise<Problem[]> {
  try {
    const step = live ? await planDeployment(job, live) : planCreation(job);
    return await judgeByDryRun(context, job.client, {
      owner: inputs[MARK],
      accountId,
      phase: MANAGED_PHASE,
      kind: "zone",
      live,
      scope: { zoneId: job.args.zoneId },
      steps: step ? [step] : [],
      pathOf: (_rule, [member]) => (member === "expression" ? member : ""),
    });
  } catch (error) {
    // The update refuses to write for another reason, which it reports itself.
    if (error instanceof LifecycleError) return [];
    throw error;
  }
}

/** Reports a zone whose plan, as far as a preview knows it, has no such managed ruleset. */
function checkPlan(
  { id }: Ruleset,
  foreseen: ForeseenRulesets | undefined,
  { allowances }: Properties,
): Problem[] {
  if (allowanceOf(activeAllowances(allowances), "plan-managed-ruleset")) return [];
  const plan = planOf(foreseen?.zone);
  const lack = plan && lackOfManaged(id, plan);
  return lack === undefined ? [] : [{ path: "zoneId", message: `must name a zone that has ${lack}` }];
}

async function updateJob(context: Context, olds: Properties, news: Properties): Promise<OwaspJob> {
  const managed = await loadManagedRuleset(context.client(connectionOf(news)), owaspArgs(news));
  // Only what a refresh has shown is removed.
  const kept = olds["drift"] === undefined ? undefined : keptIn(olds);
  return { ...jobOf(context, news, olds, managed), before: owaspArgs(olds), kept };
}

function jobOf(context: Context, inputs: Properties, olds: Properties, managed: Ruleset): OwaspJob {
  const own = ownRules(context, inputs, {});
  return {
    client: context.client(connectionOf(inputs)),
    args: owaspArgs(inputs),
    managed,
    own,
    ownerOf: async (existing) => {
      const { mark } = parseRef(refOf(existing));
      await learnOwners(context, own.mark, mark ? [mark] : []);
      const owner = deploymentOwner(existing, own, olds);
      const { id, last_updated: since } = existing;
      const zone = `OWASP of zone ${owaspArgs(inputs).zoneId}`;
      if (owner === "orphan") tellOrphans(context, zone, [{ id, what: "deploying rule", since }]);
      return owner;
    },
    takeOver: inputs["takeOver"] === true,
    isPreviewed: context.run.previewed.has(inputs[MARK]),
    language: context.language,
    log: context.log,
  };
}

async function write(
  id: string,
  inputs: Properties,
  olds: Properties,
  job: OwaspJob,
  live: Ruleset | undefined,
): Promise<{ entrypoint: Ruleset; outputs: Properties }> {
  const progress: DeploymentProgress = {
    entrypoint: live,
    created: false,
    unsure: false,
    unsureOfRule: false,
  };
  const kept = () =>
    keptAfter(job.args, job.managed, deployingRuleOf(progress.entrypoint, job.managed.id), olds);
  const outputs = () => {
    const created = progress.created || olds["createdEntrypoint"] === true;
    return outputsOf(inputs, progress.entrypoint, job.managed, created, kept());
  };
  try {
    const entrypoint = await deploy(job, live, progress);
    const declared = { args: job.args, kept: kept() ?? {}, own: job.own, language: job.language };
    const unseen = owaspDrift(declared, job.managed, entrypoint);
    // Without `ruleCount`, the next refresh reads the rules, and shows what this write has left.
    const { ruleCount, ...version } = versionOutputs(entrypoint);
    return {
      entrypoint,
      outputs: { ...outputs(), ...version, ...(unseen.length === 0 && { ruleCount }) },
    };
  } catch (error) {
    // A refusal after a lost answer has read another owner's deployment: this write made nothing, and the state must not name that rule.
    if (!progress.unsure || error instanceof LifecycleError) throw error;
    throw new PartialFailure(
      id,
      outputs(),
      "Whether the ruleset was deployed is not known; the next update reads the entry point",
      error,
    );
  }
}

function isKnown(inputs: Properties): boolean {
  return !ARGUMENTS.some((name) => containsUnknown(inputs[name]));
}
