import { containsUnknown, type Members, type Rule, type RuleWrite, sortedJson, UNKNOWN } from "../../api";
import type { EdgeClient } from "../../client";
import { PREVIEW_BUDGET } from "../../filter";
import { parseRef } from "../../marks";
import { Recent } from "../../recent";
import { redacted } from "../../redaction";
import { activeAllowances, languageOfRule } from "../../rulebook";
import { judgedRules, type NamedRule } from "../../rulebook/hazards/judged-rule";
import {
  ADDED,
  changeInZone,
  changesWithout,
  type Difference,
  difference,
  differenceLine,
  type EntrypointInput,
  essentialRule,
  FOREIGN,
  type MaybeSecret,
  maybeSecretText,
  ownerOfRule,
  type PhaseRules,
  plainRef,
  type PutBackRule,
  putBackText,
  refOf,
  rulesAfter,
  rulesOf,
  rulesPutBack,
  ruleToWire,
  wireRef,
} from "../../rulesets";
import { isSecretInput } from "../inputs";
import type { Context, Properties } from "../lifecycle";
import { perClient } from "../per-client";
import { rulesOfInputs } from "../ruleset/inputs";
import { areRulesSecret } from "../secret-members";
import { counted } from "../../words";

/** For so many zones with equal rules, a request to one of their unusual hosts is looked for. */
const MAX_QUESTIONS = 20;
/** A ref that needs no quotes. */
const PLAIN_NAME = /^[\w.:-]+$/;

/** A ruleset whose rules an update changes. */
interface ChangingRuleset {
  /** The live ruleset, and what the planner plans for it without conflicts. */
  readonly input: EntrypointInput;
  readonly olds: Properties;
  readonly inputs: Properties;
  /** How lines of the preview name the ruleset. */
  readonly where: string;
  /** The zone within `where`. */
  readonly zone?: string | undefined;
  /** The name of the zone, if that is known. */
  readonly zoneName?: string | undefined;
}

/** What a line is made from. */
interface Versions {
  readonly before: readonly NamedRule[];
  readonly now: readonly NamedRule[];
  /** Whether rules of other rulesets follow. */
  readonly othersFollow: boolean;
  /** Whether a rule of the resource is secret. */
  readonly isSecret: boolean;
  /** The rules of other resources: those are secret of which the programs of these resources say so. */
  readonly maybeSecret: MaybeSecret;
}

/** What the line of a preview is made from, if there is one. */
export type DecidedLine = ((zone: string | undefined) => string) | undefined;

/** The number of lines that are kept, since each keeps both versions of its rules. */
export const MAX_LINES = 20;
/** The lines of a run by what they are made from: many zones have equal rules. */
const decided = perClient(() => Recent.ofCount<DecidedLine>(MAX_LINES));

/**
 * In a preview, says in one line what a change of rules means for requests. It compares the live rules of all owners with their planned
 * order after the update. It says nothing if no rule changes, or if the first rules of a ruleset neither stop requests nor let any through.
 */
export function tellRequests(context: Context, client: EdgeClient, changing: ChangingRuleset): void {
  const { where, zone, zoneName } = changing;
  const versions = versionsOf(context, changing);
  const decide = decided(client).get(keyOf(versions), () => lineOf(versions));
  const line = decide?.(zoneName);
  if (line !== undefined) context.log(redacted(`${where}: ${line}`), zone === undefined ? {} : { zone });
}

/**
 * In a preview, names the rules that the update writes although the program does not change them, because somebody has changed or removed
 * the live ones, and the rules of others that it removes. It prints one line for each resource, so that a review finds the rules of each.
 */
export function tellPutBack(context: Context, { input, olds, inputs, where }: ChangingRuleset): void {
  const live = rulesOf(input.live).filter((rule) => ownerOfRule(rule, input) === "ours");
  const found = [
    ...rulesPutBack({
      before: rulesOfInputs(olds).map(ruleToWire),
      after: input.rules.map(ruleToWire),
      live: live.map((rule) => ({ ...rule, ref: plainRef(rule) })),
    }),
    ...addedByOthers(input, olds),
  ];
  if (found.length === 0) return;
  const areSecret = areRulesSecret(olds) || areRulesSecret(inputs);
  const shown = areSecret
    ? [{ ref: counted(found.length, "rule"), changed: ["secret"] }]
    : found.map(({ ref, changed }) => ({ ref: shownRef(ref), changed }));
  context.log(redacted(`${where}: ${putBackText(shown)}`));
}

/** Returns the rules that others have added, that no refresh has shown, and that the update removes. */
function addedByOthers(input: EntrypointInput, olds: Properties): PutBackRule[] {
  const after = rulesAfter(input);
  const known = new Set([...rulesOfInputs(olds), ...input.rules].map(({ ref }) => ref));
  const [ids, refs] = [new Set(after.map(({ id }) => id)), new Set(after.map(({ ref }) => ref))];
  return rulesOf(input.live)
    .filter((rule) => ownerOfRule(rule, input) !== "ours" && !ids.has(rule.id) && !refs.has(refOf(rule)))
    .map(plainRef)
    .filter((ref) => !known.has(ref))
    .map((ref) => ({ ref, changed: [ADDED] }));
}

