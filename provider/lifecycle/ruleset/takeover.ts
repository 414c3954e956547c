import type { Phase, Ruleset, RulesetSummary } from "../../api";
import { isChanged, isInvalidRequest, type EdgeClient } from "../../client";
import { codeOf, markInName, parseRef, relationOf, type Mark } from "../../marks";
import { ownerText, plainRef, refOf, rulesOf, ruleToWire, sameRule } from "../../rulesets";
import { requiredText } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import {
  isHeld,
  isHeldId,
  isInterrupted,
  learnHeldIds,
  learnOwners,
  markOf,
  tellOrphans,
  tellSuspects,
  type Unowned,
} from "../evidence";
import { unlessNotFound } from "../unless-not-found";
import { rulesOfInputs } from "./inputs";
import { lookedUp } from "./find-entrypoint";
import { ownerName, ownerScope } from "./place";
import { removeSteps } from "./requests";
import type { RulesetJob } from "./writes";

/** Lists the custom rulesets of that name and phase, without their rules. The API does not keep names unique. */
export async function namesakes(client: EdgeClient, inputs: Properties): Promise<RulesetSummary[]> {
  return namesakesIn(await client.rulesets.list(ownerScope(inputs)), inputs);
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
 * Among the rulesets that existed before this run, returns the orphans of interrupted attempts, which their rules or names prove, the
 * ruleset to take over, and the predecessor that a replacement leaves to the engine. Throws if a ruleset of that name exists and
 * `takeOver` is not set.
 */
export async function findEarlier(
  context: Context,
  client: EdgeClient,
  inputs: Properties,
  before: readonly RulesetSummary[],
): Promise<{ orphans: Ruleset[]; named?: Ruleset; predecessor?: Ruleset }> {
  const earlier = (await readAll(client, inputs, before)).filter((live) => live !== undefined);
  const own = markOf(inputs);
  const orphans = await tellAttempts(context, inputs, earlier);
  // An update by a plan draws the same mark each time. So an interrupted one has made this ruleset.
  const made = earlier.find((live) => marksOf(live).some((mark) => own && relationOf(mark, own) === "own"));
  if (made) return { orphans, named: made };
  const predecessor = earlier.find((live) =>
    marksOf(live).some((mark) => own && relationOf(mark, own) === "attempt" && isHeld(context, mark)),
  );
  // A marked ruleset has an owner, and stays: a predecessor, which the engine removes, another resource or another stack.
  const unmarked = earlier.filter((live) => !own || marksOf(live).length === 0);
  if (inputs["takeOver"] !== true) {
    const taken = unmarked.find((live) => !own || !hasTheseRules(live, inputs));
    if (taken) throw new LifecycleError(nameTaken(taken));
    return { orphans, ...(predecessor && { predecessor }) };
  }
  const [only, ...more] = unmarked;
  if (more.length === 0) return { orphans, ...(only && { named: only }) };
  // After a rename that failed, the state has the ruleset of both names: the one that stays over goes with its resource.
  await learnHeldIds(context);
  const left = unmarked.find(({ id }) => isHeldId(context, id));
  if (left) return { orphans, named: left };
  throw new LifecycleError(
    `The ${ownerName(client, ownerScope(inputs))} has several custom rulesets named ${JSON.stringify(inputs["name"])} in ` +
      `${String(inputs["phase"])}: ${unmarked.map(({ id }) => id).join(", ")}. Nothing was written: choose another name, or ` +
      "remove those that are not needed.",
  );
}

/** Names the custom rulesets of other attempts of a resource in the state. Returns those that are proved to be orphans. */
export async function attemptsOf(
  context: Context,
  client: EdgeClient,
  outputs: Properties,
  oldest = Infinity,
): Promise<Ruleset[]> {
  const own = markOf(outputs);
  if (!own) return [];
  // `check` has passed the phase.
  const address = { client, scope: ownerScope(outputs), phase: requiredText(outputs, "phase") as Phase };
  const asking = { reader: `attempts of ${codeOf(own)}`, now: context.now(), oldest };
  const others = namesakesIn((await lookedUp(address, asking)) ?? [], outputs).filter(
    ({ id }) => id !== outputs["rulesetId"],
  );
  const found = await readAll(client, outputs, others);
  return tellAttempts(
    context,
    outputs,
    found.filter((live) => live !== undefined),
  );
}

/** Names the custom rulesets of other attempts of a resource. Returns those that are proved to be orphans. */
async function tellAttempts(
  context: Context,
  inputs: Properties,
  found: readonly Ruleset[],
): Promise<Ruleset[]> {
  const own = markOf(inputs);
  const attemptIn = (live: Ruleset) =>
    marksOf(live).find((mark) => own !== undefined && relationOf(mark, own) === "attempt");
  await learnOwners(
    context,
    own,
    found.flatMap((live) => attemptIn(live) ?? []),
  );
  const attempts = found.filter((live) => {
    const mark = attemptIn(live);
    return mark !== undefined && !isHeld(context, mark) && !isHeldId(context, live.id);
  });
  const isOrphan = (live: Ruleset) =>
    context.takeOver.has(live.id) || marksOf(live).some((mark) => isInterrupted(context, mark));
  const subject = `Ruleset ${JSON.stringify(inputs["name"])}`;
  tellOrphans(context, subject, attempts.filter(isOrphan).map(unowned));
  tellSuspects(context, subject, attempts.filter((live) => !isOrphan(live)).map(unowned));
  return attempts.filter(isOrphan);
}

function unowned({ id, name, last_updated: since }: Ruleset): Unowned {
  return { id, what: `custom ruleset ${JSON.stringify(name)}`, since };
}

/**
 * Removes an orphan. The API refuses to remove a ruleset that another one executes: that is a predecessor, and stays. So does an
 * orphan to which somebody has written meanwhile.
 */
export async function removeOrphan({ client, scope, plan, log }: RulesetJob, orphan: Ruleset): Promise<void> {
  const target = { client, scope, phase: plan.phase, kind: "custom", log } as const;
  try {
    await removeSteps(target, orphan, [{ kind: "remove-ruleset", rulesetId: orphan.id }]);
  } catch (error) {
    if (!isInvalidRequest(error) && !isChanged(error)) throw error;
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
  const scope = ownerScope(inputs);
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
