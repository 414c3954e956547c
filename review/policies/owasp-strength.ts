import { UNKNOWN, isUnknown, type Members } from "../../provider/api";
import { managedRuleset, OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import { paranoiaTag, PARANOIA_LEVELS } from "../../provider/rulebook/managed-rulesets";
import { SCORE_THRESHOLDS } from "../../provider/rulesets/owasp/owasp-args";
import type { MaybeUnknown, ReviewedOwasp } from "../model/reviewed";
import { pathInRule } from "./judged-rules";
import type { DeploymentByRule, ManagedDeployment } from "./managed-deployments";

const SCORING = managedRuleset(OWASP_RULESET)?.scoringRule;
/** The threshold of the scoring rule without an override. */
const DEFAULT_THRESHOLD = 40;

/** A value of a deployment with the path where its author sets it. */
export interface Placed<T> {
  readonly path: string;
  /** Undefined if the value is invalid. */
  readonly value: MaybeUnknown<T> | undefined;
}

/** How strict a deployment of the OWASP ruleset is. */
export interface OwaspStrength {
  /** The level up to which all levels run: 0 if none does. */
  readonly level: Placed<number>;
  /** The score from which the action applies. */
  readonly threshold: Placed<number>;
  /** What happens to a request that reaches the threshold. */
  readonly action: Placed<string>;
}

/** Returns the strength of a deployment of the OWASP ruleset. `wanted` is the level up to which it matters whether a level runs. */
export function owaspStrength(deployment: ManagedDeployment, wanted: number): OwaspStrength {
  return deployment.rule === undefined
    ? strengthOfConfig(deployment.resource)
    : strengthOfRule(deployment, wanted);
}

function strengthOfConfig({ args, nameOf }: ReviewedOwasp): OwaspStrength {
  const { paranoiaLevel, scoreThreshold, action = "block" } = args;
  return {
    level: { path: nameOf("paranoia_level"), value: numberOf(paranoiaLevel, {}) },
    threshold: { path: nameOf("score_threshold"), value: numberOf(scoreThreshold, SCORE_THRESHOLDS) },
    action: { path: "action", value: typeof action === "string" ? action : undefined },
  };
}

function numberOf(value: unknown, names: Members): MaybeUnknown<number> | undefined {
  if (typeof value === "number" || isUnknown(value)) return value;
  const named = typeof value === "string" && Object.hasOwn(names, value) ? names[value] : undefined;
  return typeof named === "number" ? named : undefined;
}

function strengthOfRule({ resource, rule, overrides }: DeploymentByRule, wanted: number): OwaspStrength {
  const path = pathInRule(resource, rule, "action_parameters", "overrides");
  const scoring = overrides.filter(
    ({ by, name }) => (by === "rule" && name === SCORING) || (by !== "tag" && isUnknown(name)),
  );
  const last = (member: "threshold" | "action", byDefault: number | string): unknown => {
    const decisive = scoring.findLast((one) => one[member] !== undefined);
    // The override of an unknown rule may be that of another one.
    return decisive === undefined ? byDefault : isUnknown(decisive.name) ? UNKNOWN : decisive[member];
  };
  const [threshold, action] = [last("threshold", DEFAULT_THRESHOLD), last("action", "block")];
  return {
    level: { path, value: levelOf(overrides, wanted) },
    threshold: { path, value: numberOf(threshold, {}) },
    action: { path, value: typeof action === "string" ? action : undefined },
  };
}

function levelOf(overrides: ManagedDeployment["overrides"], wanted: number): MaybeUnknown<number> {
  const states = PARANOIA_LEVELS.map((level) => isOn(overrides, paranoiaTag(level)));
  const off = states.indexOf(false);
  // A level that is off decides, whatever the unknown ones are.
  if (off !== -1 && off < wanted) return off;
  const unknown = states.findIndex(isUnknown);
  if (unknown !== -1 && unknown < wanted) return UNKNOWN;
  return off === -1 ? PARANOIA_LEVELS.length : off;
}

/** Whether the rules of a level run. Of several overrides of a tag, the last one applies, and before that of the ruleset. */
function isOn(overrides: ManagedDeployment["overrides"], tag: string): MaybeUnknown<boolean> {
  return overrides
    .filter(({ by }) => by !== "rule")
    .reduce<MaybeUnknown<boolean>>((state, { by, name, enabled }) => {
      const applies = by === "ruleset" || name === tag;
      if (enabled === undefined || (!applies && !isUnknown(name))) return state;
      if (isUnknown(enabled) || (!applies && enabled !== state)) return UNKNOWN;
      return enabled !== false;
    }, true);
}
