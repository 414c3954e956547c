import { type Members, isMembers } from "../../api";
import {
  type Constraint,
  type RuleContext,
  type Violation,
  constraints,
  shown,
  violation,
} from "../constraint";
import { CACHE_KEY } from "./cache-key";
import { CACHE_TTL } from "./cache-ttl";
import { LOG_CUSTOM_FIELD, checkLogCustomField } from "./log-custom-field";
import { checkExactlyOne, listAt, objectAt, presentIn, STATIC_VALUES, textAt } from "./members";
import { REDIRECT, checkRedirect } from "./redirect";
import { REWRITE, checkRewrite } from "./rewrite";
import { HEADER_TRAPS, REWRITE_HEADERS } from "./rewrite-headers";
import { ROUTE, checkRoute } from "./route";
import { CACHE_SETTINGS, checkSetCacheSettings, VARY } from "./set-cache-settings";

/** Checks the `action_parameters` of a rule. The paths of the violations start there. */
export type ParameterCheck = (
  parameters: Members,
  context: RuleContext,
  rule: Members,
) => Iterable<Violation>;

const BLOCK = constraints({
  "block-content-size": {
    says: "The content of a response of `block` has at most 2 kB in http_request_firewall_custom, and 30 kB in http_ratelimit.",
    source: "developers docs, waf/custom-rules/create-dashboard and waf/rate-limiting-rules/parameters",
    confidence: "documented",
  },
});

const MAX_CONTENT: Readonly<Record<string, number>> = {
  http_request_firewall_custom: 2048,
  http_ratelimit: 30720,
};

/** Checks the parameters of `block`. */
function* checkBlock(parameters: Members, { phase }: RuleContext): Iterable<Violation> {
  const content = textAt(objectAt(parameters, "response"), "content");
  const max = Object.hasOwn(MAX_CONTENT, phase) ? MAX_CONTENT[phase] : undefined;
  // Characters, not bytes: a text that exceeds the limit in characters surely exceeds it in bytes.
  if (content === undefined || max === undefined || content.length <= max) return;
  const message = `must be at most ${max} characters long in phase ${phase}, found ${content.length}; shorten the page`;
  yield violation(BLOCK["block-content-size"], ["response", "content"], message);
}

