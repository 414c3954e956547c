import type { Place } from "../../filter";
import { isMembers, isUnknown, type Members } from "../../api";
import { OWASP_RULESET, OWASP_SCORING_RULE, PARANOIA_LEVELS, paranoiaTag } from "../managed-rulesets";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import type { JudgedRule } from "./judged-rule";

const LEVELS = PARANOIA_LEVELS.map(paranoiaTag);

/** The overrides of a rule that executes a managed ruleset. */
interface Overrides {
  readonly all: Members;
  readonly categories: readonly Members[];
  readonly rules: readonly Members[];
}

/** Finds overrides that switch a managed ruleset off, or that have no effect. */
export function* overrideHazards(rules: readonly JudgedRule[], context: Place & Reader): Iterable<Finding> {
  for (const { path, action, parameters } of rules) {
    const overrides = action === "execute" ? overridesOf(parameters["overrides"]) : undefined;
    // In DDoS rulesets, enabled has no effect, as the rule book warns.
    if (overrides === undefined || context.phase?.startsWith("ddos_") !== false) continue;
    const at = `${path}.${context.nameOf("action_parameters")}.overrides`;
    const isOwasp = parameters["id"] === OWASP_RULESET;
    const off = disablesAll(overrides, isOwasp);
    const { enabled, action: imposed } = overrides.all;
    if (off !== undefined) yield hazard("overrides-disable-all", at, off);
    else if (isOwasp) yield* owaspHazards(overrides, at, context);
    else if (enabled === true && imposed !== "log") {
      const message =
        "turns on every rule of the ruleset, also those that are off by default because they block good requests: turn on single " +
        `rules or categories, or add ${context.nameOf("action")}: "log"`;
      yield hazard("overrides-enable-all", at, message);
    }
  }
}

/** Returns the overrides if all of them are known. */
function overridesOf(value: unknown): Overrides | undefined {
  if (!isMembers(value) || Object.values(value).some(isUnknown)) return undefined;
  const { categories = [], rules = [] } = value;
  if (!isList(categories) || !isList(rules)) return undefined;
  return { all: value, categories, rules };
}

function isList(value: unknown): value is readonly Members[] {
  return (
    Array.isArray(value) && value.every((item) => isMembers(item) && !Object.values(item).some(isUnknown))
  );
}

/** Returns why no rule is left on, or undefined. */
function disablesAll({ all, categories, rules }: Overrides, isOwasp: boolean): string | undefined {
  const single = [...categories, ...rules];
  if (single.some(({ enabled }) => enabled === true)) return undefined;
  const cure = "remove it, or disable the rule itself with enabled: false if that is meant";
  if (all["enabled"] === false)
    return `turns off every rule of the ruleset, so executing it does nothing: ${cure}`;
  const off = new Set(categories.filter(({ enabled }) => enabled === false).map(({ category }) => category));
  return isOwasp && LEVELS.every((level) => off.has(level))
    ? `turns off all four paranoia levels, so no rule raises a score: leave out the levels to use, or disable the rule itself with enabled: false`
    : undefined;
}

function* owaspHazards(
  { all, categories, rules }: Overrides,
  at: string,
  { nameOf }: Reader,
): Iterable<Finding> {
  const scoring = rules.filter(({ id }) => id === OWASP_SCORING_RULE);
  const cure = `add an item for the rule ${OWASP_SCORING_RULE} to ${nameOf("rules")}`;
  const hasAction = ({ action }: Members) => action !== undefined;
  if ([all, ...categories].some(hasAction) && !scoring.some(hasAction)) {
    const message =
      "does not apply to the scoring rule, so what happens to a request that reaches the score does not " +
      `change: ${cure} with that action, or use an OwaspConfig`;
    yield hazard("owasp-action-ignored", `${at}.${hasAction(all) ? "action" : "categories"}`, message);
  }
  const isOff = scoring.some(({ enabled }) => enabled === false);
  if (!isOff && (all["enabled"] !== false || scoring.some(({ enabled }) => enabled === true))) return;
  const fix = isOff
    ? `remove enabled: false from the rule ${OWASP_SCORING_RULE}`
    : `${cure} with enabled: true`;
  const message = `turns off the scoring rule, so no request is acted upon, whatever its score: ${fix}`;
  yield hazard("owasp-scoring-disabled", at, message);
}
