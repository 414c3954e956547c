import {
  type Advice,
  blocking,
  executing,
  GENERAL_RULESET,
  limiting,
  MANAGED,
  OWASP_RULESET,
  RATE_LIMITING,
  type RuleExample,
  SCORING_RULE,
  skipping,
  zone,
} from "../registry/example";
import type { HazardId } from "./hazard";

const NARROW = "Narrow the expression.";
const REDIRECTS = zone("http_request_dynamic_redirect");
const REWRITES = zone("http_request_transform");

const challenging = (expression: string) => blocking(expression, { action: "managed_challenge" });
const redirecting = (value: string, expression: string) => ({
  action: "redirect",
  action_parameters: { from_value: { target_url: { value } } },
  expression,
});
const rewriting = (from: string, to: string) => ({
  action: "rewrite",
  action_parameters: { uri: { path: { value: to } } },
  expression: `http.request.uri.path eq "${from}"`,
});
const overriding = (overrides: object, id = OWASP_RULESET) => executing(id, { overrides });

/** What each hazard means, what to do about it, and an example. docs/hazards.md tells more. */
export const HAZARDS = {
  "and-instead-of-or": {
    meaning: "Conditions on one field exclude each other, so their conjunction is never true.",
    todo: "Join the conditions with or, or write a set.",
    bad: 'http.host eq "a.example" and http.host eq "b.example"',
    good: 'http.host in {"a.example" "b.example"}',
  },
  "blocks-everything": {
    meaning: "A rule blocks every request, or every request of an address family.",
    todo: `${NARROW} To allow only some requests, skip the ruleset for them in a rule before this one.`,
    bad: "true",
    good: 'http.host eq "old.example"',
  },
  "blocks-one-family": {
    meaning:
      "Behind a skip for those who may pass, a rule stops all addresses of one family, so visitors with the other one pass, too.",
    todo: "Write true, or the networks of both families.",
    bad: [
      { ...skipping({ ruleset: "current" }), expression: "ip.src in $office" },
      blocking("ip.src in {0.0.0.0/0}"),
    ],
    good: [{ ...skipping({ ruleset: "current" }), expression: "ip.src in $office" }, blocking("true")],
  },
  "blocks-published-network": {
    meaning:
      "A rule blocks or challenges everything from a network that the vendor's own edge or a search engine publishes. The message names the network, its owner and the day of the list.",
    todo: "Leave the network out, or skip the ruleset for verified bots before the rule.",
    bad: "ip.src in {66.249.66.0/24}",
    good: "ip.src in {192.0.2.0/24}",
  },
  "challenge-unsolvable": {
    meaning:
      "A rule challenges only requests of programs, or everything that is posted: their clients cannot solve a challenge.",
    todo: "Use block or a rate limit, or exclude these requests.",
    bad: challenging('starts_with(http.request.uri.path, "/api/")'),
    good: challenging('starts_with(http.request.uri.path, "/login")'),
  },
  "challenges-everything": {
    meaning: "A rule challenges every request, also those of programs, which cannot solve a challenge.",
    todo: `${NARROW} To let some requests pass, skip the ruleset for them in a rule before this one.`,
    bad: challenging("true"),
    good: challenging('http.request.uri.path eq "/login"'),
  },
  "condition-always": {
    meaning: "A condition is true for every request, although it looks as if it selected some.",
    todo: "Correct the expression, or write true.",
    bad: { action: "log", expression: "not len(http.host) lt 0" },
    good: { action: "log", expression: "len(http.host) lt 5" },
  },
  "condition-never": {
    meaning: "A condition is true for no request, so the rule does nothing.",
    todo: "Correct the expression, or disable the rule.",
    bad: "ip.src in {192.0.2.7} and not ip.src in {192.0.2.0/24}",
    good: "ip.src in {192.0.2.0/24} and not ip.src in {192.0.2.7}",
  },
  "never-reached": {
    meaning: "Earlier rules end the evaluation for every request that this rule selects.",
    todo: "Move the rule before them, narrow one of them, or remove this one.",
    bad: [
      blocking('starts_with(http.request.uri.path, "/admin")'),
      blocking('http.request.uri.path eq "/admin/users"', { action: "log" }),
    ],
    good: [
      blocking('http.request.uri.path eq "/admin/users"', { action: "log" }),
      blocking('starts_with(http.request.uri.path, "/admin")'),
    ],
  },
  "or-instead-of-and": {
    meaning: "Negated conditions on one field are joined with or, so one of them is always true.",
    todo: "Join the conditions with and, or write not … in {…}.",
    bad: { action: "log", expression: 'http.host ne "a.example" or http.host ne "b.example"' },
    good: 'not http.host in {"a.example" "b.example"}',
  },
  "overrides-disable-all": {
    meaning:
      "Overrides turn off all rules of a managed ruleset, so the rule that executes it protects from nothing.",
    todo: "Leave the override out, or disable the rule.",
    at: MANAGED,
    bad: overriding({ enabled: false }, GENERAL_RULESET),
    good: executing(GENERAL_RULESET),
  },
  "overrides-enable-all": {
    meaning:
      "Overrides turn on all rules of a managed ruleset. Rules that are off by default block good requests.",
    todo: "Turn on single rules or categories, or set the action log first.",
    at: MANAGED,
    bad: overriding({ enabled: true }, GENERAL_RULESET),
    good: overriding({ enabled: true, action: "log" }, GENERAL_RULESET),
  },
  "owasp-action-ignored": {
    meaning:
      "An action for all rules of the OWASP ruleset does not change what happens to a request: only the scoring rule acts.",
    todo: "Give the action to the scoring rule, or use an OwaspConfig.",
    at: MANAGED,
    bad: overriding({ action: "log" }),
    good: overriding({ rules: [{ id: SCORING_RULE, action: "log" }] }),
  },
  "owasp-scoring-disabled": {
    meaning: "An override turns off the scoring rule of the OWASP ruleset, which alone acts on requests.",
    todo: "Leave the override out.",
    at: MANAGED,
    bad: overriding({ rules: [{ id: SCORING_RULE, enabled: false }] }),
    good: overriding({ rules: [{ id: SCORING_RULE, score_threshold: 60 }] }),
  },
  "protection-turned-off": {
    meaning: "A configuration rule turns encryption or the security level off for what it matches.",
    todo: "Leave the setting out, unless that is meant.",
    at: zone("http_config_settings"),
    bad: { action: "set_config", action_parameters: { ssl: "off" }, expression: "true" },
    good: { action: "set_config", action_parameters: { ssl: "strict" }, expression: "true" },
  },
  "rate-limit-shared": {
    meaning: "All clients share one counter, so one client can use up the limit of all.",
    todo: "Add ip.src to the characteristics.",
    at: RATE_LIMITING,
    bad: limiting({ characteristics: ["cf.colo.id", "http.host"] }),
    good: limiting({ characteristics: ["cf.colo.id", "http.host", "ip.src"] }),
  },
  "redirects-everything": {
    meaning: "A rule redirects every request, so no page of the zone is served.",
    todo: `${NARROW} If no page is to be served, the hazard is meant.`,
    at: REDIRECTS,
    bad: redirecting("https://new.example/", "true"),
    good: redirecting("https://new.example/", 'http.host eq "old.example"'),
  },
  "redirects-to-itself": {
    meaning: "The target of a redirect matches the expression of the same rule, so the redirect is a loop.",
    todo: "Exclude the target in the expression.",
    at: REDIRECTS,
    bad: redirecting("https://a.example/home", 'http.host eq "a.example"'),
    good: redirecting(
      "https://a.example/home",
      'http.host eq "a.example" and http.request.uri.path ne "/home"',
    ),
  },
  "rewrites-in-a-chain": {
    meaning:
      "A rewrite selects the path that an earlier rewrite writes. Rules of one phase see the path before all rewrites.",
    todo: "Let the first rule write the last path, or select the original path.",
    at: REWRITES,
    bad: [rewriting("/a", "/b"), rewriting("/b", "/c")],
    good: [rewriting("/a", "/c"), rewriting("/b", "/c")],
  },
  "same-rule-twice": {
    meaning: "Two rules have the same condition, action and parameters.",
    todo: "Remove one of the two.",
    bad: [
      blocking("ip.src eq 192.0.2.1", { action: "log" }),
      blocking("ip.src eq 192.0.2.1", { action: "log" }),
    ],
    good: blocking("ip.src eq 192.0.2.1", { action: "log" }),
  },
  "skip-by-any-address": {
    meaning:
      "A skip names 0.0.0.0/0 or ::/0, which is every address of its family, so the addresses of the condition limit nothing.",
    todo: "Write the networks that may skip.",
    bad: {
      ...skipping({ products: ["waf"] }),
      expression: 'http.host eq "a.example" and ip.src in {0.0.0.0/0}',
    },
    good: {
      ...skipping({ products: ["waf"] }),
      expression: 'http.host eq "a.example" and ip.src in {192.0.2.0/24}',
    },
  },
  "skip-by-open-wildcard": {
    meaning:
      "A skip compares the whole URI with a wildcard whose host has a star. A star also matches slashes, so everybody can skip with the rest of the pattern in the path.",
    todo: "Compare http.host and http.request.uri.path.",
    bad: {
      ...skipping({ products: ["waf"] }),
      expression: 'http.request.full_uri wildcard "https://*.example.com/api/*"',
    },
    good: {
      ...skipping({ products: ["waf"] }),
      expression: 'http.host wildcard "*.example.com" and starts_with(http.request.uri.path, "/api/")',
    },
  },
  "skip-by-threat-score": {
    meaning:
      "A skip requires a low threat score. The service does not compute the score any more: it is always 0, so visitors with a bad reputation skip too.",
    todo: "Use another field, such as cf.waf.score, or remove the condition if it is not needed.",
    bad: {
      ...skipping({ products: ["waf"] }),
      expression: 'http.host eq "a.example" and cf.threat_score lt 10',
    },
    good: {
      ...skipping({ products: ["waf"] }),
      expression: 'http.host eq "a.example" and cf.waf.score gt 50',
    },
  },
  "skip-too-late": {
    meaning: "A skip stands behind everything that it could skip. A skip affects only later rules.",
    todo: "Move the skip before those rules.",
    bad: [blocking('http.host eq "a.example"'), skipping({ ruleset: "current" })],
    good: [skipping({ ruleset: "current" }), blocking('http.host eq "a.example"')],
  },
  "skips-everything": {
    meaning: "A rule skips rules, phases or products for every request, which leaves the zone open.",
    todo: NARROW,
    bad: { ...skipping({ products: ["waf"] }), expression: "true" },
    good: { ...skipping({ products: ["waf"] }), expression: "ip.src in $office" },
  },
} satisfies Readonly<Record<HazardId, Advice & RuleExample>>;
