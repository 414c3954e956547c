import { isUnknown, type Rule, type Ruleset } from "../api";
import {
  OWASP_FIELDS,
  checkOwasp,
  deployingRuleOf,
  owaspFromRule,
  owaspRule,
  removalSteps,
  rulesOf,
  type OwaspArgs,
} from "../rulesets";
import { checkExpression } from "./expressions";
import {
  changedNames,
  checkConnection,
  COMMON,
  connectionOf,
  isSecretInput,
  pick,
  requiredText,
  unknownArguments,
} from "./inputs";
import { LifecycleError, PartialFailure, type Lifecycle, type Properties } from "./lifecycle";
import { loadManagedRuleset, readManagedRuleset } from "./managed-rulesets";
import { findEntrypoint } from "./not-found";
import { deploy, managedEntrypoint, type Deployment, type OwaspJob } from "./owasp-writes";
import { FRESH_FOR_REMOVAL_MS, listThatProves, removeSteps } from "./ruleset-lists";

const ARGUMENTS = [...OWASP_FIELDS, ...COMMON] as const;
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
    const asks =
      changed.some((name) => name === "rules" || name === "rulesetName") && inputs["rules"] !== undefined;
    if (problems.length === 0 && asks && !OWASP_FIELDS.some((name) => isUnknown(inputs[name]))) {
      // Only the managed ruleset itself tells which rule numbers there are.
      const managed = await loadManagedRuleset(context.client(connectionOf(inputs)), owaspArgs(inputs));
      problems.push(...owaspRule(owaspArgs(inputs), managed).problems);
    }
    return { inputs, problems };
  },

  diff(_context, _id, olds, news) {
    const changed = changedNames(olds, news, ARGUMENTS);
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    // A zone deploys a managed ruleset once, so the old deployment has to go first.
    return Promise.resolve({
      changes: changed.length > 0,
      replaces,
      deleteBeforeReplace: replaces.length > 0,
    });
  },

  async create(context, inputs) {
    const client = context.client(connectionOf(inputs));
    const args = owaspArgs(inputs);
    const managed = await loadManagedRuleset(client, args);
    const id = `${args.zoneId}/${managed.id}`;
    return { id, outputs: await write(id, inputs, {}, { client, args, managed }, undefined) };
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
    const created = outputs["createdEntrypoint"] === true;
    return { inputs, outputs: { ...outputsOf(inputs, entrypoint, managed, created), ...seen(entrypoint) } };
  },

  async update(context, id, olds, news) {
    const client = context.client(connectionOf(news));
    const args = owaspArgs(news);
    const managed = await loadManagedRuleset(client, args);
    const live = await findEntrypoint(managedEntrypoint(client, args.zoneId));
    return write(id, news, olds, { client, args, managed, before: owaspArgs(olds) }, live);
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
    return removeSteps(address, rulesetId, removalSteps({ rulesetId, ids, ruleCount, madeByUs }));
  },
};

async function write(
  id: string,
  inputs: Properties,
  olds: Properties,
  job: OwaspJob,
  live: Ruleset | undefined,
): Promise<Properties> {
  const progress: Deployment = { entrypoint: live, created: false, unsure: false };
  const outputs = () => {
    const created = progress.created || olds["createdEntrypoint"] === true;
    return outputsOf(inputs, progress.entrypoint, job.managed, created);
  };
  try {
    const entrypoint = await deploy(job, live, progress);
    return { ...outputs(), ...seen(entrypoint) };
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

/** As the program wrote it where that is what is deployed; `.get` has nothing written. */
function liveInputs(outputs: Properties, rule: Rule, managed: Ruleset, zoneId: string): Properties {
  const written = outputs["stateVersion"] === undefined ? undefined : owaspArgs(outputs);
  return { ...pick(outputs, COMMON), ...owaspFromRule(rule, managed, written), zoneId };
}

function outputsOf(
  inputs: Properties,
  entrypoint: Ruleset | undefined,
  managed: Ruleset,
  created: boolean,
): Properties {
  return {
    ...pick(inputs, ARGUMENTS),
    rulesetId: entrypoint?.id,
    ruleId: deployingRuleOf(entrypoint, managed.id)?.id,
    managedRulesetId: managed.id,
    managedVersion: managed.version,
    createdEntrypoint: created,
  };
}

/** What a later list proves against: the version of the entry point in which the deploying rule is as it should be. */
function seen({ version, last_updated, rules }: Ruleset): Properties {
  return { version, lastUpdated: last_updated, ruleCount: rules?.length };
}

interface Deployed {
  readonly rulesetId: string;
  readonly ruleId: string;
  readonly ruleCount: number;
}

/** As the state has it, where that is proven. */
function deployedAs(outputs: Properties): Deployed {
  return {
    rulesetId: requiredText(outputs, "rulesetId"),
    ruleId: requiredText(outputs, "ruleId"),
    ruleCount: outputs["ruleCount"] as number,
  };
}

function deployedIn(entrypoint: Ruleset | undefined, managedId: string): Deployed | undefined {
  const rule = deployingRuleOf(entrypoint, managedId);
  if (!entrypoint || !rule) return undefined;
  return { rulesetId: entrypoint.id, ruleId: rule.id, ruleCount: rulesOf(entrypoint).length };
}

/** Inputs that `check` has passed. */
function owaspArgs(inputs: Properties): OwaspArgs {
  return pick(inputs, OWASP_FIELDS) as unknown as OwaspArgs;
}

function parseId(id: string): { zoneId: string; managedId: string } {
  const [zoneId, managedId, ...more] = id.split("/");
  if (zoneId && managedId && more.length === 0) return { zoneId, managedId };
  throw new LifecycleError(
    `${JSON.stringify(id)} is no id of an OwaspConfig: write <zone id>/<managed ruleset id>.`,
  );
}
