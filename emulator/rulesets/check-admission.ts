import { ErrorCode, type Kind, type Notice, type Phase } from "../../provider/api";
import { scopeOf, type AccountOrZone } from "../access";
import { invalidValue } from "../decode";
import type { Platform } from "../platform";

/** Phases without an entry point in accounts. */
const ZONE_ONLY: ReadonlySet<Phase> = new Set<Phase>([
  "http_request_dynamic_redirect",
  "http_request_origin",
  "http_request_cache_settings",
  "http_response_cache_settings",
  "http_response_compression",
  "http_custom_errors",
]);

/** Phases that an account has only with the enterprise plan. */
const TOP_PLAN: ReadonlySet<Phase> = new Set<Phase>([
  "http_request_firewall_custom",
  "http_request_firewall_managed",
  "http_ratelimit",
]);

const MAX_CUSTOM_RULESETS = 10;

interface Requested {
  readonly kind: Kind;
  readonly phase: Phase;
}

/** Reports why a zone or account cannot create a ruleset of this kind and phase. */
export function checkAdmission(platform: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  return place.type === "zone"
    ? checkInZone(platform, place, requested)
    : checkInAccount(platform, place, requested);
}

function checkInZone(platform: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  return requested.kind === "zone"
    ? checkSingle(platform, place, requested)
    : [misplaced(requested.kind, "a zone")];
}

function checkInAccount(platform: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  const { kind, phase } = requested;
  if (kind !== "custom" && kind !== "root") return [misplaced(kind, "an account")];
  if (ZONE_ONLY.has(phase)) {
    const reason = `kind "${kind}" cannot be used for phase "${phase}"`;
    return [invalidValue(kind, "kind", reason, "/kind", ErrorCode.invalidKindForPhase)];
  }
  if (platform.strictLimits && platform.plan !== "enterprise" && TOP_PLAN.has(phase)) {
    const message = `not entitled to use the phase ${phase}`;
    return [{ code: ErrorCode.notEntitled, message, source: { pointer: "/phase" } }];
  }
  return kind === "root" ? checkSingle(platform, place, requested) : checkCount(platform, place, requested);
}

/** Allows one entry point per phase. */
function checkSingle({ store }: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  return store.rulesets.getEntrypoint(scopeOf(place), requested.phase) ? [tooMany(requested)] : [];
}

function checkCount({ store, strictLimits }: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  if (!strictLimits) return [];
  const custom = store.rulesets.list(scopeOf(place)).filter(({ kind }) => kind === "custom");
  return custom.length >= MAX_CUSTOM_RULESETS ? [tooMany(requested)] : [];
}

function misplaced(kind: Kind, where: string): Notice {
  return invalidValue(kind, "kind", `kind "${kind}" cannot be used for a ruleset of ${where}`, "/kind");
}

function tooMany({ kind, phase }: Requested): Notice {
  const reason = `exceeded maximum number of ${kind} rulesets for phase ${phase}`;
  return invalidValue(kind, "kind", reason, "/kind", ErrorCode.tooManyRulesets);
}
