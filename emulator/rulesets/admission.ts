import { ErrorCode, type Kind, type Notice, type Phase } from "../../provider/api";
import { scopeOf, type Place } from "../access";
import { invalidValue } from "../decode";
import type { Platform } from "../platform";

/** Phases in which accounts have no entry point. */
const ZONE_ONLY: ReadonlySet<Phase> = new Set<Phase>([
  "http_request_dynamic_redirect",
  "http_request_origin",
  "http_request_cache_settings",
  "http_response_cache_settings",
  "http_response_compression",
  "http_custom_errors",
]);

/** Phases that only the top plan has in an account. */
const TOP_PLAN: ReadonlySet<Phase> = new Set<Phase>([
  "http_request_firewall_custom",
  "http_request_firewall_managed",
  "http_ratelimit",
]);

const CUSTOM_RULESETS = 10;

interface Asked {
  readonly kind: Kind;
  readonly phase: Phase;
}

/** Why a zone or account may not have one more such ruleset. */
export function checkAdmission(platform: Platform, place: Place, asked: Asked): Notice[] {
  return place.type === "zone" ? checkInZone(platform, place, asked) : checkInAccount(platform, place, asked);
}

function checkInZone(platform: Platform, place: Place, asked: Asked): Notice[] {
  return asked.kind === "zone" ? checkSingle(platform, place, asked) : [misplaced(asked.kind, "a zone")];
}

function checkInAccount(platform: Platform, place: Place, asked: Asked): Notice[] {
  const { kind, phase } = asked;
  if (kind !== "custom" && kind !== "root") return [misplaced(kind, "an account")];
  if (ZONE_ONLY.has(phase)) {
    const reason = `kind "${kind}" cannot be used for phase "${phase}"`;
    return [invalidValue(kind, "kind", reason, "/kind", ErrorCode.invalidKindForPhase)];
  }
  if (platform.strictLimits && platform.plan !== "enterprise" && TOP_PLAN.has(phase)) {
    const message = `not entitled to use the phase ${phase}`;
    return [{ code: ErrorCode.notEntitled, message, source: { pointer: "/phase" } }];
  }
  return kind === "root" ? checkSingle(platform, place, asked) : checkCount(platform, place, asked);
}

/** A phase has one entry point. */
function checkSingle({ store }: Platform, place: Place, asked: Asked): Notice[] {
  return store.rulesets.getEntrypoint(scopeOf(place), asked.phase) ? [tooMany(asked)] : [];
}

function checkCount({ store, strictLimits }: Platform, place: Place, asked: Asked): Notice[] {
  if (!strictLimits) return [];
  const custom = store.rulesets.list(scopeOf(place)).filter(({ kind }) => kind === "custom");
  return custom.length >= CUSTOM_RULESETS ? [tooMany(asked)] : [];
}

function misplaced(kind: Kind, where: string): Notice {
  return invalidValue(kind, "kind", `kind "${kind}" cannot be used for a ruleset of ${where}`, "/kind");
}

function tooMany({ kind, phase }: Asked): Notice {
  const reason = `exceeded maximum number of ${kind} rulesets for phase ${phase}`;
  return invalidValue(kind, "kind", reason, "/kind", ErrorCode.tooManyRulesets);
}
