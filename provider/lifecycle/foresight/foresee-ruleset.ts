import {
  isMembers,
  isUnknown,
  nearest,
  type Phase,
  type Problem,
  type Ruleset,
  type RulesetSummary,
} from "../../api";
import type { EdgeClient } from "../../client";
import { markInName, parseRef } from "../../marks";
import { redacted } from "../../redaction";
import { maxCustomRulesets } from "../../rulebook";
import { ownerText, plainRef, refOf, rulesOf, type EntrypointInput } from "../../rulesets";
import { isReplaced, text } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { markOf } from "../evidence";
import { rulesOfInputs } from "../ruleset/inputs";
import { ACCOUNT } from "../ruleset/place";
import { accountScope, findEarlier, namesakesIn } from "../ruleset/takeover";
import { judgeByDryRun, plannedSubject } from "./dry-run";
import { foreseeListNames } from "./foresee-list-names";
import { clientOf, foreseePlace } from "./foresee-place";
import { tellPutBack, tellRequests } from "./foresee-requests";
import { attempt, readEntrypoint, type Reading } from "./live-reads";
import { accountLimitOf } from "./rule-limit";
import { RULESET } from "../../properties";
import { MARK } from "../../properties/hidden";

const LISTED = 3;

/**
 * In a preview, reports an account that does not exist, a custom ruleset that already has the name, and what the API refuses. `plan`
 * returns the input of the planner.
 */
export async function foreseeRuleset(
  context: Context,
  olds: Properties,
  inputs: Properties,
  news: Properties,
  plan: (client: EdgeClient) => Omit<EntrypointInput, "live">,
): Promise<Problem[]> {
  context.run.previewed.add(inputs[MARK]);
  const address = [inputs["accountId"], inputs["connection"], inputs["phase"], inputs["name"]];
  const client = address.some(isUnknown) ? undefined : clientOf(context, inputs);
  if (!client) return [];
  const resource = { kind: "Ruleset", name: "", inputs, external: false };
  const { problems: ofPlace, rulesets } = await foreseePlace(context, client, ACCOUNT, resource);
  const at = { phase: String(inputs["phase"]), kind: "custom" as const };
  const { accountId } = accountScope(inputs);
  const named = rulesets
    ? await foreseeListNames(context, client, { accountId, at, olds, news, inputs })
    : [];
  const problems = [...ofPlace, ...named];
  warnOfLimits(context, olds, inputs, rulesets ?? []);
  if (!rulesets) return problems;
  const asked = async (live: Reading<Ruleset | undefined>): Promise<Problem[]> => {
    if (problems.length > 0 || !live || "refusal" in live || !isMembers(inputs["rules"])) return problems;
    const at = { owner: inputs[MARK], scope: { accountId }, accountId, live: live.found };
    const planned = plan(client);
    const input = { ...planned, live: live.found };
    tellRequests(context, client, { input, olds, inputs, where: planned.phase });
    if (olds["rules"] !== undefined && live.found)
      tellPutBack(context, {
        input,
        olds,
        inputs,
        where: `custom ruleset ${JSON.stringify(inputs["name"])}`,
      });
    return judgeByDryRun(context, client, plannedSubject(planned, at));
  };
  if (olds["name"] !== undefined)
    return isReplaced(RULESET, olds, inputs)
      ? problems
      : asked(await readOwn(context, client, inputs, rulesets));
  if (isUnknown(inputs["takeOver"])) return problems;
  warnOfMissing(context, inputs, rulesets);
  try {
    const find = () => findEarlier(context, client, inputs, namesakesIn(rulesets, inputs));
    const earlier = await attempt(context, client, find);
    return await asked(earlier && "found" in earlier ? { found: earlier.found.named } : earlier);
  } catch (error) {
    if (error instanceof LifecycleError) return [...problems, { path: "name", message: error.message }];
    throw error;
  }
}

