import { ErrorCode, type Phase, type Rule, type Ruleset } from "../api";
import { isUnknown } from "../api/unknown";
import { isNotFound, type EdgeClient } from "../client";
import {
  checkOwasp,
  deployingRuleOf,
  owaspFromRule,
  owaspRule,
  sameRule,
  type OwaspArgs,
} from "../rulesets";
import { checkExpression } from "./expressions";
import { hasCode, mayHaveHappened } from "./failures";
import {
  changedNames,
  checkConnection,
  COMMON,
  connectionOf,
  isSecretInput,
  pick,
  unknownArguments,
} from "./inputs";
import { LifecycleError, type Lifecycle, type Properties } from "./lifecycle";
import { loadManagedRuleset } from "./managed-rulesets";

const OWASP_FIELDS = [
  "zoneId",
  "paranoiaLevel",
  "scoreThreshold",
  "action",
  "rules",
  "expression",
  "enabled",
  "rulesetName",
  "ref",
] as const;
const ARGUMENTS = [...OWASP_FIELDS, ...COMMON] as const;
const COMPARED = ARGUMENTS.filter((name) => name !== "secretInputs");
const REPLACING: readonly string[] = ["zoneId", "rulesetName", "connection"];
const PHASE: Phase = "http_request_firewall_managed";

