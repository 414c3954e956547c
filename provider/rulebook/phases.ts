import type { Action, Phase } from "../api/wire";
import type { Level } from "../filter";

interface PhaseFacts {
  /** Who can have an entry point of the phase. */
  readonly levels: readonly Level[];
  /** Who can have custom rulesets of the phase. */
  readonly customLevels?: readonly Level[];
  /** The actions that the documentation of the phase's products lists. */
  readonly actions: readonly Action[];
  /** Actions that only one of several sources lists. */
  readonly doubtfulActions?: readonly Action[];
}

const ZONE = ["zone"] as const;
const ACCOUNT = ["account"] as const;
const BOTH = ["zone", "account"] as const;
/** The actions that ask the visitor for a proof. */
export const CHALLENGES = ["challenge", "js_challenge", "managed_challenge"] as const;

/** The phases whose rules have `ratelimit`. */
export const LIMITING_PHASES = [
  "http_ratelimit",
  "magic_transit_ratelimit",
] as const satisfies readonly Phase[];
/** Actions that call or leave a ruleset, so they count nothing. */
export const NOT_COUNTING = ["execute", "skip"] as const satisfies readonly Action[];

/** The phases, their levels and their actions. Source: the list of phases, and the page of each product. */
const FACTS = {
  http_request_sanitize: { levels: ZONE, actions: ["execute"] },
  http_request_dynamic_redirect: { levels: ZONE, actions: ["redirect"] },
  http_request_transform: { levels: ZONE, actions: ["rewrite"] },
  http_config_settings: { levels: ZONE, actions: ["set_config"] },
  http_request_origin: { levels: ZONE, actions: ["route"] },
  ddos_l7: { levels: BOTH, actions: ["execute"] },
  http_request_firewall_custom: {
    levels: BOTH,
    customLevels: BOTH,
    actions: ["block", ...CHALLENGES, "log", "skip", "execute", "rewrite"],
  },
  http_ratelimit: {
    levels: BOTH,
    customLevels: ACCOUNT,
    actions: ["block", ...CHALLENGES, "log", "execute"],
  },
  http_request_firewall_managed: {
    levels: BOTH,
    customLevels: ACCOUNT,
    actions: ["execute", "skip"],
  },
  http_request_sbfm: { levels: ZONE, actions: ["block", ...CHALLENGES], doubtfulActions: ["execute"] },
  http_request_redirect: { levels: ACCOUNT, actions: ["redirect"] },
  http_request_late_transform: { levels: ZONE, actions: ["rewrite"] },
  http_request_cache_settings: { levels: ZONE, actions: ["set_cache_settings"] },
  http_response_cache_settings: {
    levels: ZONE,
    actions: ["set_cache_settings", "set_cache_control", "set_cache_tags"],
  },
  http_custom_errors: { levels: BOTH, actions: ["serve_error"] },
  http_response_headers_transform: { levels: ZONE, actions: ["rewrite"] },
  http_response_compression: { levels: ZONE, actions: ["compress_response"] },
  http_response_firewall_managed: {
    levels: BOTH,
    actions: ["execute", "log"],
    doubtfulActions: ["skip"],
  },
  // The page waf/response-firewall lists the phase; its place among the others is not documented.
  http_response_firewall_custom: { levels: ZONE, actions: ["block", "log", "execute"] },
  http_log_custom_fields: { levels: ZONE, actions: ["log_custom_field"] },
  ddos_l4: { levels: ACCOUNT, actions: ["execute"] },
  magic_transit: {
    levels: ACCOUNT,
    customLevels: ACCOUNT,
    actions: ["block", "skip", "log", "execute"],
  },
  magic_transit_managed: { levels: ACCOUNT, actions: ["execute"] },
  magic_transit_ratelimit: { levels: ACCOUNT, actions: ["block"] },
  magic_transit_ids_managed: { levels: ACCOUNT, actions: ["execute"] },
} as const satisfies Record<Phase, PhaseFacts>;

/** Actions that only rules of the vendor have. */
const VENDOR_ACTIONS = [
  "score",
  "ddos_dynamic",
  "force_connection_close",
] as const satisfies readonly Action[];

type Facts = typeof FACTS;
type Listed<P extends Phase> = Facts[P]["actions"][number];
type Doubtful<P extends Phase> = Facts[P] extends { doubtfulActions: readonly (infer A)[] } ? A : never;
/** Actions whose phases are not known. */
type Unplaced = Exclude<Action, Listed<Phase> | (typeof VENDOR_ACTIONS)[number]>;

/** The actions that `acceptance` does not refuse in a phase. */
export type ActionIn<P extends Phase> = P extends Phase ? Listed<P> | Doubtful<P> | Unplaced : never;

/** Actions that require `action_parameters`. */
export const ACTIONS_NEEDING_PARAMETERS: ReadonlySet<Action> = new Set<Action>([
  "execute",
  "skip",
  "score",
  "rewrite",
  "redirect",
  "route",
  "set_config",
  "set_cache_settings",
  "set_cache_control",
  "set_cache_tags",
  "compress_response",
  "serve_error",
  "log_custom_field",
  "transform_response_html",
]);

// The keys of the literal are exactly the phases.
const PHASES = Object.keys(FACTS) as readonly Phase[];

function factsOf(phase: Phase): PhaseFacts {
  return FACTS[phase];
}

export function isPhase(phase: string): phase is Phase {
  return Object.hasOwn(FACTS, phase);
}

/** Returns who can have an entry point of a phase. */
export function levelsOf(phase: Phase): readonly Level[] {
  return factsOf(phase).levels;
}

/** Returns who can have custom rulesets of a phase, as far as is documented. */
export function customLevelsOf(phase: Phase): readonly Level[] {
  return factsOf(phase).customLevels ?? [];
}

/** Returns the phases of a level, in the order in which a request passes them. */
export function phasesOf(level: Level): readonly Phase[] {
  return PHASES.filter((phase) => factsOf(phase).levels.includes(level));
}

/** Returns the actions that rules of a phase can have. */
export function actionsOf(phase: Phase): readonly Action[] {
  return factsOf(phase).actions;
}

/** Returns the phases that list an action. The phases of an action that no phase lists are not known. */
export function phasesWith(action: string): readonly Phase[] {
  return PHASES.filter((phase) => factsOf(phase).actions.some((one) => one === action));
}

/** Returns whether a phase accepts an action: `doubtful` if sources disagree or none says so. */
export function acceptance(action: string, phase: Phase): "accepted" | "refused" | "doubtful" {
  const { actions, doubtfulActions = [] } = factsOf(phase);
  if (actions.some((one) => one === action)) return "accepted";
  if (doubtfulActions.some((one) => one === action)) return "doubtful";
  return phasesWith(action).length > 0 || isVendorAction(action) ? "refused" : "doubtful";
}

export function isChallenge(action: unknown): boolean {
  return CHALLENGES.some((challenge) => challenge === action);
}

export function isVendorAction(action: string): boolean {
  return VENDOR_ACTIONS.some((one) => one === action);
}