const CACHE_CONTROL = constraints({
  "cache-control-needs-directive": {
    says: "`set_cache_control` needs at least one directive.",
    source: "developers docs, cache/how-to/cache-response-rules",
    confidence: "inferred",
  },
  "cache-control-needs-value": {
    says: "The operation set needs `value` for max-age, s-maxage, stale-if-error and stale-while-revalidate.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "cache-control-remove-takes-none": {
    says: "The operation remove takes neither `value` nor `qualifiers`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
});

const TIMED = ["max-age", "s-maxage", "stale-if-error", "stale-while-revalidate"];

/** Checks the parameters of `set_cache_control`. */
function* checkSetCacheControl(parameters: Members): Iterable<Violation> {
  const directives = Object.entries(parameters).filter(([, directive]) => directive !== undefined);
  if (directives.length === 0) {
    const message = "must have at least one directive, such as max-age, found none; the rule changes nothing";
    yield violation(CACHE_CONTROL["cache-control-needs-directive"], [], message);
  }
  for (const [name, directive] of directives) {
    if (!isMembers(directive)) continue;
    const { operation } = directive;
    if (operation === "set" && TIMED.includes(name) && presentIn(directive, ["value"])?.length === 0) {
      const message = 'must have value, the time in seconds, with the operation "set"';
      yield violation(CACHE_CONTROL["cache-control-needs-value"], [name], message);
    }
    const extra = operation === "remove" ? presentIn(directive, ["value", "qualifiers"]) : undefined;
    for (const member of extra ?? []) {
      const message = 'cannot be combined with the operation "remove"; leave it out';
      yield violation(CACHE_CONTROL["cache-control-remove-takes-none"], [name, member], message);
    }
  }
}

const CACHE_TAGS = constraints({
  "cache-tags-one-source": {
    says: "`set_cache_tags` takes exactly one of `values` and `expression`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
});

/** Checks the parameters of `set_cache_tags`. */
function checkSetCacheTags(parameters: Members, context: RuleContext): Iterable<Violation> {
  const sources = ["values", "expression"] as const;
  return checkExactlyOne(CACHE_TAGS["cache-tags-one-source"], parameters, sources, [], context);
}

const COMPRESSION = constraints({
  "compression-order": {
    says: "none, default and auto can only be the last of `algorithms`.",
    source: "developers docs, rules/compression-rules/settings",
    confidence: "documented",
  },
});

const LAST: readonly unknown[] = ["none", "default", "auto"];

/** Checks the parameters of `compress_response`. */
function* checkCompressResponse(parameters: Members, context: RuleContext): Iterable<Violation> {
  const algorithms = listAt(parameters, "algorithms");
  for (const [index, algorithm] of algorithms.slice(0, -1).entries()) {
    if (!isMembers(algorithm) || !LAST.includes(algorithm["name"])) continue;
    const message = `is ${shown(algorithm["name"], context)}, which must come last, found in place ${index + 1} of ${algorithms.length}; move it to the end`;
    yield violation(COMPRESSION["compression-order"], ["algorithms", index, "name"], message);
  }
}

const SET_CONFIG = constraints({
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
function* checkSetConfig(parameters: Members, context: RuleContext): Iterable<Violation> {
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

const SERVE_ERROR = constraints({
  "serve-error-one-source": {
    says: "`serve_error` takes exactly one of `content` and `asset_name`.",
    source: "developers docs, rules/custom-errors/parameters; TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "serve-error-content-type": {
    says: "`content` needs `content_type`.",
    source: "developers docs, rules/custom-errors/parameters; TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "serve-error-referrer": {
    says: "A page with a meta tag for the referrer breaks challenges on that page.",
    source: "developers docs, rules/custom-errors",
    confidence: "documented",
    accepted: true,
  },
  "serve-error-asset-name": {
    says: "`asset_name` consists of letters, digits and underscores.",
    source: "TypeScript SDK, custom-pages/assets",
    confidence: "documented",
  },
});

/** Checks the parameters of `serve_error`. */
function* checkServeError(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { nameOf } = context;
  const sources = ["content", "asset_name"] as const;
  yield* checkExactlyOne(SERVE_ERROR["serve-error-one-source"], parameters, sources, [], context);
  if (presentIn(parameters, ["content", "content_type"])?.join() === "content") {
    const message = `must have ${nameOf("content_type")} with ${nameOf("content")}, such as "text/html"`;
    yield violation(SERVE_ERROR["serve-error-content-type"], [], message);
  }
  if (/<meta[^>]+name\s*=\s*["']?referrer\b/i.test(textAt(parameters, "content") ?? "")) {
    const message = "has a meta tag for the referrer, which breaks challenges on the page; leave the tag out";
    yield violation(SERVE_ERROR["serve-error-referrer"], ["content"], message);
  }
  const asset = textAt(parameters, "asset_name");
  if (asset === undefined || /^[A-Za-z0-9_]*$/.test(asset)) return;
  const message = `must consist of letters, digits and underscores, found ${shown(asset, context)}; write the name of the asset, not its file or URL`;
  yield violation(SERVE_ERROR["serve-error-asset-name"], ["asset_name"], message);
}

/** The checks of `action_parameters`, by action. */
export const PARAMETER_CHECKS: Readonly<Record<string, ParameterCheck>> = {
  block: checkBlock,
  compress_response: checkCompressResponse,
  log_custom_field: checkLogCustomField,
  redirect: checkRedirect,
  rewrite: checkRewrite,
  route: checkRoute,
  serve_error: checkServeError,
  set_cache_control: checkSetCacheControl,
  set_cache_settings: checkSetCacheSettings,
  set_cache_tags: checkSetCacheTags,
  set_config: checkSetConfig,
};

/** The constraints on `action_parameters`, by topic, in the order of the documentation. */
export const PARAMETER_TOPICS = [
  BLOCK,
  REWRITE,
  REWRITE_HEADERS,
  HEADER_TRAPS,
  STATIC_VALUES,
  REDIRECT,
  ROUTE,
  SET_CONFIG,
  CACHE_SETTINGS,
  CACHE_TTL,
  CACHE_KEY,
  VARY,
  CACHE_CONTROL,
  CACHE_TAGS,
  COMPRESSION,
  SERVE_ERROR,
  LOG_CUSTOM_FIELD,
] as const satisfies readonly Readonly<Record<string, Constraint>>[];
