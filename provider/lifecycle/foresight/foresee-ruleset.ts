import {
  isMembers,
  isUnknown,
  type Phase,
  type Problem,
  type Ruleset,
  type RulesetSummary,
  type Zone,
} from "../../api";
import type { EdgeClient } from "../../client";
import { markInName, parseRef } from "../../marks";
import { redacted } from "../../redaction";
import { maxCustomRulesets, maxRules } from "../../rulebook";
import {
  ownerText,
  plainRef,
  refOf,
  rulesOf,
  wireRef,
  type EntrypointInput,
  type OwnRules,
} from "../../rulesets";
import { isReplaced, text } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { markOf } from "../evidence";
import { rulesOfInputs } from "../ruleset/inputs";
import { ownerScope, type RulesetPlace } from "../ruleset/place";
import { findEarlier, namesakesIn } from "../ruleset/takeover";
import { judgeByDryRun, plannedSubject } from "./dry-run";
import { foreseeListNames } from "./foresee-list-names";
import { clientOf, foreseePlace } from "./foresee-place";
import { tellPutBack, tellRequests } from "./foresee-requests";
import { attempt, readEntrypoint, type Reading, zoneLabel } from "./live-reads";
import { accountLimitOf, planOf, planProblems } from "./rule-limit";
import { MARK } from "../../properties/hidden";
import { counted, nearestWords } from "../../words";

const LISTED = 3;

/** A custom ruleset of which a preview judges what its update would find. */
interface ForeseenRuleset {
  readonly olds: Properties;
  /** As `check` returns them. */
  readonly inputs: Properties;
  /** As the program hands them over. */
  readonly news: Properties;
  /** Returns the input of the planner. */
  readonly plan: (client: EdgeClient) => Omit<EntrypointInput, "live">;
}

/** What was read of the account or zone. */
interface Known {
  readonly rulesets: readonly RulesetSummary[];
  readonly zone: Zone | undefined;
}

/**
 * In a preview, reports an account or zone that does not exist, a custom ruleset that already has the name, and what the API refuses.
 */
export async function foreseeRuleset(
  context: Context,
  place: RulesetPlace,
  { olds, inputs, news, plan }: ForeseenRuleset,
): Promise<Problem[]> {
  context.run.previewed.add(inputs[MARK]);
  const address = [inputs[place.argument], inputs["connection"], inputs["phase"], inputs["name"]];
  const client = address.some(isUnknown) ? undefined : clientOf(context, inputs);
  if (!client) return [];
  const resource = { kind: place.resource, name: "", inputs, external: false };
  const { problems: ofPlace, rulesets, zone } = await foreseePlace(context, client, place, resource);
  // `check` has passed the phase.
  const at = { phase: inputs["phase"] as Phase, kind: "custom", level: place.noun } as const;
  const scope = ownerScope(inputs);
  const accountId = "accountId" in scope ? scope.accountId : zone?.account.id;
  const ofRules = rulesets
    ? [
        ...(await foreseeListNames(context, client, { accountId, at, olds, news, inputs })),
        ...planProblems(context, at, rulesOfInputs(inputs), planOf(zone), inputs),
      ]
    : [];
  const problems = [...ofPlace, ...ofRules];
  warnOfLimits(context, place, { olds, inputs, rulesets: rulesets ?? [], zone });
  if (!rulesets) return problems;
  const asked = async (live: Reading<Ruleset | undefined>, predecessor?: Ruleset): Promise<Problem[]> => {
    if (problems.length > 0 || !live || "refusal" in live || !isMembers(inputs["rules"])) return problems;
    const at = { owner: inputs[MARK], scope, accountId, live: live.found };
    const planned = plan(client);
    const input = { ...planned, live: live.found };
    const ofZone = "zoneId" in scope ? { zone: zoneLabel(client, scope.zoneId) } : undefined;
    const where = `${ofZone ? `${ofZone.zone}, ` : ""}custom ruleset ${JSON.stringify(inputs["name"])}`;
    const told = { olds, inputs, where, ...ofZone };
    // A replacement does what its predecessor does, which the engine removes after it.
    const before = live.found ?? (predecessor && asOwn(predecessor, planned));
    tellRequests(context, client, { ...told, input: { ...planned, live: before } });
    if (olds["rules"] !== undefined && live.found) tellPutBack(context, { ...told, input });
    return judgeByDryRun(context, client, plannedSubject(planned, at));
  };
  if (olds["name"] !== undefined)
    return isReplaced(place.properties, olds, inputs)
      ? problems
      : asked(await readOwn(context, client, inputs, rulesets));
  if (isUnknown(inputs["takeOver"])) return problems;
  warnOfMissing(context, place, inputs, rulesets);
  try {
    const find = () => findEarlier(context, client, inputs, namesakesIn(rulesets, inputs));
    const earlier = await attempt(context, client, find);
    if (!earlier || "refusal" in earlier) return await asked(earlier);
    const { named, predecessor } = earlier.found;
    return await asked({ found: named }, predecessor);
  } catch (error) {
    if (error instanceof LifecycleError) return [...problems, { path: "name", message: error.message }];
    throw error;
  }
}

