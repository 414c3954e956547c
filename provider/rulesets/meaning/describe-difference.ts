import { UNKNOWN } from "../../api";
import { type Expression, printRequest, printSecretRequest } from "../../filter";
import type { Change, Difference, DirectionAnswer } from "./difference";
import { redirectWords, responseWords, rulesetName, settingWords } from "./rule-words";
import { valueWords } from "./value-words";
import { changedEffects, type Direction, type Outcome, stagesOf } from "./outcome";
import type { ComparedProtections } from "./protections";
import type { Challenge } from "./clearance";

/** How examples and outcomes are shown. */
export interface ShownConditions {
  /** Whether a part of the rules is secret, so that only names of fields are shown. */
  readonly hides: boolean;
  /** The conditions that examples are about. */
  readonly conditions: readonly Expression[];
}

/** A change in words. */
export interface DescribedChange {
  readonly direction: Direction;
  /** What such a request got: `block by admin`, `passes`, `challenge by admin (if solved: passes)`. */
  readonly before: string;
  /** What it gets after the change. */
  readonly now: string;
  /** A request that is treated so. Of a secret condition, only its fields. */
  readonly example: string;
  /** The challenge that its visitor has solved before. Null if the change shows without. */
  readonly solved: Challenge | null;
  /** The rule that decides now, or that decided before if none does now. */
  readonly rule: string | null;
}

/** What is not decided about a direction, after "whether". */
export const UNDECIDED_TEXTS: Readonly<Record<Direction, string>> = {
  opens: "more requests are let through",
  "challenges less": "fewer requests are challenged",
  "blocks more": "more requests are stopped",
  other: "requests are treated otherwise",
};

/** Whether it is proved that no request changes. */
export function changesNoRequest({ changes, answers }: Difference): boolean {
  return changes.length === 0 && answers.every(({ rest }) => rest.kind === "no");
}

export function describeChange(
  { direction, before, now, witness, solved, limits }: Change,
  { hides, conditions }: ShownConditions,
): DescribedChange {
  const [last, lastNow] = [stagesOf(before), stagesOf(now)].map((stages) => stages.at(-1));
  const changed = [...changedEffects(before, now), ...(last && lastNow ? changedEffects(last, lastNow) : [])];
  const text = (outcome: Outcome, other: Outcome, side: "before" | "now") =>
    outcomeText(outcome, other, { changed, limits: limits?.[side] ?? [], hides });
  return {
    direction,
    before: text(before, now, "before"),
    now: text(now, before, "now") + verdictText(limits, hides),
    example: hides ? printSecretRequest(conditions) : printRequest(witness, conditions),
    solved: solved ?? null,
    rule: decidingRule(now) ?? decidingRule(before) ?? null,
  };
}

function decidingRule({ rule, skippedBy }: Outcome): string | undefined {
  return (rule ?? skippedBy)?.path;
}

/** What of an outcome is said. */
interface ShownOutcome {
  /** The effects that differ in the other version. */
  readonly changed: readonly string[];
  /** The rate limits that differ. They act on the visitor whom no challenge stops. */
  readonly limits: ComparedProtections["before"];
  /** Whether values may be secret. */
  readonly hides: boolean;
}

/** Says what a visitor gets who does, and does not, solve challenges, and what differs from the other version. */
function outcomeText(outcome: Outcome, other: Outcome, shown: ShownOutcome): string {
  const { rule, skippedBy, others, ifSolved } = outcome;
  const { changed, hides } = shown;
  const limits = ifSolved === undefined ? shown.limits : [];
  const passes = skippedBy === undefined ? "passes" : `passes, later rules are skipped (${skippedBy.path})`;
  const target = hides || outcome.result === other.result ? "" : targetText(rule);
  const result =
    rule === undefined ? passes : `${rule.action ?? "an unknown action"} by ${rule.path}${target}`;
  const left = limits.length > 0 ? SHOWN_BY_LIMITS : NOT_SHOWN;
  const effects = effectWords(
    others.filter((effect) => changed.includes(effect) && !left.test(effect)),
    hides,
  );
  const limited = limits.map(({ text, hidden }) => (hides ? hidden : text));
  const text = [result, ...limited, ...effects].join(", ").replaceAll(UNKNOWN, "(unknown)");
  if (ifSolved === undefined) return text;
  return `${text} (if solved: ${outcomeText(ifSolved, other.ifSolved ?? other, shown)})`;
}

const NOT_SHOWN = / by execute |^skips rules that follow$|^protects /;
const SHOWN_BY_LIMITS = new RegExp(`${NOT_SHOWN.source}|^answers above a limit`);

/** Says where a redirect leads, or what a block answers. */
function targetText(rule: Outcome["rule"]): string {
  if (rule === undefined) return "";
  const target = redirectWords(rule.parameters);
  if (target !== undefined) return ` to ${target}`;
  const response = rule.action === "block" ? responseWords(rule.parameters) : undefined;
  return response === undefined ? "" : ` with ${response}`;
}

const SETS = /^sets (\S+) to (.*)$/s;

/** Returns effects in the words of the arguments, with the names of managed rulesets. */
function effectWords(effects: readonly string[], hides: boolean): string[] {
  const settings = effects.flatMap((effect) => {
    const [, path, value = ""] = SETS.exec(effect) ?? [];
    return path === undefined ? [] : [{ path, value: hides ? undefined : wordsOfJson(value) }];
  });
  const others = effects
    .filter((effect) => !SETS.test(effect))
    .map((effect) => {
      const [, verb = "", target] = /^(executes|skips) ([0-9a-f]{32}(?:\/\S+)?)$/.exec(effect) ?? [];
      if (target !== undefined) return `${verb} ${rulesetName(target)}`;
      return hides ? effect.replace(/(?<=^(?:counts or checks|answers above a limit): ).*/s, "") : effect;
    });
  return [...others, ...settingWords(settings)];
}

/** Returns the value of a setting, whose effect has it as JSON, in words. */
function wordsOfJson(json: string): string {
  try {
    return valueWords(JSON.parse(json));
  } catch {
    return json;
  }
}

/** Says how what stops some of the requests compares, and which requests of a sequence are concerned. */
function verdictText(compared: ComparedProtections | undefined, hides: boolean): string {
  if (compared === undefined) return "";
  const { verdict, says } = compared;
  const named = verdict === "other" ? "partly weaker, partly stricter" : verdict;
  const isSaid = !hides && says.length > 0;
  return ` (${named}${isSaid ? `: ${says.join("; ")}` : ""})`.replaceAll(UNKNOWN, "(unknown)");
}

/** Returns why a direction is undecided. */
export function undecidedReason({
  because,
}: Extract<DirectionAnswer["rest"], { kind: "undecided" }>): string {
  return because === "budget"
    ? "the question needs more steps than its budget"
    : "a condition is not known, or contains what cannot be analysed";
}