/** The managed OWASP ruleset in a zone: one deploying rule, which a zone has at most once, so one that exists is taken over. */
export const owaspConfig: Lifecycle = {
  async check(context, olds, news) {
    const inputs = pick(news, ARGUMENTS);
    const problems = [...unknownArguments(news, ARGUMENTS), ...checkOwasp(pick(inputs, OWASP_FIELDS))];
    if (inputs["expression"] !== undefined) {
      problems.push(...checkExpression("expression", inputs["expression"], isSecretInput(inputs, "expression")));
    }
    const changed = changedNames(olds, inputs, COMPARED);
    if (changed.length > 0) problems.push(...checkConnection(context, inputs));
    const asks = changed.some((name) => name === "rules" || name === "rulesetName") && inputs["rules"] !== undefined;
    if (problems.length === 0 && asks && !OWASP_FIELDS.some((name) => isUnknown(inputs[name]))) {
      // Only the managed ruleset itself tells which rule numbers there are.
      const managed = await loadManagedRuleset(context.client(connectionOf(inputs)), owaspArgs(inputs));
      problems.push(...owaspRule(owaspArgs(inputs), managed).problems);
    }
    return { inputs, problems };
  },

  diff(_context, _id, olds, news) {
    const changed = changedNames(olds, news, COMPARED);
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    // A zone deploys a managed ruleset once, so the old deployment has to go first.
    return Promise.resolve({ changes: changed.length > 0, replaces, deleteBeforeReplace: replaces.length > 0 });
  },

  async create(context, inputs) {
    const client = context.client(connectionOf(inputs));
    const args = owaspArgs(inputs);
    const managed = await loadManagedRuleset(client, args);
    const { entrypoint, created } = await deploy(client, args, managed);
    return { id: `${args.zoneId}/${managed.id}`, outputs: outputsOf(inputs, entrypoint, managed, created) };
  },

  async read(context, id, outputs) {
    const { zoneId, managedId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const entrypoint = await findEntrypoint(client, zoneId);
    const rule = deployingRuleOf(entrypoint, managedId);
    if (!entrypoint || !rule) return undefined;
    const managed = await client.rulesets.get({ zoneId }, managedId);
    const inputs = liveInputs(outputs, rule, managed, zoneId);
    return { inputs, outputs: outputsOf(inputs, entrypoint, managed, outputs["createdEntrypoint"] === true) };
  },

  async update(context, id, olds, news) {
    const { zoneId } = parseId(id);
    const client = context.client(connectionOf(news));
    const args = owaspArgs(news);
    const managed = await loadManagedRuleset(client, args);
    const entrypoint = await findEntrypoint(client, zoneId);
    const deployed = await configure(client, args, managed, entrypoint, owaspArgs(olds));
    const made = olds["createdEntrypoint"] === true || !entrypoint;
    return outputsOf(news, deployed, managed, made);
  },

  async remove(context, id, outputs) {
    const { zoneId, managedId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const entrypoint = await findEntrypoint(client, zoneId);
    const rule = deployingRuleOf(entrypoint, managedId);
    if (!entrypoint || !rule) return;
    // Only what this resource made goes with it: an entry point that others use, or made, stays.
    const alone = outputs["createdEntrypoint"] === true && entrypoint.rules?.length === 1;
    const gone = alone
      ? client.rulesets.remove({ zoneId }, entrypoint.id)
      : client.rulesets.removeRule({ zoneId }, entrypoint.id, rule.id);
    await gone.catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  },
};

/** By POST, which cannot overwrite; where there is an entry point already, or the answer was lost, by looking at it first. */
async function deploy(
  client: EdgeClient,
  args: OwaspArgs,
  managed: Ruleset,
): Promise<{ entrypoint: Ruleset; created: boolean }> {
  const scope = { zoneId: args.zoneId };
  const { rule } = ruleFor(args, managed);
  try {
    const body = { name: "default", kind: "zone" as const, phase: PHASE, rules: [rule] };
    return { entrypoint: await client.rulesets.create(scope, body), created: true };
  } catch (error) {
    const lost = mayHaveHappened(error);
    if (!lost && !hasCode(error, ErrorCode.tooManyRulesets)) throw error;
    const entrypoint = await findEntrypoint(client, args.zoneId);
    if (!entrypoint) throw error;
    const [only, ...others] = entrypoint.rules ?? [];
    const ours = lost && only !== undefined && others.length === 0 && sameRule(only, rule);
    return { entrypoint: await configure(client, args, managed, entrypoint), created: ours };
  }
}

async function configure(
  client: EdgeClient,
  args: OwaspArgs,
  managed: Ruleset,
  entrypoint: Ruleset | undefined,
  before?: OwaspArgs,
): Promise<Ruleset> {
  if (!entrypoint) return (await deploy(client, args, managed)).entrypoint;
  const scope = { zoneId: args.zoneId };
  const existing = deployingRuleOf(entrypoint, managed.id);
  if (!existing) return client.rulesets.addRule(scope, entrypoint.id, ruleFor(args, managed).rule);
  const { rule } = ruleFor(args, managed, existing, before);
  if (sameRule(existing, rule)) return entrypoint;
  return client.rulesets.patchRule(scope, entrypoint.id, existing.id, rule);
}

function ruleFor(args: OwaspArgs, managed: Ruleset, existing?: Rule, before?: OwaspArgs): ReturnType<typeof owaspRule> {
  const planned = owaspRule(args, managed, existing, before);
  const [problem] = planned.problems;
  if (problem) throw new LifecycleError(`${problem.path}: ${problem.message}`);
  return planned;
}

async function findEntrypoint(client: EdgeClient, zoneId: string): Promise<Ruleset | undefined> {
  try {
    return await client.rulesets.entrypoint({ zoneId }, PHASE);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** As the program wrote it where that is what is deployed; `.get` has nothing written. */
function liveInputs(outputs: Properties, rule: Rule, managed: Ruleset, zoneId: string): Properties {
  const written = outputs["stateVersion"] === undefined ? undefined : owaspArgs(outputs);
  return { ...pick(outputs, COMMON), ...owaspFromRule(rule, managed, written), zoneId };
}

function outputsOf(inputs: Properties, entrypoint: Ruleset, managed: Ruleset, created: boolean): Properties {
  return {
    ...pick(inputs, ARGUMENTS),
    rulesetId: entrypoint.id,
    ruleId: deployingRuleOf(entrypoint, managed.id)?.id,
    managedRulesetId: managed.id,
    managedVersion: managed.version,
    createdEntrypoint: created,
  };
}

/** Inputs that `check` has passed. */
function owaspArgs(inputs: Properties): OwaspArgs {
  return pick(inputs, OWASP_FIELDS) as unknown as OwaspArgs;
}

function parseId(id: string): { zoneId: string; managedId: string } {
  const [zoneId, managedId, ...more] = id.split("/");
  if (zoneId && managedId && more.length === 0) return { zoneId, managedId };
  throw new LifecycleError(`${JSON.stringify(id)} is no id of an OwaspConfig: write <zone id>/<managed ruleset id>.`);
}
