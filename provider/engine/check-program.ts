import { isMembers, isOutputText, isUnknown, pathTo, UNKNOWN } from "../api";
import type { Problem } from "../api/problem";
import { noteStack } from "../lifecycle/evidence";
import type { Checked, Context, Lifecycle, Properties } from "../lifecycle";
import { clientOf } from "../lifecycle/foresight/foresee-place";
import { tell } from "../lifecycle/redaction";
import { namedByRef } from "../lifecycle/ruleset/inputs";
import type { ResourceKind } from "../properties";
import { rulesToMap, type RuleState } from "../rulesets";
import { isRulesetKind } from "../rulesets/rules/ownership";
import { FAULTS, KEYED, PREVIEW, STACK, ZONE } from "../properties/hidden";

/** What a template string makes of values that are no text, and where such a text comes from. */
const LOST_VALUES: readonly (readonly [RegExp, string])[] = [
  [/\[object Promise\]/, "a template string was given a promise: await it, or use pulumi.interpolate"],
  [/\[object Object\]/, "a template string was given an object: name one of its members"],
  [/(?<![\w-])(?:undefined|null|NaN)(?![\w-])/, "a template string was given an undefined value"],
];

/**
 * Checks the arguments of a resource, and first of all the program that made them: a text that was made of an Output is refused in
 * every argument of every resource, at any depth.
 *
 * @param isReported whether this is a preview whose problems the class of the resource reports
 */
export async function checkProgram(
  kind: ResourceKind,
  lifecycle: Lifecycle,
  context: Context,
  olds: Properties,
  news: Properties,
  isReported: boolean,
): Promise<Checked> {
  const told = namedByRef(news["rules"], toldProblems(news[FAULTS]));
  // The engine of an update leaves out what failed, so that what else is found could be wrong. In a preview, it is unknown.
  if (told.length > 0 && !isReported) return { inputs: news, problems: told };
  noteStack(context, news[STACK]);
  noteZoneName(context, news);
  const problems: Problem[] = [];
  const hints = new Map<string, string>();
  const found = { problems, hints };
  const given = Object.entries(news).map(([name, value]) => [
    name,
    name.startsWith("__")
      ? value
      : name === "rules" && news[KEYED] === true
        ? readableRules(value, found)
        : readable(value, name, found),
  ]);
  // An unknown value takes the place of a refused one, so that all else is still checked.
  const args = Object.fromEntries(given) as Properties;
  const before = isRulesetKind(kind) ? withRuleMap(olds) : olds;
  const checked = await checkOrReport(lifecycle, context, before, args);
  const named = (all: readonly Problem[]) => namedByRef(news["rules"], all);
  const hintAt = new Map(
    named([...hints].map(([path, message]) => ({ path, message }))).map(({ path, message }) => [
      path,
      message,
    ]),
  );
  return {
    inputs: checked.inputs,
    problems: [
      ...told,
      ...named(problems),
      ...checked.problems.map(({ path, message }) => {
        const hint = hintAt.get(path);
        return { path, message: hint === undefined ? message : `${message}\n${hint}` };
      }),
    ],
  };
}

/** Notes the name of the zone, which the program or the state knows, so that the lines of this run call the zone by it. */
export function noteZoneName(context: Context, news: Properties): void {
  const { zoneId: id, [ZONE]: name } = news;
  if (typeof id !== "string" || typeof name !== "string" || isUnknown(id) || isUnknown(name)) return;
  clientOf(context, news)?.zones.note({ id, name });
}

/** Returns old inputs of a ruleset with rules as `check` returns them: after an import, the state has them as a program writes them. */
function withRuleMap(olds: Properties): Properties {
  const { rules } = olds;
  if (!Array.isArray(rules) || !rules.every(hasKnownRef)) return olds;
  return { ...olds, rules: rulesToMap(rules) };
}

function hasKnownRef(rule: unknown): rule is RuleState {
  return isMembers(rule) && typeof rule["ref"] === "string" && !isUnknown(rule["ref"]);
}

/** In a preview, returns an error of a check, such as a request that fails, as a problem beside the others. */
async function checkOrReport(
  lifecycle: Lifecycle,
  context: Context,
  olds: Properties,
  news: Properties,
): Promise<Checked> {
  try {
    return await lifecycle.check(context, olds, news);
  } catch (error) {
    if (news[PREVIEW] !== true) throw error;
    return { inputs: {}, problems: [{ path: "", message: tell(error) }] };
  }
}

/** What the arguments of a program contain: problems, and hints for the problems that others find, by path. */
interface Found {
  readonly problems: Problem[];
  readonly hints: Map<string, string>;
}

/** Reads rules by ref, as a program hands them over, with the paths that the same rules in a list have. */
function readableRules(rules: unknown, found: Found): unknown {
  if (!isMembers(rules)) return rules;
  const read = ([ref, rule]: [string, unknown]) => [
    ref,
    readable(rule, `rules[${JSON.stringify(ref)}]`, found),
  ];
  return Object.fromEntries(Object.entries(rules).map(read)) as unknown;
}

/** Returns the value with an unknown value in place of each refused text. */
function readable(value: unknown, path: string, found: Found): unknown {
  const { problems, hints } = found;
  if (typeof value === "string") {
    if (isOutputText(value)) {
      problems.push({ path, message: outputText(value) });
      return UNKNOWN;
    }
    noteHint(value, path, hints);
    return value;
  }
  if (Array.isArray(value)) return value.map((item, index) => readable(item, pathTo(path, index), found));
  if (!isMembers(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const at = pathTo(path, name);
    if (!isOutputText(name)) {
      noteHint(name, at, hints);
      return [name, readable(member, at, found)] as const;
    }
    problems.push({
      path,
      message:
        "has a key that is the text of an Output, which is not its value: make the key of resources with zone(id), account(id) or " +
        "allZonesIn(accountId), or the whole object inside pulumi.output(id).apply((id) => ({ … }))",
    });
    return undefined;
  });
  const known = members.filter((member) => member !== undefined);
  return known.length < members.length ? UNKNOWN : Object.fromEntries(known);
}

function outputText(text: string): string {
  const isWhole = /^Calling \[/.test(text);
  return (
    "contains the text of an Output, which is not its value: " +
    (isWhole
      ? "pass the Output itself; within a longer text, write pulumi.interpolate`…`"
      : "write pulumi.interpolate`…` in front of the template string, or make the text inside output.apply((value) => …)")
  );
}

function noteHint(text: string, path: string, hints: Map<string, string>): void {
  const lost = LOST_VALUES.find(([pattern]) => pattern.test(text));
  if (lost) hints.set(path, lost[1]);
}

/** Returns the problems that only the program can see, which its class hands over. */
export function toldProblems(value: unknown): Problem[] {
  return (Array.isArray(value) ? value : []).flatMap((item: unknown): Problem[] => {
    if (!isMembers(item)) return [];
    const { path, message } = item;
    return typeof path === "string" && typeof message === "string" ? [{ path, message }] : [];
  });
}
