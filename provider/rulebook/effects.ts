import type { Action } from "../api/wire";

/**
 * What a rule does with a request that it matches.
 *
 * - `ends`: the request is answered, and no later rule sees the request.
 * - `challenges`: as `ends`, unless the visitor has solved the challenge before.
 * - `skips`: later rules, phases or products are skipped.
 * - `executes`: the rules of another ruleset follow.
 * - `logs`: the request is only recorded.
 * - `applies`: settings or rewrites apply, and the next rule follows.
 * - `unclear`: the action is the vendor's, and its effect is not public.
 */
export type EffectKind = "ends" | "challenges" | "skips" | "executes" | "logs" | "applies" | "unclear";

interface Effect {
  readonly kind: EffectKind;
  /** What the rule does, for sentences such as "the rule … every request that it matches". */
  readonly verb: string;
}

/** The effect of each action. Source: the page of each product, and `Terminating` in the list of actions. */
const EFFECTS: Readonly<Record<Action, Effect>> = {
  block: { kind: "ends", verb: "blocks" },
  serve_error: { kind: "ends", verb: "answers" },
  redirect: { kind: "ends", verb: "redirects" },
  challenge: { kind: "challenges", verb: "challenges" },
  js_challenge: { kind: "challenges", verb: "challenges" },
  managed_challenge: { kind: "challenges", verb: "challenges" },
  skip: { kind: "skips", verb: "lets skip the rest of the ruleset" },
  execute: { kind: "executes", verb: "executes a ruleset for" },
  log: { kind: "logs", verb: "logs" },
  rewrite: { kind: "applies", verb: "rewrites" },
  route: { kind: "applies", verb: "routes" },
  set_config: { kind: "applies", verb: "changes settings for" },
  set_cache_settings: { kind: "applies", verb: "changes cache settings for" },
  set_cache_control: { kind: "applies", verb: "changes cache headers of" },
  set_cache_tags: { kind: "applies", verb: "changes cache tags of" },
  compress_response: { kind: "applies", verb: "compresses the response of" },
  log_custom_field: { kind: "applies", verb: "logs fields of" },
  transform_response_html: { kind: "applies", verb: "changes the page of" },
  score: { kind: "unclear", verb: "scores" },
  ddos_dynamic: { kind: "unclear", verb: "handles" },
  force_connection_close: { kind: "unclear", verb: "closes the connection of" },
};

/** Returns the effect of an action. An action that this release does not know is unclear. */
export function effectOf(action: string): Effect {
  return isAction(action) ? EFFECTS[action] : { kind: "unclear", verb: "handles" };
}

function isAction(action: string): action is Action {
  return Object.hasOwn(EFFECTS, action);
}
