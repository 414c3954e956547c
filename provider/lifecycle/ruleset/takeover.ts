import type { Ruleset, RulesetSummary } from "../../api";
import { isInvalidRequest, type EdgeClient } from "../../client";
import { markInName, parseRef, type Mark } from "../../marks";
import { isRecent, ownerText, plainRef, refOf, rulesOf, ruleToWire, sameRule } from "../../rulesets";
import { requiredText } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { isHeld, isHeldId, markOf } from "../marks";
import { unlessNotFound } from "../unless-not-found";
import { rulesOfInputs } from "./inputs";
import { removeSteps } from "./requests";
import type { RulesetJob } from "./writes";

export function accountScope(inputs: Properties): { readonly accountId: string } {
  return { accountId: requiredText(inputs, "accountId") };
}

/** Lists the custom rulesets of that name and phase, without their rules. The API does not keep names unique. */
export async function namesakes(client: EdgeClient, inputs: Properties): Promise<RulesetSummary[]> {
  return namesakesIn(await client.rulesets.list(accountScope(inputs)), inputs);
}

/** Returns the custom rulesets of that name and phase in a list, and those of other attempts of the resource. */
export function namesakesIn(list: readonly RulesetSummary[], inputs: Properties): RulesetSummary[] {
  const { name, phase } = inputs;
  const ownName = markInName(requiredText(inputs, "name"));
  return list.filter((found) => {
    const mark = markInName(found.name);
    const isAttempt = ownName && mark && mark.stack === ownName.stack && mark.resource === ownName.resource;
    return found.kind === "custom" && found.phase === phase && (found.name === name || isAttempt === true);
  });
}

/** After a lost answer: returns the ruleset of this resource that was not there before. */
export async function findMade(
  client: EdgeClient,
  inputs: Properties,
  before: readonly RulesetSummary[],
): Promise<Ruleset | undefined> {
  const added = (await namesakes(client, inputs)).filter(({ id }) => !before.some((one) => one.id === id));
  const own = markOf(inputs);
  return (await readAll(client, inputs, added)).find((live) => live && (!own || isMadeBy(live, own)));
}

/**
 * Among the rulesets that existed before this run, returns the orphans of interrupted attempts, which their rules or names prove,
 * and the ruleset to take over. Throws if a ruleset of that name exists and `takeOver` is not set.
 */
export async function findEarlier(
  context: Context,
  client: EdgeClient,
  inputs: Properties,
  before: readonly RulesetSummary[],
): Promise<{ orphans: Ruleset[]; named?: Ruleset }> {
  const earlier = (await readAll(client, inputs, before)).filter((live) => live !== undefined);
  const own = markOf(inputs);
  const isOwn = (mark: Mark) => mark.stack === own?.stack && mark.resource === own.resource && !isHeld(mark);
  const orphans = earlier.filter(
    (live) =>
      !isHeldId(live.id) && marksOf(live).some(isOwn) && isRecent(live.last_updated, context.now().getTime()),
  );
  // A marked ruleset has an owner, and stays: a predecessor, which the engine removes, another resource or another stack.
  const unmarked = earlier.filter((live) => !own || marksOf(live).length === 0);
  if (inputs["takeOver"] !== true) {
    const taken = unmarked.find((live) => !own || !hasTheseRules(live, inputs));
    if (taken) throw new LifecycleError(nameTaken(taken));
    return { orphans };
  }
  const [only, ...more] = unmarked;
  if (more.length === 0) return { orphans, ...(only && { named: only }) };
  throw new LifecycleError(
    `The account ${accountScope(inputs).accountId} has several custom rulesets named ${JSON.stringify(inputs["name"])} in ` +
      `${String(inputs["phase"])}: ${unmarked.map(({ id }) => id).join(", ")}. Nothing was written: choose another name, or ` +
      "remove those that are not needed.",
  );
}

/** Removes an orphan. The API refuses to remove a ruleset that another one executes: that is a predecessor, and stays. */
export async function removeOrphan(
  { client, scope, plan, log }: RulesetJob,
  rulesetId: string,
): Promise<void> {
  const target = { client, scope, phase: plan.phase, kind: "custom", log } as const;
  try {
    await removeSteps(target, rulesetId, [{ kind: "remove-ruleset", rulesetId }]);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
  }
}

/** Returns the marks in the name and the rules of a custom ruleset. */
export function marksOf(live: Ruleset): Mark[] {
  const marks = [markInName(live.name), ...rulesOf(live).map((rule) => parseRef(refOf(rule)).mark)];
  return marks.filter((mark) => mark !== undefined);
}

function readAll(
  client: EdgeClient,
  inputs: Properties,
  summaries: readonly RulesetSummary[],
): Promise<(Ruleset | undefined)[]> {
  const scope = accountScope(inputs);
  return Promise.all(summaries.map(({ id }) => unlessNotFound(client.rulesets.get(scope, id))));
}

function hasTheseRules(live: Ruleset, inputs: Properties): boolean {
  const rules = rulesOf(live);
  const wanted = rulesOfInputs(inputs);
  // An empty ruleset proves nothing.
  return (
    rules.length > 0 &&
    rules.length === wanted.length &&
    wanted.every((rule, index) => {
      const found = rules[index];
      return (
        found && plainRef(found) === rule.ref && sameRule(found, { ...ruleToWire(rule), ref: refOf(found) })
      );
    })
  );
}

function isMadeBy(live: Ruleset, own: Mark): boolean {
  const marks = marksOf(live);
  return (
    marks.length === 0 || marks.some((mark) => mark.resource === own.resource && mark.nonce === own.nonce)
  );
}

function nameTaken({ id, name, phase, version, rules }: Ruleset): string {
  const [first] = rules ?? [];
  const owner = first ? `; its rule ${JSON.stringify(plainRef(first))} is ${ownerText(first)}` : "";
  return (
    `A custom ruleset ${JSON.stringify(name)} that this resource did not make already exists in ${phase} (id ${id}, ` +
    `version ${version}, ${rules?.length ?? 0} rules${owner}). Nothing was written: choose another name, or set takeOver: true ` +
    "to replace the rules of that ruleset with yours."
  );
}
