import { ErrorCode, UNKNOWN, type Problem, type Ruleset, type RuleWrite } from "../../api";
import {
  hasCode,
  isEdgeError,
  isInvalidRequest,
  isNotFound,
  isPermissionError,
  type EdgeClient,
  type EdgeError,
  type RulesetScope,
} from "../../client";
import { parseRef } from "../../marks";
import { quotesAnswers, redacted } from "../../redaction";
import { MARK } from "../../properties/hidden";
import { camelName, judgeRules, messageWithId, namedLists, pathInRule } from "../../rulebook";
import {
  countRules,
  planEntrypoint,
  planWhole,
  resolveStep,
  StaleStepError,
  type EntrypointInput,
  type Step,
} from "../../rulesets";
import { type DeployedResource, usesOf } from "../../tokens";
import type { Context, Properties } from "../lifecycle";
import { tell } from "../redaction";
import { namedByRef, rulesOfInputs, writtenRulesOf } from "../ruleset/inputs";
import type { RulesetPlace } from "../ruleset/place";
import { sendStep } from "../ruleset/requests";
import { dryRuns, isReadOnlyAccountToken, tellNeeds } from "./credential";
import { foundIn, readLists, tellSilence } from "./live-reads";

/** The ruleset that an update would write, and what is live of it. */
interface DryRunSubject extends Pick<EntrypointInput, "phase" | "kind"> {
  /** The mark of the resource. */
  readonly owner: unknown;
  readonly scope: RulesetScope;
  /** The account whose lists the rules can name. Undefined for a zone that the credential may not read. */
  readonly accountId: string | undefined;
  /** Undefined if the update makes the ruleset. */
  readonly live: Ruleset | undefined;
  /** The requests of the update. */
  readonly steps: readonly Step[];
  /** Returns the whole list that several requests lead to. */
  readonly whole?: () => Step;
  /** Whether the ruleset has rules of other resources of the stack, which may make room. Default: false. */
  readonly hasSiblings?: () => boolean;
  /** Returns the path of a problem in the arguments. Default: in `rules`. */
  readonly pathOf?: (rule: RuleWrite | undefined, steps: readonly (string | number)[]) => string;
}

/** Returns the subject of a resource whose writes the planner plans. */
export function plannedSubject(
  plan: Omit<EntrypointInput, "live">,
  at: Pick<DryRunSubject, "owner" | "scope" | "accountId" | "live">,
): DryRunSubject {
  const { live } = at;
  const { phase, kind } = plan;
  return {
    ...at,
    phase,
    kind,
    steps: planEntrypoint({ ...plan, live }).steps,
    ...(live && { whole: () => planWhole(live, plan) }),
    hasSiblings: () => countRules({ ...plan, live }).siblings > 0,
  };
}

/** What a dry run sends. */
interface Rehearsal {
  readonly step: Step;
  /** Wire refs of the rules that the update writes. A whole list also holds others. */
  readonly written: ReadonlySet<string>;
  /** Whether the update would send exactly this request. */
  readonly isExact: boolean;
}

const WRITTEN =
  "the API has answered a dry run (`dry_run=true`) as it answers a write, so that this preview may have written what the update would " +
  "write. Set `edge:dryRun` (EDGE_DRY_RUN) to false, run `pulumi refresh`, and report this to whoever runs the API.";

const MAY_NOT_WRITE =
  "the preview does not ask the API whether it accepts the writes, since the credential may not write. If it is to read only, set " +
  "`edge:dryRun` (EDGE_DRY_RUN) to false.";

/** Returns the resource that makes the calls of an update. */
function writerOf({ scope, phase }: DryRunSubject): DeployedResource {
  const kind = "zoneId" in scope ? "ZoneEntrypointRuleset" : "AccountEntrypointRuleset";
  return { kind, name: "", inputs: { ...scope, phase }, external: false };
}

/**
 * Asks the API whether it accepts the writes of an update: one request per ruleset. Nothing is asked without a proof that the API stores
 * nothing, and nothing but a refusal of what the update would write is a problem. What the API accepts, `run.accepted` holds.
 */
export async function judgeByDryRun(
  context: Context,
  client: EdgeClient,
  subject: DryRunSubject,
): Promise<Problem[]> {
  if (!dryRuns(client).mayAsk || client.settings.dryRun === false) return [];
  const rehearsal = rehearse(subject, await readyRules(context, client, subject));
  if (!rehearsal) return [];
  const { step, written } = rehearsal;
  const writer = writerOf(subject);
  if (await isReadOnlyAccountToken(context, client, writer)) return [];
  try {
    const end = await sendStep(client.dryRuns, subject, step, subject.live);
    if (end === "not asked") return [];
    if (end === "written") {
      dryRuns(client).mayAsk = false;
      return [{ path: "", message: WRITTEN }];
    }
    context.run.accepted.set(subject.owner, new Set([...written].map((ref) => parseRef(ref).ref)));
    return [];
  } catch (error) {
    if (!isEdgeError(error)) throw error;
    // Something has gone since it was read. The update reads it again.
    if (isNotFound(error)) return [];
    if (isRefusal(error)) return refused(context, subject, rehearsal, error);
    dryRuns(client).mayAsk = false;
    if (isPermissionError(error)) tellNeeds(context, client, usesOf(writer), MAY_NOT_WRITE);
    else tellSilence(context, client, error, "the API's answer to its writes");
    return [];
  }
}

