import {
  containsUnknown,
  isMembers,
  isUnknown,
  type Problem,
  type Rule,
  type Ruleset,
  type RulesetSummary,
  type Zone,
} from "../../api";
import type { EdgeClient, RulesetScope } from "../../client";
import { type Mark, parseRef } from "../../marks";
import { redacted } from "../../redaction";
import { activeAllowances, allowanceOf } from "../../rulebook";
import {
  checkExecuted,
  type Conflict,
  countRules,
  type EntrypointInput,
  exactTakeOver,
  FOREIGN,
  idleTakeOver,
  isOfSameStack,
  overriddenRulesets,
  ownerOfRule,
  ownerText,
  plainRef,
  planEntrypoint,
  planWhole,
  refOf,
  rivalAtEdge,
  roomText,
  type RuleLimit,
  rulesOf,
  warnOfForeignHosts,
  warnOfOverridden,
  warnOfSkipped,
  wireRef,
} from "../../rulesets";
import type { DeployedResource } from "../../tokens";
import { isPreview, isReplaced, isSecretInput } from "../inputs";
import { MARK } from "../../properties/hidden";
import type { Context, Properties } from "../lifecycle";
import { markOf } from "../evidence";
import { perClient } from "../per-client";
import { readManagedRuleset } from "../owasp-config/managed-rulesets";
import type { SeenOrder } from "../ruleset/inputs";
import type { RulesetPlace } from "../ruleset/place";
import { learnRuleOwners, tellRuleAttempts } from "../ruleset/rule-owners";
import { refsOf } from "../ruleset/state";
import { judgeByDryRun, plannedSubject } from "./dry-run";
import { foreseeListNames } from "./foresee-list-names";
import { clientOf, foreseePlace } from "./foresee-place";
import { tellPutBack, tellRequests } from "./foresee-requests";
import { attempt, foundIn, readEntrypoint, readZones } from "./live-reads";
import { accountLimitOf, planOf, planProblems, ruleLimitOf } from "./rule-limit";

/** An entry point resource of which a preview judges what its update would find. */
interface ForeseenEntrypoint {
  readonly place: RulesetPlace;
  readonly resource: DeployedResource;
  readonly olds: Properties;
  /** Whether the resource is new or changed: otherwise nothing is read. */
  readonly isChanged: boolean;
  /** Returns the input of the planner, for checked inputs without unknown values in other members than rules. */
  readonly plan: () => Omit<EntrypointInput, "live">;
}

/** What a preview finds out about an entry point. */
interface SeenEntrypoint {
  readonly problems: Problem[];
  /** The order of its rules; undefined if the live rules are not known. */
  readonly order?: SeenOrder;
}

/** In a preview, reports what is live that the update of an entry point resource would conflict with. */
export async function foreseeEntrypoint(
  context: Context,
  news: Properties,
  foreseen: ForeseenEntrypoint,
): Promise<SeenEntrypoint> {
  let order: SeenOrder | undefined;
  const problems = await problemsOfLive(context, news, foreseen, (seen) => (order = seen));
  return { problems, ...(order && { order }) };
}

async function problemsOfLive(
  context: Context,
  news: Properties,
  { place, resource, olds, isChanged, plan }: ForeseenEntrypoint,
  see: (order: SeenOrder) => void,
): Promise<Problem[]> {
  const { inputs } = resource;
  const addressed = [inputs[place.argument], inputs["phase"], inputs["connection"]];
  const client = isPreview(news) && !addressed.some(isUnknown) ? clientOf(context, inputs) : undefined;
  if (!client) return [];
  const noted = noteRefs(client, addressed, inputs);
  if (!isChanged) return [];
  const { problems, rulesets, zone } = await foreseePlace(context, client, place, resource);
  if (problems.length > 0 || !rulesets || refsIn(inputs) === undefined) return problems;
  const handedOver = context.run.handOver.declaredElsewhere(news[MARK]);
  const planned = plan();
  const others = elsewhere(noted, handedOver);
  const allowances = activeAllowances(inputs["allowances"]);
  const secret = isSecretInput(inputs, "rules");
  const scope = place.scopeOf(String(inputs[place.argument]));
  const accountId = "accountId" in scope ? scope.accountId : zone?.account.id;
  const named = await foreseeListNames(context, client, {
    accountId,
    at: { phase: planned.phase, kind: place.kind },
    olds,
    news,
    inputs,
  });
  const executed = [
    ...named,
    ...(await foreseeExecutions(context, client, { ...planned, scope, rulesets, secret })),
  ];
  if (zone && !secret) await warnOfHosts(context, client, planned.rules, zone);
  const live = await readEntrypoint(context, client, { scope, phase: planned.phase });
  if (!live || "refusal" in live) return executed;
  const ours = withoutMarked(planned, live.found);
  const input = { ...planned, ours, live: live.found, elsewhere: handedOver };
  if (live.found) {
    const before = refsOf(olds);
    const added = planned.rules.filter(({ ref }) => !before.has(ref));
    await learnRuleOwners(context, live.found, planned, added);
    tellRuleAttempts(context, planned.phase, live.found, planned);
  }
  warnOfRival(context, input);
  for (const text of [idleTakeOver(input), exactTakeOver(input)])
    if (text !== undefined) context.log(redacted(`warning: takeOver: ${text}`));
  const own = [
    ...executed,
    ...conflictProblems(input, others),
    ...(allowanceOf(allowances, "rule-limit")
      ? []
      : roomProblems(context, input, others, ruleLimitOf(zone, input.phase, input.kind))),
    ...planProblems(context, { ...input, level: place.noun }, input.rules, planOf(zone), inputs),
  ];
  if (own.length > 0 || isReplaced(place.properties, olds, inputs)) return own;
  const id = String(inputs[place.argument]);
  const name = place.noun === "zone" ? client.zones.nameOf(id) : undefined;
  const where = name ?? `${place.noun} ${id}`;
  const joined = place.noun === "zone" ? { zone: name ?? id, zoneName: name } : {};
  see({ ...orderOf(input, where), zone: joined.zone });
  const changing = { input, olds, inputs, where: `${where}, ${input.phase}`, ...joined };
  tellRequests(context, client, changing);
  if (olds["rules"] !== undefined) tellPutBack(context, changing);
  const at = { owner: inputs[MARK], scope, accountId, live: live.found };
  return judgeByDryRun(context, client, plannedSubject(planned, at));
}