/** Returns a ruleset as if the resource had its rules. */
function asOwn(live: Ruleset, own: OwnRules): Ruleset {
  return { ...live, rules: rulesOf(live).map((rule) => ({ ...rule, ref: wireRef(plainRef(rule), own) })) };
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
  return attempt(context, client, () => client.rulesets.get(ownerScope(inputs), own.id));
}

/**
 * Warns of more rules or rulesets than the documentation states for an account, or for the plan of a zone. An agreement may allow more.
 */
function warnOfLimits(
  context: Context,
  { noun, argument, withArticle }: RulesetPlace,
  { olds, inputs, rulesets, zone }: Pick<ForeseenRuleset, "olds" | "inputs"> & Known,
): void {
  const count = rulesOfInputs(inputs).length;
  // `check` has passed the phase.
  const phase = inputs["phase"] as Phase;
  const plan = planOf(zone);
  const ofPlan = plan === undefined ? withArticle : `a zone with the plan ${plan}`;
  const limit =
    noun === "account" ? accountLimitOf(phase, "custom")?.max : plan && maxRules(phase, "zone", plan);
  if (limit !== undefined && count > limit)
    context.log(
      redacted(
        `warning: rules: the ruleset would have ${count} rules, and ` +
          (noun === "account"
            ? `a custom ruleset of an account has at most ${limit}: join expressions with \`or\`, or divide the rules between two rulesets`
            : `the entry point and the custom rulesets of ${ofPlan} have at most ${limit} together: join expressions with \`or\`, or ` +
              "upgrade the plan"),
      ),
    );
  const custom = rulesets.filter(({ kind }) => kind === "custom").length;
  const most = maxCustomRulesets(noun, plan ?? "enterprise");
  if (olds["name"] !== undefined || inputs["takeOver"] === true || custom < most) return;
  context.log(
    redacted(
      `warning: ${argument}: the ${noun} has ${counted(custom, "custom ruleset")}, and ${ofPlan} has at most ${most}: remove one, or add the rules ` +
        "to one that exists",
    ),
  );
}

/** Warns if the ruleset to take over does not exist, and others do that the program may mean. */
function warnOfMissing(
  context: Context,
  { noun }: RulesetPlace,
  inputs: Properties,
  rulesets: readonly RulesetSummary[],
): void {
  const { name, phase, takeOver } = inputs;
  const others = rulesets.filter(
    (one) => one.kind === "custom" && one.phase === phase && markInName(one.name) === undefined,
  );
  if (takeOver !== true || others.length === 0 || others.some((one) => one.name === name)) return;
  const names = others.map((one) => one.name);
  const near = nearestWords(String(name), names);
  const listed = (near.length > 0 ? near : names.slice(0, LISTED)).map((one) => JSON.stringify(one));
  context.log(
    redacted(
      `warning: takeOver: there is no custom ruleset named ${JSON.stringify(name)} in ${String(phase)} to take over, so the update ` +
        `makes a new one; those of the ${noun} are ${listed.join(", ")}: correct name, or leave takeOver out`,
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
  const address = { scope: ownerScope(olds), phase: phase as Phase };
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