/** Returns how lines of a preview show a ref. */
export function shownRef(ref: string): string {
  return PLAIN_NAME.test(ref) ? ref : JSON.stringify(ref);
}

function versionsOf({ language }: Context, { input, olds, inputs }: ChangingRuleset): Versions {
  const areSecret = areRulesSecret(olds) || areRulesSecret(inputs);
  const active = activeAllowances(inputs["allowances"]);
  const declared = new Set(input.rules.map(({ ref }) => wireRef(ref, input)));
  const pathOf = (rule: Rule | RuleWrite, isOwn: boolean): string => {
    const { ref } = parseRef(rule.ref ?? rule.id ?? "");
    return !isOwn ? shownRef(ref) + FOREIGN : areSecret ? "a secret rule" : shownRef(ref);
  };
  const named = (rule: Rule | RuleWrite, isOwn: boolean): NamedRule => {
    const { ref } = parseRef(rule.ref ?? rule.id ?? "");
    return {
      path: pathOf(rule, isOwn),
      rule: actingPart(rule),
      language: isOwn ? languageOfRule(language, active, ref) : language,
    };
  };
  return {
    before: rulesOf(input.live).map((rule) => named(rule, ownerOfRule(rule, input) === "ours")),
    now: rulesAfter(input).map((rule) => named(rule, declared.has(rule.ref ?? ""))),
    othersFollow: input.kind === "custom",
    isSecret: isSecretInput(olds, "rules") || isSecretInput(inputs, "rules"),
    maybeSecret: new Map(
      rulesOf(input.live).flatMap((rule) => {
        const owner = ownerOfRule(rule, input);
        if (owner === "ours" || owner === "unmarked") return [];
        return [[pathOf(rule, false), owner === "foreign" ? "another stack" : "another resource"] as const];
      }),
    ),
  };
}

/**
 * Returns what a rule does with requests. If what it does is not known, neither is its action: then nothing is claimed about the requests
 * that it matches.
 */
function actingPart(rule: Rule | RuleWrite): Members {
  const { expression, action, action_parameters, enabled, ratelimit, exposed_credential_check } =
    essentialRule(rule);
  const does = { action, action_parameters, enabled, ratelimit, exposed_credential_check };
  return { expression, ...(containsUnknown(does) ? { action: UNKNOWN } : does) };
}

function keyOf({ before, now, othersFollow, isSecret, maybeSecret }: Versions): string {
  const parts = (rules: readonly NamedRule[]) =>
    rules.map(({ path, rule, language }) => [path, rule, language?.key]);
  return JSON.stringify([parts(before), parts(now), othersFollow, isSecret, [...maybeSecret]]);
}

function lineOf({ before, now, othersFollow, isSecret, maybeSecret }: Versions): DecidedLine {
  const isSame = ({ rule }: NamedRule, index: number) => sortedJson(rule) === sortedJson(now[index]?.rule);
  if (before.length === now.length && before.every(isSame)) return undefined;
  const phaseOf = (rules: readonly NamedRule[]): PhaseRules => ({
    rules: judgedRules(rules),
    // A preview does not read the custom rulesets that rules execute. They have lines of their own if they change.
    rulesets: new Map(),
    othersFollow,
  });
  const [from, to] = [phaseOf(before), phaseOf(now)];
  const found = difference(from, to, { budget: PREVIEW_BUDGET, isFirstEnough: true });
  const isFirst = before.length === 0;
  if (isFirst && !concernsProtection(found)) return undefined;
  if (isSecret) return () => differenceLine(found, "a rule is secret");
  const [worst] = found.changes;
  const versions = { before: from, now: to };
  if (worst === undefined || maybeSecret.size === 0) return lineInZones(found, versions);
  const shown = changesWithout(maybeSecret, from, to, { budget: PREVIEW_BUDGET }).find(
    ({ direction }) => direction === worst.direction,
  );
  return shown === undefined
    ? () => differenceLine(found, maybeSecretText(maybeSecret, worst))
    : lineInZones({ ...found, changes: [shown] }, versions);
}

/** Returns the line of a difference, with a request to the zone if its name is known. */
export function lineInZones(
  found: Difference,
  versions: { readonly before: PhaseRules; readonly now: PhaseRules },
): (zone: string | undefined) => string {
  const [worst] = found.changes;
  let questions = 0;
  return (zone) => {
    if (worst === undefined || zone === undefined) return differenceLine(found);
    questions += 1;
    const ask = questions <= MAX_QUESTIONS ? { budget: PREVIEW_BUDGET, isFirstEnough: true } : undefined;
    return differenceLine({ ...found, changes: [changeInZone(worst, { ...versions, zone }, ask)] });
  };
}

/** Whether requests are stopped or let through, or that is not decided. */
function concernsProtection({ changes, answers }: Difference): boolean {
  return (
    changes.some(({ direction }) => direction !== "other") ||
    answers.some(({ direction, rest }) => direction !== "other" && rest.kind === "undecided")
  );
}