/** Returns the order of all rules before and after the update, as far as there are live ones. Rules of others are marked. */
function orderOf({ live, ...planned }: EntrypointInput, where: string): SeenOrder {
  const step = live && planWhole(live, planned);
  if (!step || !("body" in step)) return { where };
  const declared = new Set(planned.rules.map(({ ref }) => wireRef(ref, planned)));
  const labelOf = (wire: string, isOwn: boolean) => {
    const { ref } = parseRef(wire);
    return isOwn ? ref : JSON.stringify(ref) + FOREIGN;
  };
  const after = step.body.rules ?? [];
  const kept = new Set(
    after.flatMap(({ id, ref = "" }) => (id !== undefined && declared.has(ref) ? [id] : [])),
  );
  // What the resource replaces, or another one hands over, stays the same live rule.
  const isOwn = (rule: Rule, owner = ownerOfRule(rule, planned)) =>
    owner === "ours" || (isOfSameStack(owner) && kept.has(rule.id));
  return {
    where,
    before: rulesOf(live).map((rule) => labelOf(refOf(rule), isOwn(rule))),
    after: after.map(({ ref = "" }) => labelOf(ref, declared.has(ref))),
  };
}

async function warnOfHosts(
  context: Context,
  client: EdgeClient,
  rules: EntrypointInput["rules"],
  zone: Zone,
): Promise<void> {
  for (const { path, message } of warnOfForeignHosts(rules, zone, await readZones(context, client)))
    context.log(redacted(`warning: ${path}: ${message}`));
}

/** What the other resources of the program declare in an entry point. */
interface Elsewhere {
  readonly refs: ReadonlySet<string>;
  /** Whether no resource that was checked before has rules that are not known yet. */
  readonly isKnown: boolean;
}

/**
 * Returns what was noted before, and what the program has handed over: whatever the engine checks first, each resource is judged with all
 * the others that the program declares without waiting.
 */
function elsewhere(noted: readonly DeclaredRefs[], handedOver: ReadonlySet<string>): Elsewhere {
  return {
    refs: new Set([...noted.flatMap((refs) => refs ?? []), ...handedOver]),
    isKnown: noted.every((refs) => refs !== undefined),
  };
}

/** Records what the resource declares, and returns what the other resources of the entry point declare so far. */
function noteRefs(client: EdgeClient, entrypoint: unknown, inputs: Properties): readonly DeclaredRefs[] {
  const mark = markOf(inputs);
  return mark ? noteDeclared(client, entrypoint, mark, refsIn(inputs)) : [];
}

/** Returns the refs under which an unmarked rule may be the resource's: not those of rules that have its mark. */
function withoutMarked(planned: Omit<EntrypointInput, "live">, live: Ruleset | undefined): Set<string> {
  const marked = rulesOf(live).filter(
    (rule) => plainRef(rule) !== refOf(rule) && ownerOfRule(rule, planned) === "ours",
  );
  const refs = new Set(marked.map(plainRef));
  return new Set([...planned.ours].filter((ref) => !refs.has(ref)));
}

/** Returns the refs of checked rules; undefined if they are not known yet. */
function refsIn({ rules }: Properties): DeclaredRefs {
  return isMembers(rules) ? Object.keys(rules) : undefined;
}

