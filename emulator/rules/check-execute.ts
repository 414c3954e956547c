import type { z } from "zod";
import { ManagedAction, type ActionParameters, type Notice, type Overrides } from "../../provider/api";
import { invalidValue } from "../decode";
import type { StoredRuleset } from "../store/rulesets";
import type { RuleSite } from "./rule-site";

const LATEST = "latest";
const ENTERPRISE_ONLY = /cf\.zone\.plan\s+(eq|==)\s+"ENT"/;

type Execute = z.infer<typeof ActionParameters.execute>;

/** Reports the problems of the ruleset that a rule executes, and of the overrides. */
export function checkExecute(parameters: Execute, expression: string, at: string, site: RuleSite): Notice[] {
  const pointer = `${at}/action_parameters`;
  const executed = site.executable(parameters.id);
  if (!executed) {
    return [invalidValue(parameters.id, "id", "the ruleset to execute does not exist", `${pointer}/id`)];
  }
  if (executed.phase !== site.phase) {
    const reason = `the ruleset to execute belongs to the phase ${executed.phase}, not to ${site.phase}`;
    return [invalidValue(parameters.id, "id", reason, `${pointer}/id`)];
  }
  const version = parameters.version ?? LATEST;
  const rules = site.executableVersion(
    parameters.id,
    version === LATEST ? String(executed.version) : version,
  );
  if (!rules) {
    return [
      invalidValue(version, "version", "the ruleset to execute has no such version", `${pointer}/version`),
    ];
  }
  return [
    ...(site.kind === "root" && executed.kind === "managed" && !ENTERPRISE_ONLY.test(expression)
      ? [
          invalidValue(
            expression,
            "expression",
            'an account deploys a managed ruleset only where cf.zone.plan eq "ENT"',
            `${at}/expression`,
          ),
        ]
      : []),
    ...(parameters.overrides
      ? checkOverrides(parameters.overrides, `${pointer}/overrides`, rules, site)
      : []),
  ];
}

function checkOverrides(overrides: Overrides, at: string, executed: StoredRuleset, site: RuleSite): Notice[] {
  const categories = new Set(executed.rules.flatMap((rule) => rule.categories ?? []));
  const rules = new Map(executed.rules.map((rule) => [rule.id, rule]));
  return [
    ...checkOverride(overrides, at, Object.keys(overrides).length, site),
    ...(overrides.categories ?? []).flatMap((item, index) => {
      const pointer = `${at}/categories/${index}`;
      if (!categories.has(item.category)) {
        const reason = "no rule of the ruleset to execute has this category";
        return [invalidValue(item.category, "category", reason, `${pointer}/category`)];
      }
      return checkOverride(item, pointer, Object.keys(item).length - 1, site);
    }),
    ...(overrides.rules ?? []).flatMap((item, index) => {
      const pointer = `${at}/rules/${index}`;
      const rule = rules.get(item.id);
      if (!rule) {
        const reason = "the ruleset to execute has no rule with this id";
        return [invalidValue(item.id, "id", reason, `${pointer}/id`)];
      }
      if (item.score_threshold !== undefined && rule.score_threshold == null) {
        const reason = "the rule has no score threshold";
        return [invalidValue(item.score_threshold, "score_threshold", reason, `${pointer}/score_threshold`)];
      }
      return checkOverride(item, pointer, Object.keys(item).length - 1, site);
    }),
  ];
}

interface Override {
  readonly action?: string | undefined;
  readonly sensitivity_level?: string | undefined;
}

function checkOverride(override: Override, at: string, members: number, site: RuleSite): Notice[] {
  if (members === 0) {
    const message = "an override needs at least one member to override";
    return [{ message, source: { pointer: at } }];
  }
  const ddos = site.phase === "ddos_l4" || site.phase === "ddos_l7";
  return [
    ...(override.action !== undefined && !ddos && !ManagedAction.safeParse(override.action).success
      ? [
          invalidValue(
            override.action,
            "action",
            "a managed rule cannot be given this action",
            `${at}/action`,
          ),
        ]
      : []),
    ...(override.sensitivity_level !== undefined && !ddos
      ? [
          invalidValue(
            override.sensitivity_level,
            "sensitivity_level",
            "only DDoS rulesets have sensitivity levels",
            `${at}/sensitivity_level`,
          ),
        ]
      : []),
  ];
}
