import fc from "fast-check";

import type { RequestFields } from "../../../../provider/filter";
import { judgedRules } from "../../../../provider/rulebook/hazards/judged-rule";
import type { PhaseRules } from "../../../../provider/rulesets/meaning/run-phase";

/** A rule as a test writes it. */
export interface Written {
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly action_parameters?: object;
}

export function phaseOf(rules: readonly Written[]): PhaseRules {
  const all = judgedRules(rules.map(({ ref, ...rule }) => ({ path: ref, rule })));
  for (const { condition, path } of all) if (!condition) throw new Error(`${path} has no valid expression`);
  return { rules: all, rulesets: new Map() };
}

const HOSTS = ["www.example.com", "api.example.com"];
const PATHS = ["/", "/admin", "/admin/users", "/api/v1", "/login", "/login.php"];
const METHODS = ["GET", "POST", "PUT"];
const ADDRESSES = [0xc0000207n, 0xc6336407n, 0xcb007109n];

/** Every request of a small world. */
export const WORLD: readonly RequestFields[] = HOSTS.flatMap((host) =>
  PATHS.flatMap((path) =>
    METHODS.flatMap((method) =>
      ADDRESSES.map(
        (value) =>
          new Map<string, never>(
            Object.entries({
              "http.host": Buffer.from(host),
              "http.request.uri.path": Buffer.from(path),
              "http.request.method": Buffer.from(method),
              "ip.src": { family: 4, value },
              // The types of fields differ; the evaluator checks them.
            }) as [string, never][],
          ),
      ),
    ),
  ),
);

export const EXPRESSIONS = [
  'http.host eq "www.example.com"',
  'http.host in {"www.example.com" "api.example.com"}',
  'starts_with(http.request.uri.path, "/admin")',
  'http.request.uri.path contains "admin"',
  'http.request.uri.path matches "^/login(\\\\.php)?$"',
  'lower(http.request.uri.path) wildcard "/api/*"',
  'http.request.method eq "POST"',
  'http.request.method in {"GET" "HEAD"}',
  "ip.src in {192.0.2.0/24}",
  "not ip.src in {192.0.2.0/24 198.51.100.0/24}",
  'ends_with(http.request.uri.path, ".php")',
];

export const expressions = fc.oneof(
  fc.constantFrom(...EXPRESSIONS),
  fc
    .tuple(
      fc.constantFrom(...EXPRESSIONS),
      fc.constantFrom("and", "or", "xor"),
      fc.constantFrom(...EXPRESSIONS),
    )
    .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  fc.constantFrom(...EXPRESSIONS).map((expression) => `not (${expression})`),
);

export const ACTIONS = [
  { action: "block" },
  { action: "managed_challenge" },
  { action: "log" },
  { action: "skip", action_parameters: { ruleset: "current" } },
  { action: "skip", action_parameters: { phases: ["http_ratelimit"] } },
  { action: "redirect", action_parameters: { from_value: { target_url: { value: "https://example.com" } } } },
];

export const rules = fc.record({ act: fc.constantFrom(...ACTIONS), expression: expressions });
export const lists = fc
  .array(rules, { minLength: 1, maxLength: 7 })
  .map((all) => all.map(({ act, expression }, index) => ({ ref: `r${String(index)}`, expression, ...act })));