function conflictProblems(input: EntrypointInput, others: Elsewhere): Problem[] {
  const { conflicts } = planEntrypoint(input);
  const intruders = conflicts.filter(({ argument }) => argument === "ownership");
  const [first] = intruders;
  return [
    ...conflicts.filter((one) => isCertain(one, input, others)).map(problemOf),
    ...(first ? [{ path: "ownership", message: intruders.map(({ message }) => message).join("\n  ") }] : []),
  ];
}

/** Whether the update surely meets the conflict: not if a value is unknown, or if another resource makes the rule that is named. */
function isCertain({ argument, ref }: Conflict, { rules }: EntrypointInput, others: Elsewhere): boolean {
  if (argument === "rules") return !containsUnknown(rules.find((rule) => rule.ref === ref));
  return argument === "position" && others.isKnown && !others.refs.has(plainOf(ref));
}

function plainOf(ref: string): string {
  return parseRef(ref).ref;
}

/** The text of a position that is impossible names the argument itself. */
function problemOf({ argument, ref, message }: Conflict): Problem {
  return { path: argument === "rules" ? `rules[${JSON.stringify(ref)}]` : "", message };
}

/**
 * Reports rules for which the plan has no room. Live rules of other resources of the stack may be gone by then, so they only warn;
 * what those resources declare is certain.
 */
function roomProblems(
  context: Context,
  input: EntrypointInput,
  others: Elsewhere,
  limit: RuleLimit | undefined,
): Problem[] {
  const count = countRules(input);
  const declared = others.refs.size;
  const ofAccount = accountLimitOf(input.phase, input.kind);
  const doubt = ofAccount && roomText({ ...count, siblings: declared }, ofAccount);
  if (doubt !== undefined) context.log(redacted(`warning: rules: ${doubt}`));
  if (!limit) return [];
  const certain = roomText({ ...count, siblings: declared }, limit);
  if (certain !== undefined) return [{ path: "rules", message: certain }];
  const possible = roomText({ ...count, siblings: Math.max(declared, count.siblings) }, limit);
  if (possible !== undefined) context.log(redacted(`warning: rules: ${possible}`));
  return [];
}

function warnOfRival(context: Context, input: EntrypointInput): void {
  const rival = rivalAtEdge(input);
  if (!rival) return;
  const edge = JSON.stringify(input.placement);
  context.log(
    redacted(
      `warning: position: is ${edge}, where the rule ${JSON.stringify(plainRef(rival))}, ${ownerText(rival)}, stands now. If that ` +
        `stack asks for ${edge} too, each update of one moves its rules past those of the other: let one of them name a rule ` +
        "({ before } or { after })",
    ),
  );
}

/** Rules that may execute or skip rulesets, and what is live. */
interface ForeseenExecutions extends Pick<EntrypointInput, "rules" | "phase" | "kind"> {
  readonly scope: RulesetScope;
  /** The rulesets of the zone or account. */
  readonly rulesets: readonly RulesetSummary[];
  /** Whether messages must not quote values. */
  readonly secret: boolean;
}

/**
 * Reports rules that execute what they cannot, and warns of what they name in vain. Reads a managed ruleset once in a run, for all
 * zones, if overrides name its rules or categories.
 */
async function foreseeExecutions(
  context: Context,
  client: EdgeClient,
  { rules, rulesets, scope, ...at }: ForeseenExecutions,
): Promise<Problem[]> {
  const problems = checkExecuted(rules, rulesets, at);
  const doubts = warnOfSkipped(rules, rulesets, at);
  for (const { id } of problems.length > 0 ? [] : overriddenRulesets(rules, rulesets)) {
    const managed = foundIn(await attempt(context, client, () => readManagedRuleset(client, scope, id)));
    if (managed) doubts.push(...warnOfOverridden(rules, managed, at.secret));
  }
  for (const { path, message } of doubts) context.log(redacted(`warning: ${path}: ${message}`));
  return problems;
}

/** The rules that one resource of the program declares; undefined if they are not known yet. */
type DeclaredRefs = readonly string[] | undefined;

/**
 * What the resources of the program declare, by entry point and resource, as far as the preview has come: it checks one resource
 * after the other, a dependency before what depends on it.
 */
const programs = perClient(() => new Map<string, Map<string, DeclaredRefs>>());

/** Records what a resource declares, and returns what the other resources have declared so far. */
function noteDeclared(
  client: EdgeClient,
  entrypoint: unknown,
  { stack, resource }: Mark,
  refs: DeclaredRefs,
): readonly DeclaredRefs[] {
  const program = programs(client);
  const key = JSON.stringify(entrypoint);
  const owners = program.get(key) ?? new Map<string, DeclaredRefs>();
  program.set(key, owners);
  owners.set(stack + resource, refs);
  return [...owners].filter(([owner]) => owner !== stack + resource).map(([, declared]) => declared);
}