/** Reads the ruleset that an update changes: a preview does not know its id, but its name. Undefined if several have the name. */
async function readOwn(
  context: Context,
  client: EdgeClient,
  inputs: Properties,
  rulesets: readonly RulesetSummary[],
): Promise<Reading<Ruleset>> {
  const { name, phase } = inputs;
  const [own, ...more] = rulesets.filter(
    (one) => one.kind === "custom" && one.phase === phase && one.name === name,
  );
  if (!own || more.length > 0) return undefined;
  return attempt(context, client, () => client.rulesets.get(accountScope(inputs), own.id));
}

/** Warns of more rules or rulesets than the documentation states for an account. An agreement may allow more. */
function warnOfLimits(
  context: Context,
  olds: Properties,
  inputs: Properties,
  rulesets: readonly RulesetSummary[],
): void {
  const count = rulesOfInputs(inputs).length;
  // `check` has passed the phase.
  const limit = accountLimitOf(inputs["phase"] as Phase, "custom");
  if (limit && count > limit.max)
    context.log(
      redacted(
        `warning: rules: the ruleset would have ${count} rules, and a custom ruleset of an account has at most ${limit.max}: join ` +
          "expressions with `or`, or divide the rules between two rulesets",
      ),
    );
  const custom = rulesets.filter(({ kind }) => kind === "custom").length;
  const most = maxCustomRulesets("account", "enterprise");
  if (olds["name"] !== undefined || inputs["takeOver"] === true || custom < most) return;
  context.log(
    redacted(
      `warning: accountId: the account has ${custom} custom rulesets, and an account has at most ${most}: remove one, or add the rules ` +
        "to one that exists",
    ),
  );
}

/** Warns if the ruleset to take over does not exist, and others do that the program may mean. */
function warnOfMissing(context: Context, inputs: Properties, rulesets: readonly RulesetSummary[]): void {
  const { name, phase, takeOver } = inputs;
  const others = rulesets.filter(
    (one) => one.kind === "custom" && one.phase === phase && markInName(one.name) === undefined,
  );
  if (takeOver !== true || others.length === 0 || others.some((one) => one.name === name)) return;
  const names = others.map((one) => one.name);
  const near = nearest(String(name), names);
  const listed = (near.length > 0 ? near : names.slice(0, LISTED)).map((one) => JSON.stringify(one));
  context.log(
    redacted(
      `warning: takeOver: there is no custom ruleset named ${JSON.stringify(name)} in ${String(phase)} to take over, so the update ` +
        `makes a new one; those of the account are ${listed.join(", ")}: correct name, or leave takeOver out`,
    ),
  );
}

/**
 * In a preview, warns if rules that this stack does not manage execute the ruleset that a replacement removes. The API refuses to
 * remove a ruleset that is executed.
 */
export async function warnOfExecution(context: Context, olds: Properties, news: Properties): Promise<void> {
  const { name, phase } = olds;
  const rulesetId = text(olds, "rulesetId");
  const client = context.run.previewed.has(news[MARK]) ? clientOf(context, olds) : undefined;
  if (!client || rulesetId === undefined) return;
  // `check` has passed the phase.
  const address = { scope: accountScope(olds), phase: phase as Phase };
  const reading = await readEntrypoint(context, client, address);
  if (!reading || "refusal" in reading) return;
  const stack = markOf(olds)?.stack;
  for (const rule of rulesOf(reading.found)) {
    const isOfStack = stack !== undefined && parseRef(refOf(rule)).mark?.stack === stack;
    if (rule.action_parameters?.["id"] !== rulesetId || isOfStack) continue;
    context.log(
      redacted(
        `warning: the rule ${JSON.stringify(plainRef(rule))}, ${ownerText(rule)}, executes the custom ruleset ` +
          `${JSON.stringify(name)} (${rulesetId}), which this update replaces. The API refuses to remove a ruleset that is ` +
          "executed: change that rule to the new ruleset first, or keep the old ruleset (retainOnDelete)",
      ),
    );
  }
}
