import { containsUnknown, isUnknown, type Ruleset } from "../api";
import { OWASP_FIELDS, checkOwasp, deployingRuleOf, owaspRule, removalSteps } from "../rulesets";
import { checkExpression } from "./expressions";
import { changedNames, checkConnection, connectionOf, isSecretInput, pick, unknownArguments } from "./inputs";
import { PartialFailure, type Context, type Lifecycle, type Properties } from "./lifecycle";
import { loadManagedRuleset, readManagedRuleset } from "./managed-rulesets";
import { findEntrypoint } from "./not-found";
import { owaspReport } from "./owasp-report";
import {
  deployedAs,
  deployedIn,
  liveInputs,
  OWASP_ARGUMENTS as ARGUMENTS,
  outputsOf,
  owaspArgs,
  parseId,
  seen,
} from "./owasp-state";
import { deploy, managedEntrypoint, type Deployment, type OwaspJob } from "./owasp-writes";
import { FRESH_FOR_REMOVAL_MS, listThatProves } from "./ruleset-lists";
import { removeSteps } from "./ruleset-requests";

const REPLACING: readonly string[] = ["zoneId", "rulesetName", "connection"];

/** The managed OWASP ruleset in a zone: one deploying rule, which a zone has at most once, so one that exists is taken over. */
export const owaspConfig: Lifecycle = {
  async check(context, olds, news) {
    const inputs = pick(news, ARGUMENTS);
    const problems = [...unknownArguments(news, ARGUMENTS), ...checkOwasp(pick(inputs, OWASP_FIELDS))];
    if (inputs["expression"] !== undefined) {
      problems.push(
        ...checkExpression("expression", inputs["expression"], isSecretInput(inputs, "expression")),
      );
    }
    const changed = changedNames(olds, inputs, ARGUMENTS);
    if (changed.length > 0) problems.push(...checkConnection(context, inputs));
    if (problems.length === 0 && changed.length > 0 && isKnown(inputs)) {
      const args = owaspArgs(inputs);
      const report = owaspReport(context, args.zoneId);
      const look = async () => {
        const managed = await loadManagedRuleset(context.client(connectionOf(inputs)), args);
        const { rule, problems: unfit } = owaspRule(args, managed);
        problems.push(...unfit);
        if (olds["zoneId"] === undefined && unfit.length === 0) report.effect(undefined, rule, managed);
      };
      // Only the managed ruleset itself tells whether there are the rules that are named.
      await (args.rules === undefined ? report.whereAnswered(look) : look());
    }
    return { inputs, problems };
  },

  async diff(context, _id, olds, news) {
    const changed = changedNames(olds, news, ARGUMENTS);
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    if (changed.length > 0 && replaces.length === 0 && isKnown(news)) {
      const { zoneId } = owaspArgs(news);
      const report = owaspReport(context, zoneId);
      await report.whereAnswered(async () => {
        const job = await updateJob(context, olds, news);
        const live = await findEntrypoint(managedEntrypoint(job.client, zoneId));
        await report.update(job, live, olds["managedVersion"]);
      });
    }
    // A zone deploys a managed ruleset once, so the old deployment has to go first.
    return { changes: changed.length > 0, replaces, deleteBeforeReplace: replaces.length > 0 };
  },

  async create(context, inputs) {
    const client = context.client(connectionOf(inputs));
    const args = owaspArgs(inputs);
    const managed = await loadManagedRuleset(client, args);
    const id = `${args.zoneId}/${managed.id}`;
    const job = { client, args, managed, log: context.log };
    const { entrypoint, outputs } = await write(id, inputs, {}, job, undefined);
    owaspReport(context, args.zoneId).defeats(args, managed, entrypoint);
    return { id, outputs };
  },

  async read(context, id, outputs) {
    const { zoneId, managedId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const address = managedEntrypoint(client, zoneId);
    const list = await listThatProves(address, outputs, { reader: id, now: context.now() });
    const listed = list?.find((ruleset) => ruleset.id === managedId);
    // As it was against the managed ruleset as it was: nothing can have drifted.
    if (listed && listed.version === outputs["managedVersion"])
      return { inputs: pick(outputs, ARGUMENTS), outputs };
    const entrypoint = await findEntrypoint(address);
    const rule = deployingRuleOf(entrypoint, managedId);
    if (!entrypoint || !rule) return undefined;
    const managed = await readManagedRuleset(client, zoneId, managedId);
    const inputs = liveInputs(outputs, rule, managed, zoneId);
    const report = owaspReport(context, zoneId);
    await report.lost({ client, managed }, rule, outputs["managedVersion"]);
    report.defeats(owaspArgs(inputs), managed, entrypoint);
    const created = outputs["createdEntrypoint"] === true;
    return { inputs, outputs: { ...outputsOf(inputs, entrypoint, managed, created), ...seen(entrypoint) } };
  },

  async update(context, id, olds, news) {
    const job = await updateJob(context, olds, news);
    const live = await findEntrypoint(managedEntrypoint(job.client, job.args.zoneId));
    return (await write(id, news, olds, job, live)).outputs;
  },

  async remove(context, id, outputs) {
    const { zoneId, managedId } = parseId(id);
    const address = managedEntrypoint(context.client(connectionOf(outputs)), zoneId);
    // Only what this resource made goes with it: an entry point that others use, or made, stays.
    const madeByUs = outputs["createdEntrypoint"] === true;
    const asking = { reader: id, now: context.now(), oldest: FRESH_FOR_REMOVAL_MS };
    const known = (await listThatProves(address, outputs, asking))
      ? deployedAs(outputs)
      : deployedIn(await findEntrypoint(address), managedId);
    if (!known) return;
    const { rulesetId, ruleId, ruleCount } = known;
    const ids = new Map([[ruleId, ruleId]]);
    const steps = removalSteps({ rulesetId, ids, ruleCount, madeByUs });
    return removeSteps({ ...address, kind: "zone", log: context.log }, rulesetId, steps);
  },
};

async function updateJob(context: Context, olds: Properties, news: Properties): Promise<OwaspJob> {
  const client = context.client(connectionOf(news));
  const args = owaspArgs(news);
  const managed = await loadManagedRuleset(client, args);
  return { client, args, managed, before: owaspArgs(olds), log: context.log };
}

async function write(
  id: string,
  inputs: Properties,
  olds: Properties,
  job: OwaspJob,
  live: Ruleset | undefined,
): Promise<{ entrypoint: Ruleset; outputs: Properties }> {
  const progress: Deployment = { entrypoint: live, created: false, unsure: false };
  const outputs = () => {
    const created = progress.created || olds["createdEntrypoint"] === true;
    return outputsOf(inputs, progress.entrypoint, job.managed, created);
  };
  try {
    const entrypoint = await deploy(job, live, progress);
    return { entrypoint, outputs: { ...outputs(), ...seen(entrypoint) } };
  } catch (error) {
    if (!progress.unsure) throw error;
    throw new PartialFailure(
      id,
      outputs(),
      "The ruleset may be deployed or not; the next update looks",
      error,
    );
  }
}

/** Whether the whole deployment is known, and how to reach it. */
function isKnown(inputs: Properties): boolean {
  return !ARGUMENTS.some((name) => containsUnknown(inputs[name]));
}
