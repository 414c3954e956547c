import type { Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation } from "../constraint";

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
export function checkSetConfig(parameters: Members, context: RuleContext): Violation[] {
  const settings = Object.keys(parameters).filter((name) => parameters[name] !== undefined);
  if (settings.length === 0) {
    return [
      {
        constraint: SET_CONFIG["config-needs-setting"],
        path: ["action_parameters"],
        message: `must have at least one setting, such as ${context.nameOf("automatic_https_rewrites")}, found none`,
        refusal: "action parameters are required for the set_config action",
      },
    ];
  }
  const level = parameters["security_level"];
  return [
    ...ONLY_TRUE.filter((name) => parameters[name] === false).map((name) => ({
      constraint: SET_CONFIG["config-only-true"],
      path: ["action_parameters", name],
      message: "must be true, found false; leave it out for the setting of the zone",
    })),
    ...RETIRED.filter((name) => settings.includes(name)).map((name) => ({
      constraint: SET_CONFIG["config-retired"],
      path: ["action_parameters", name],
      message: "has no effect, because the product is retired; leave it out",
    })),
    ...(WITHOUT_EFFECT.includes(level)
      ? [
          {
            constraint: SET_CONFIG["config-security-level"],
            path: ["action_parameters", "security_level"],
            message: `has no effect in a rule if it is ${shown(level, context)}; use "off", "essentially_off" or "under_attack"`,
          },
        ]
      : []),
  ];
}
