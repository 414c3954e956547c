import type { Phase, Ruleset } from "../api";
import { isUnknown } from "../api/unknown";
import { planRemoval, refOf, rulesOf, rulesToMap, type EntrypointInput, type Ownership } from "../rulesets";
import { ARGUMENTS, checkEntrypointInputs, rulesOfInputs } from "./entrypoint-inputs";
import { driftedRules, refuseConcurrentChange } from "./entrypoint-drift";
import {
  changeEntrypoint,
  createEntrypoint,
  noProgress,
  type EntrypointJob,
  type Progress,
} from "./entrypoint-writes";
import { changedNames, checkConnection, connectionOf, pick, requiredText, text } from "./inputs";
import { LifecycleError, PartialFailure, type Context, type Lifecycle, type Properties } from "./lifecycle";
import { findEntrypoint, unlessNotFound } from "./not-found";

/** How to go about a write; not what is written. */
const MANNERS: readonly string[] = ["takeOver", "onConcurrentChange"];
const REPLACING: readonly string[] = ["zoneId", "phase", "connection"];

/** Rules in a zone's entry point of one phase: ours are those whose refs stand in the inputs or in the last outputs. */
export const zoneEntrypointRuleset: Lifecycle = {
  check(context, olds, news) {
    const { inputs, problems } = checkEntrypointInputs(olds, news);
    const connection =
      changedNames(olds, inputs, comparedOf(inputs)).length > 0 ? checkConnection(context, inputs) : [];
    return Promise.resolve({ inputs, problems: [...problems, ...connection] });
  },

  diff(_context, _id, olds, news) {
    const changed = changedNames(olds, news, comparedOf(news));
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    return Promise.resolve({
      changes: changed.length > 0,
      replaces,
      deleteBeforeReplace: replaces.length > 0,
    });
  },

  async create(context, inputs) {
    const job = jobOf(context, inputs, {});
    const progress = noProgress();
    const id = `${job.zoneId}/${job.plan.phase}`;
    await keeping(id, inputs, {}, progress, () => createEntrypoint(job, progress));
    return { id, outputs: outputsOf(inputs, progress.live, progress.made) };
  },

  async read(context, id, outputs) {
    const { zoneId, phase } = parseId(id);
    const live = await findEntrypoint(context.client(connectionOf(outputs)), zoneId, phase);
    if (!live) return undefined;
    const rules = driftedRules(outputs, live);
    if (rules.length === 0 && rulesOfInputs(outputs).length > 0) return undefined;
    const described = ownershipOf(outputs) === "exclusive" && outputs["description"] !== undefined;
    const description = described ? { description: live.description ?? "" } : {};
    const inputs = { ...pick(outputs, ARGUMENTS), ...description, zoneId, phase, rules: rulesToMap(rules) };
    return { inputs, outputs: outputsOf(inputs, live, outputs["createdEntrypoint"] === true) };
  },

  async update(context, id, olds, news) {
    const job = jobOf(context, news, olds);
    const progress = noProgress();
    await keeping(id, news, olds, progress, async () => {
      const live = await findEntrypoint(job.client, job.zoneId, job.plan.phase);
      if (!live) return createEntrypoint(job, progress);
      if (text(news, "onConcurrentChange") === "fail") refuseConcurrentChange(olds, live);
      return changeEntrypoint(job, live, progress);
    });
    return outputsOf(news, progress.live, progress.made || olds["createdEntrypoint"] === true);
  },

  async remove(context, id, outputs) {
    const { zoneId, phase } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const live = await findEntrypoint(client, zoneId, phase);
    if (!live) return;
    const ours = refsOf(outputs);
    const madeByUs = outputs["createdEntrypoint"] === true;
    for (const step of planRemoval({ live, ours, ownership: ownershipOf(outputs), madeByUs })) {
      await unlessNotFound<unknown>(
        step.kind === "remove-ruleset"
          ? client.rulesets.remove({ zoneId }, step.rulesetId)
          : client.rulesets.removeRule({ zoneId }, live.id, step.ruleId),
      );
    }
  },
};

/** An entry point has one description and may have several owners, so a shared one sets it only when it makes it. */
function comparedOf(inputs: Properties): string[] {
  const left = ownershipOf(inputs) === "shared" ? [...MANNERS, "description"] : MANNERS;
  return ARGUMENTS.filter((name) => !left.includes(name));
}

/**
 * From the first write that succeeded, or may have, a failure keeps what is known: the engine then has the id, and updates
 * next time.
 */
async function keeping(
  id: string,
  news: Properties,
  olds: Properties,
  progress: Progress,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!progress.wrote && progress.unsure.size === 0) throw error;
    const made = progress.made || olds["createdEntrypoint"] === true;
    const done = new Set([...rulesOf(progress.live).map(refOf), ...progress.unsure]);
    const wanted = rulesOfInputs(news).filter(({ ref }) => done.has(ref));
    const left = rulesOfInputs(olds).filter(
      ({ ref }) => done.has(ref) && !wanted.some((rule) => rule.ref === ref),
    );
    // What is not reached yet stays as it was, so that the next difference shows it.
    const { ownership, position, description } = olds;
    const rules = rulesToMap([...wanted, ...left]);
    const outputs = outputsOf({ ...news, ownership, position, description, rules }, progress.live, made);
    const what = "Not all of the rules are known to be written; the next update goes on";
    throw new PartialFailure(id, outputs, what, error);
  }
}

function jobOf(context: Context, inputs: Properties, olds: Properties): EntrypointJob {
  const plan: Omit<EntrypointInput, "live"> = {
    kind: "zone",
    // `check` has passed these.
    phase: requiredText(inputs, "phase") as Phase,
    rules: rulesOfInputs(inputs),
    ours: refsOf(olds),
    ownership: ownershipOf(inputs),
    previousOwnership: olds["rules"] === undefined ? undefined : ownershipOf(olds),
    description: text(inputs, "description"),
    placement: inputs["position"] as EntrypointInput["placement"],
    takeOver: inputs["takeOver"] === true,
  };
  return { client: context.client(connectionOf(inputs)), zoneId: requiredText(inputs, "zoneId"), plan };
}

function refsOf(outputs: Properties): ReadonlySet<string> {
  return new Set(rulesOfInputs(outputs).map(({ ref }) => ref));
}

function ownershipOf(inputs: Properties): Ownership {
  return inputs["ownership"] === "exclusive" ? "exclusive" : "shared";
}

function outputsOf(inputs: Properties, live: Ruleset | undefined, created: boolean): Properties {
  const refs = refsOf(inputs);
  const ours = rulesOf(live).filter((rule) => refs.has(refOf(rule)));
  return {
    ...pick(inputs, ARGUMENTS),
    rulesetId: live?.id,
    version: live?.version,
    lastUpdated: live?.last_updated,
    ruleIds: Object.fromEntries(ours.map((rule) => [refOf(rule), rule.id])),
    createdEntrypoint: created,
  };
}

function parseId(id: string): { zoneId: string; phase: Phase } {
  const [zoneId, phase, ...more] = id.split("/");
  if (zoneId && phase && more.length === 0) return { zoneId, phase: phase as Phase };
  throw new LifecycleError(
    `${JSON.stringify(id)} is no id of a ZoneEntrypointRuleset: write <zone id>/<phase>.`,
  );
}
