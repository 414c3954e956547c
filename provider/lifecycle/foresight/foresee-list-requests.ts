import { isUnknown } from "../../api";
import { PREVIEW_BUDGET } from "../../filter";
import { contentsOf, type ListContents, listsIn, whyUnknown, withContents } from "../../lists";
import { MARK } from "../../properties/hidden";
import { Recent } from "../../recent";
import { redacted } from "../../redaction";
import { activeAllowances, languageOfRule, mayNameList } from "../../rulebook";
import { type JudgedRule, judgedRules, type NamedRule } from "../../rulebook/hazards/judged-rule";
import { changesNoRequest, difference, differenceLine, type PhaseRules, ruleToWire } from "../../rulesets";
import { isSecretInput } from "../inputs";
import { ownershipOf } from "../list/state";
import type { Context, Properties } from "../lifecycle";
import { perClient } from "../per-client";
import { rulesOfInputs } from "../ruleset/inputs";
import { areRulesSecret } from "../secret-members";
import type { RulesetPlace } from "../ruleset/place";
import { clientOf } from "./foresee-place";
import { type DecidedLine, lineInZones, MAX_LINES, shownRef } from "./foresee-requests";
import { findZone, zoneLabel } from "./live-reads";

/** A list whose items the update changes. */
interface ChangedList {
  readonly name: string;
  /** Its contents in both versions, or why they are not known. */
  readonly contents:
    { readonly before: ListContents; readonly after: ListContents } | { readonly why: string };
  readonly isSecret: boolean;
  /** The lines of rulesets by what they are made from: many zones have equal rules. */
  readonly lines: Recent<DecidedLine>;
}

/** A ruleset resource of the program with rules that name lists. */
export interface NamingRuleset {
  readonly inputs: Properties;
  /** How lines of the preview name the ruleset, in its zone if it has one. */
  readonly where: string;
  readonly zoneId?: string | undefined;
}

/** What a run has checked so far: its resources come in any order. */
const checked = perClient(() => ({
  /** By name and mark of the resource. */
  lists: new Map<string, ChangedList>(),
  /** By mark. */
  rulesets: new Map<unknown, NamingRuleset>(),
  /** Lines that were printed: the plugin checks a resource twice. */
  told: new Set<string>(),
}));

/**
 * In a preview, notes that an update changes the items of a list, and says for each ruleset that was checked before what this means for
 * requests.
 */
export async function noteChangedList(context: Context, olds: Properties, inputs: Properties): Promise<void> {
  const { name } = inputs;
  const client = isUnknown(inputs["connection"]) ? undefined : clientOf(context, inputs);
  if (client === undefined || typeof name !== "string" || isUnknown(name) || olds["name"] !== name) return;
  const isSecret = isSecretInput(olds, "items") || isSecretInput(inputs, "items");
  const list = {
    name,
    contents: contentsIn(olds, inputs),
    isSecret,
    lines: Recent.ofCount<DecidedLine>(MAX_LINES),
  };
  const { lists, rulesets } = checked(client);
  lists.set(JSON.stringify([name, inputs[MARK]]), list);
  for (const ruleset of rulesets.values()) await tellList(context, list, ruleset);
}

function contentsIn(olds: Properties, inputs: Properties): ChangedList["contents"] {
  const [before, after] = [olds, inputs].map((properties) =>
    contentsOf({ items: properties["items"], ownership: ownershipOf(properties) }),
  );
  if (before === undefined || after === undefined)
    return { why: whyUnknown((before ? inputs : olds)["items"]) };
  // Whoever owns the list now, its other items stay what they are unless they are removed.
  const isWhole = before.isWhole && after.isWhole;
  return { before: { ...before, isWhole }, after: { ...after, isWhole } };
}

/**
 * Notes the rules of a resource, changed or not, and says what the changed lists that were checked before mean for their requests. Only a
 * preview notes changed lists.
 */