/**
 * In a preview, warns of names that `edge:unknownNames` lets pass, in rules that the API has not accepted in a dry run. What an
 * allowance lets pass is information.
 */
export function warnOfUnknownNames(
  context: Context,
  inputs: Properties,
  { kind, noun: level }: Pick<RulesetPlace, "kind" | "noun">,
): void {
  if (context.language?.unknownNames !== "warn") return;
  const { phase } = inputs;
  const place = { kind, level, ...(typeof phase === "string" && { phase }), language: context.language };
  const rules = rulesOfInputs(inputs);
  const accepted = context.run.accepted.get(inputs[MARK]);
  const unknown = judgeRules(writtenRulesOf(rules, inputs, place), "lint").filter(
    ({ id, severity, rule = 0 }) =>
      id === "unknown-name" && severity === "warning" && !accepted?.has(rules[rule]?.ref ?? ""),
  );
  const named = unknown.map((finding) => ({ path: finding.path, message: messageWithId(finding) }));
  for (const { path, message } of namedByRef(rules, named))
    context.log(redacted(`warning: ${path}: ${message}`));
}

/** Whether the API has judged the request, and not only its form. */
function isRefusal(error: EdgeError): boolean {
  return isInvalidRequest(error) && [400, 409, 422].includes(error.status ?? 0);
}

/** Returns the request to ask about: that of the update if it sends one, otherwise the whole list that its requests lead to. */
function rehearse(
  { live, steps, whole }: DryRunSubject,
  ready: ReadonlySet<RuleWrite>,
): Rehearsal | undefined {
  const [first, ...more] = steps;
  const rules = steps.flatMap(rulesIn);
  if (!first || (rules.length > 0 && ready.size === 0)) return undefined;
  const step = more.length > 0 && whole ? whole() : first;
  const written = new Set([...ready].map(({ ref = "" }) => ref));
  const isExact = more.length === 0 && ready.size === rules.length;
  try {
    const left = new Set(rules.flatMap(({ ref = "" }) => (written.has(ref) ? [] : [ref])));
    return { step: without(left, live ? resolveStep(step, live) : step), written, isExact };
  } catch (error) {
    if (error instanceof StaleStepError) return undefined;
    throw error;
  }
}

function without(refs: ReadonlySet<string>, step: Step): Step {
  const kept = rulesIn(step).filter(({ ref = "" }) => !refs.has(ref));
  if (step.kind === "create") return { ...step, body: { ...step.body, rules: kept } };
  return step.kind === "replace" ? { ...step, body: { ...step.body, rules: kept } } : step;
}

/**
 * Returns the rules of a plan that can be sent: those without unknown values, and without the name of a list that the account does not
 * have, since the same run may make it.
 */
async function readyRules(
  context: Context,
  client: EdgeClient,
  { accountId, steps }: DryRunSubject,
): Promise<ReadonlySet<RuleWrite>> {
  const known = steps.flatMap(rulesIn).filter((rule) => !JSON.stringify(rule).includes(UNKNOWN));
  const named = new Map(known.map((rule) => [rule, namedLists({ ...rule })]));
  if ([...named.values()].every((names) => names.length === 0)) return new Set(known);
  const lists = accountId === undefined ? undefined : foundIn(await readLists(context, client, accountId));
  const there = new Set(lists?.map(({ name }) => name));
  return new Set(known.filter((rule) => named.get(rule)?.every(({ name }) => there.has(name))));
}

/**
 * Returns the problems of a refusal. It is certain only if it names a rule that the update writes, or if the update would send the same
 * request. Otherwise it is a warning: a whole list also holds rules of others, and another resource may make room first.
 */
function refused(
  context: Context,
  { kind, hasSiblings = () => false, pathOf = pathInRules }: DryRunSubject,
  { step, written, isExact }: Rehearsal,
  error: EdgeError,
): Problem[] {
  // Somebody has just made the entry point. The update merges the rules into it.
  if (kind !== "custom" && hasCode(error, ErrorCode.tooManyRulesets)) return [];
  const { rule, steps } = pointedAt(step, error.pointer);
  const path = pathOf(rule, steps);
  const makesRoom = hasCode(error, ErrorCode.tooManyRules) && hasSiblings();
  const isCertain = !makesRoom && (rule ? written.has(rule.ref ?? "") : isExact);
  const problem = { path, message: `the API refuses what the update would write. ${tell(error)}` };
  if (isCertain) return [problem];
  context.log(redacted(`warning: ${path}: ${problem.message}`));
  return [];
}

/** Returns the rule of a step that a JSON pointer names, and the steps of the pointer in that rule. */
function pointedAt(step: Step, pointer = ""): { rule?: RuleWrite | undefined; steps: (string | number)[] } {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  if ("rule" in step) return { rule: step.rule, steps };
  const [list, index, ...inRule] = steps;
  if (list === "rules" && typeof index === "number") return { rule: rulesIn(step)[index], steps: inRule };
  return { steps: [] };
}

/** A pointer can repeat a part of a secret value. */
function pathInRules(rule: RuleWrite | undefined, steps: readonly (string | number)[]): string {
  if (!rule) return "rules";
  if (steps[0] === "position") return "position";
  const path = `rules[${JSON.stringify(parseRef(rule.ref ?? "").ref)}]`;
  return quotesAnswers() ? pathInRule(steps, path, rule.action, camelName) : path;
}

function rulesIn(step: Step): readonly RuleWrite[] {
  if ("body" in step) return step.body.rules ?? [];
  return "rule" in step ? [step.rule] : [];
}
