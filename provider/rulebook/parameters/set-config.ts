import type { Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation, violation } from "../constraint";

export const SET_CONFIG = constraints({
  "config-needs-setting": {
    says: "`set_config` needs at least one setting.",
    source: "answers of the API",
    confidence: "observed",
    code: 20113,
  },
  "config-only-true": {
    says: "`disable_apps`, `disable_pay_per_crawl`, `disable_rum` and `disable_zaraz` can only be true.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "config-retired": {
    says: "`autominify`, `disable_apps`, `mirage` and `sxg` are settings of retired products. They are stored and do nothing.",
    source: "developers docs, rules/configuration-rules/settings",
    confidence: "documented",
    accepted: true,
  },
  "config-security-level": {
    says: "Of the security levels, only off, essentially_off and under_attack take effect in a rule.",
    source: "developers docs, rules/configuration-rules/settings; reports of users",
    confidence: "observed",
    accepted: true,
  },
});

const ONLY_TRUE = ["disable_apps", "disable_pay_per_crawl", "disable_rum", "disable_zaraz"];
const RETIRED = ["autominify", "disable_apps", "mirage", "sxg"];
const WITHOUT_EFFECT: readonly unknown[] = ["low", "medium", "high"];

/** Checks the parameters of `set_config`. */
export function* checkSetConfig(parameters: Members, context: RuleContext): Iterable<Violation> {
  const settings = Object.keys(parameters).filter((name) => parameters[name] !== undefined);
  if (settings.length === 0) {
    const message = `must have at least one setting, such as ${context.nameOf("automatic_https_rewrites")}, found none`;
    const refusal = "action parameters are required for the set_config action";
    yield violation(SET_CONFIG["config-needs-setting"], [], message, refusal);
  }
  for (const name of ONLY_TRUE.filter((one) => parameters[one] === false)) {
    const message = "must be true, found false; leave it out for the setting of the zone";
    yield violation(SET_CONFIG["config-only-true"], [name], message);
  }
  for (const name of RETIRED.filter((one) => settings.includes(one))) {
    const message = "has no effect, because the product is retired; leave it out";
    yield violation(SET_CONFIG["config-retired"], [name], message);
  }
  const level = parameters["security_level"];
  if (!WITHOUT_EFFECT.includes(level)) return;
  const message = `has no effect in a rule if it is ${shown(level, context)}; use "off", "essentially_off" or "under_attack"`;
  yield violation(SET_CONFIG["config-security-level"], ["security_level"], message);
}
