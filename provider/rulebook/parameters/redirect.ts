import type { Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation, violation } from "../constraint";
import {
  checkExactlyOne,
  checkStaticValue,
  looksLikeExpression,
  objectAt,
  presentIn,
  textAt,
} from "./members";

export const REDIRECT = constraints({
  "redirect-one-source": {
    says: "`redirect` takes exactly one of `from_value` and `from_list`.",
    source: "developers docs, rules/url-forwarding",
    confidence: "documented",
  },
  "redirect-source-phase": {
    says: "`from_value` belongs to the phase http_request_dynamic_redirect, `from_list` to http_request_redirect.",
    source: "developers docs, rules/url-forwarding",
    confidence: "documented",
  },
  "redirect-static-target": {
    says: "A static `target_url` is an absolute URL, or a path that begins with a slash.",
    source: "TypeScript SDK, rulesets/rules; not known to be enforced",
    confidence: "inferred",
  },
  "redirect-query-twice": {
    says: "With `preserve_query_string`, the target contains no query.",
    source:
      "developers docs, support/troubleshooting/http-status-codes/cloudflare-10xxx-errors/error-10055; whether the rule is refused is not public",
    confidence: "inferred",
  },
  "redirect-list-name": {
    says: "The name of a list consists of letters, digits and underscores.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "redirect-list-key-field": {
    says: "`from_list.key` is an expression: http.request.full_uri or raw.http.request.full_uri.",
    source:
      "developers docs, rules/url-forwarding/bulk-redirects; Terraform provider, internal/services/ruleset",
    confidence: "documented",
  },
  "redirect-list-key": {
    says: "`from_list.key` is the field that the expression looks up in the list. Otherwise, nothing is redirected.",
    source: "developers docs, rules/url-forwarding/bulk-redirects",
    confidence: "documented",
    accepted: true,
  },
  "redirect-list-unused": {
    says: "`from_list.name` is the list that the expression names. Otherwise, nothing is redirected.",
    source: "developers docs, rules/url-forwarding/bulk-redirects",
    confidence: "documented",
    accepted: true,
  },
});

const PHASE_OF = {
  from_value: "http_request_dynamic_redirect",
  from_list: "http_request_redirect",
} as const;
const PHASES: readonly string[] = Object.values(PHASE_OF);
const LOOKUP = /\b((?:raw\.)?http\.request\.full_uri)\s+in\s+\$([a-zA-Z0-9_]+)/g;
const URL_FIELD = /^(?:raw\.)?http\.request\.full_uri$/;

/** Checks the parameters of `redirect`. */
export function* checkRedirect(
  parameters: Members,
  context: RuleContext,
  rule: Members,
): Iterable<Violation> {
  const sources = ["from_value", "from_list"] as const;
  const unclear = checkExactlyOne(REDIRECT["redirect-one-source"], parameters, sources, [], context);
  yield* unclear;
  if (unclear.length > 0) return;
  yield* checkPhase(parameters, context);
  const from = objectAt(parameters, "from_value");
  yield* checkTarget(objectAt(from, "target_url"), context);
  yield* checkQuery(from, context);
  yield* checkFromList(objectAt(parameters, "from_list"), textAt(rule, "expression"), context);
}

function* checkPhase(parameters: Members, { phase, nameOf }: RuleContext): Iterable<Violation> {
  if (!PHASES.includes(phase)) return;
  for (const [name, other] of [
    ["from_value", "from_list"],
    ["from_list", "from_value"],
  ] as const) {
    if (PHASE_OF[name] === phase || presentIn(parameters, [name])?.length !== 1) continue;
    const message = `cannot be used in phase ${phase}, which takes ${nameOf(other)}; move the rule to phase ${PHASE_OF[name]}`;
    yield violation(REDIRECT["redirect-source-phase"], [name], message);
  }
}

function* checkTarget(target: Members, context: RuleContext): Iterable<Violation> {
  const value = textAt(target, "value");
  if (value === undefined) return;
  const path = ["from_value", "target_url", "value"];
  const doubts = checkStaticValue(value, path);
  yield* doubts;
  if (doubts.length > 0 || /^(?:https?:\/)?\//i.test(value)) return;
  const message = `must begin with https://, http:// or a slash, found ${shown(value, context)}; browsers read it as a relative path`;
  yield violation(REDIRECT["redirect-static-target"], path, message);
}

/** The whole address or its query, as a part of an expression. */
const WITH_QUERY = /\bhttp\.request\.(?:full_uri|uri|uri\.query)(?![\w.])/;
/** Calls that may leave the query out. */
const CUTS = /\b(?:regex_replace|wildcard_replace|remove_query_args|substring|lookup_json_string|split)\s*\(/;

function* checkQuery(from: Members, { nameOf }: RuleContext): Iterable<Violation> {
  if (from["preserve_query_string"] !== true) return;
  const target = objectAt(from, "target_url");
  const expression = textAt(target, "expression") ?? "";
  // Strings of an expression may have a question mark that is no part of the address.
  const isDynamic =
    WITH_QUERY.test(expression.replace(/"(?:[^"\\]|\\.)*"/gs, '""')) && !CUTS.test(expression);
  if (!isDynamic && textAt(target, "value")?.split("#", 1)[0]?.includes("?") !== true) return;
  const message = isDynamic
    ? `adds the query of the request to a target that has it already; use http.request.uri.path in ${nameOf("target_url")}, or leave this out`
    : `adds the query of the request to a target that has a query; remove the query from ${nameOf("target_url")}, or leave this out`;
  yield violation(REDIRECT["redirect-query-twice"], ["from_value", "preserve_query_string"], message);
}

function* checkFromList(
  list: Members,
  expression: string | undefined,
  context: RuleContext,
): Iterable<Violation> {
  const name = textAt(list, "name");
  const key = textAt(list, "key");
  if (name !== undefined && !/^[a-zA-Z0-9_]*$/.test(name)) {
    const message = `must consist of letters, digits and underscores, found ${shown(name, context)}; write the name without the $ of expressions`;
    yield violation(REDIRECT["redirect-list-name"], ["from_list", "name"], message);
    return;
  }
  if (key !== undefined && !looksLikeExpression(key)) {
    const message = `must be the field http.request.full_uri or raw.http.request.full_uri, found ${shown(key, context)}`;
    yield violation(REDIRECT["redirect-list-key-field"], ["from_list", "key"], message);
    return;
  }
  const lookups = [...(expression ?? "").matchAll(LOOKUP)];
  if (lookups.length === 0 || name === undefined) return;
  const fields = lookups.flatMap(([, field = "", listName]) => (listName === name ? [field] : []));
  const [first] = fields;
  if (first === undefined) {
    const message = `must be a list that the expression looks up, $${lookups[0]?.[2] ?? ""}, found ${shown(name, context)}; nothing is redirected otherwise`;
    yield violation(REDIRECT["redirect-list-unused"], ["from_list", "name"], message);
    return;
  }
  const field = key?.trim();
  if (field === undefined || !URL_FIELD.test(field) || fields.includes(field)) return;
  const message = `must be ${first}, the field that the expression looks up, found ${field}; nothing is redirected otherwise`;
  yield violation(REDIRECT["redirect-list-key"], ["from_list", "key"], message);
}
