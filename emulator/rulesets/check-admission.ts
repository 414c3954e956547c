import { ErrorCode, type Kind, type Notice, type Phase } from "../../provider/api";
import {
  checkRulesetPlace,
  customLevelsOf,
  includes,
  isRefused,
  maxCustomRulesets,
  planOfPhase,
  type Level,
} from "../../provider/rulebook";
import { scopeOf, type AccountOrZone } from "../access";
import { invalidValue } from "../decode";
import type { Platform } from "../platform";
import { noticeOf } from "../rules/check-rule";
import { limitingPlan } from "../rules/rule-site";

interface Requested {
  readonly kind: Kind;
  readonly phase: Phase;
}

/** Reports why a zone or account cannot create a ruleset of this kind and phase. */
export function checkAdmission(platform: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  const { kind, phase } = requested;
  const isEntrypoint = kind === (place.type === "zone" ? "zone" : "root");
  if (!isEntrypoint && kind !== "custom") return [misplaced(kind, place.type)];
  // Custom rulesets of a zone exist in one phase, as far as is documented.
  if (kind === "custom" && place.type === "zone" && !customLevelsOf(phase).includes("zone"))
    return [misplaced(kind, "zone")];
  const [violation] = checkRulesetPlace({ kind, phase, level: place.type }).filter(({ constraint }) =>
    isRefused(constraint),
  );
  if (violation) return [{ ...noticeOf(violation, ""), source: { pointer: "/kind" } }];
  const plan = limitingPlan(platform, place);
  if (plan !== undefined && !includes(plan, planOfPhase(phase, place.type))) {
    const message = `not entitled to use the phase ${phase}`;
    return [{ code: ErrorCode.notEntitled, message, source: { pointer: "/phase" } }];
  }
  return isEntrypoint ? checkSingle(platform, place, requested) : checkCount(platform, place, requested);
}

/** Allows one entry point per phase. */
function checkSingle({ store }: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  return store.rulesets.getEntrypoint(scopeOf(place), requested.phase) ? [tooMany(requested)] : [];
}

function checkCount(platform: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  const plan = limitingPlan(platform, place);
  if (plan === undefined) return [];
  const custom = platform.store.rulesets.list(scopeOf(place)).filter(({ kind }) => kind === "custom");
  return custom.length >= maxCustomRulesets(place.type, plan) ? [tooMany(requested)] : [];
}

function misplaced(kind: Kind, level: Level): Notice {
  const where = level === "zone" ? "a zone" : "an account";
  return invalidValue(kind, "kind", `kind "${kind}" cannot be used for a ruleset of ${where}`, "/kind");
}

function tooMany({ kind, phase }: Requested): Notice {
  const reason = `exceeded maximum number of ${kind} rulesets for phase ${phase}`;
  return invalidValue(kind, "kind", reason, "/kind", ErrorCode.tooManyRulesets);
}