export async function noteNamingRules(context: Context, ruleset: NamingRuleset): Promise<void> {
  const { inputs } = ruleset;
  if (isUnknown(inputs["connection"]) || !rulesOfInputs(inputs).some(namesList)) return;
  const client = clientOf(context, inputs);
  if (client === undefined) return;
  const { lists, rulesets } = checked(client);
  rulesets.set(inputs[MARK], ruleset);
  for (const list of lists.values()) await tellList(context, list, ruleset);
}

/** Like `noteNamingRules`, for the rules of a resource in an entry point. */
export async function noteNamingEntrypoint(
  context: Context,
  { noun, argument }: Pick<RulesetPlace, "noun" | "argument">,
  inputs: Properties,
): Promise<void> {
  const [id, phase] = [inputs[argument], inputs["phase"]];
  if (typeof id !== "string" || typeof phase !== "string" || isUnknown(id) || isUnknown(phase)) return;
  await noteNamingRules(
    context,
    noun === "zone" ? { inputs, where: phase, zoneId: id } : { inputs, where: `${noun} ${id}, ${phase}` },
  );
}

function namesList({ expression }: { readonly expression: unknown }): boolean {
  return typeof expression === "string" && !isUnknown(expression) && mayNameList(expression);
}

async function tellList(
  context: Context,
  list: ChangedList,
  { inputs, where, zoneId }: NamingRuleset,
): Promise<void> {
  const client = clientOf(context, inputs);
  if (client === undefined) return;
  const { lines } = list;
  const rules = namedRules(context, inputs);
  const parts = rules.map(({ path, rule, language }) => [path, rule, language?.key]);
  const { ownership } = inputs;
  const isSecret = isSecretInput(inputs, "rules");
  const key = JSON.stringify([parts, ownership, isSecret]);
  const decided = lines.get(key, () => lineOf(list, judgedRules(rules), { ownership, isSecret }));
  if (decided === undefined) return;
  // The preview of a resource that does not change has read no name. The zones of a run are listed once.
  if (zoneId !== undefined && client.zones.nameOf(zoneId) === undefined)
    await findZone(context, client, zoneId);
  const zone = zoneId === undefined ? undefined : zoneLabel(client, zoneId);
  const line = decided(zoneId === undefined ? undefined : client.zones.nameOf(zoneId));
  const place = zone === undefined ? where : `${zone}, ${where}`;
  const text = `${place}, by the new items of $${list.name} in the rules of this resource alone: ${line}`;
  const { told } = checked(client);
  if (told.has(text)) return;
  told.add(text);
  context.log(redacted(text), { isOfOther: true, ...(zone !== undefined && { zone }) });
}

function namedRules({ language }: Context, inputs: Properties): NamedRule[] {
  const active = activeAllowances(inputs["allowances"]);
  return rulesOfInputs(inputs).map((rule) => {
    return {
      path: areRulesSecret(inputs) ? "a secret rule" : shownRef(rule.ref),
      rule: ruleToWire(rule),
      language: languageOfRule(language, active, rule.ref),
    };
  });
}

function lineOf(
  { name, contents, isSecret }: ChangedList,
  rules: readonly JudgedRule[],
  ruleset: { readonly ownership: unknown; readonly isSecret: boolean },
): DecidedLine {
  if (!rules.some(({ condition }) => condition !== undefined && listsIn(condition).includes(name)))
    return undefined;
  if ("why" in contents) return () => `not decided, because ${contents.why}`;
  const { before, after } = contents;
  const phaseWith = (known: ListContents): PhaseRules => ({
    rules: rules.map((rule): JudgedRule => {
      const { condition } = rule;
      if (condition === undefined) return rule;
      return { ...rule, condition: withContents(condition, new Map([[name, known]])) };
    }),
    rulesets: new Map(),
    othersFollow: ruleset.ownership !== "exclusive",
  });
  const [from, to] = [phaseWith(before), phaseWith(after)];
  const found = difference(from, to, { budget: PREVIEW_BUDGET, isFirstEnough: true });
  if (changesNoRequest(found)) return undefined;
  if (ruleset.isSecret) return () => differenceLine(found, "a rule is secret");
  return isSecret
    ? () => differenceLine(found, "an item of the list is secret")
    : lineInZones(found, { before: from, now: to });
}
