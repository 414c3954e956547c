// This import must be first: it counts steps only in modules that are loaded after it.
import { countSteps } from "../../support/count-steps";
import { warningsOf } from "../../../provider/claims/warnings-of";
import { namedByRef } from "../../../provider/lifecycle/ruleset/inputs";
import { judgeRules, PROGRAM, withoutRepeats } from "../../../provider/rulebook";

const SIZE = 150;
/** The allowed ratio of steps for twice as many rules: two, and a little more for sorting and for larger indexes. */
const MOST = 2.4;

type Rule = Record<string, unknown>;

/** Lists of rules that differ from each other: `id` is another text for each rule of each list. */
const LISTS: readonly (readonly [what: string, phase: string, rule: (id: string, index: number) => Rule])[] =
  [
    ["of every shape", "http_request_firewall_custom", mixedRule],
    [
      "that block addresses",
      "http_request_firewall_custom",
      (id, n) => block(`ip.src in {${addresses(id, n)}}`),
    ],
    ["that block hosts", "http_request_firewall_custom", (id) => block(`http.host eq "${id}.example.com"`)],
    [
      "that block paths of one host",
      "http_request_firewall_custom",
      (id) => block(`http.host eq "example.com" and starts_with(http.request.uri.path, "/${id}")`),
    ],
    [
      "that block user agents",
      "http_request_firewall_custom",
      (id) => block(`lower(http.user_agent) contains "${id}" or http.user_agent wildcard "*${id}/*"`),
    ],
    [
      "that block patterns",
      "http_request_firewall_custom",
      (id) => block(`http.request.uri.path matches "^/${id}/[0-9]+$"`),
    ],
    [
      "that never act",
      "http_request_firewall_custom",
      (id) => block(`ssl and not ssl and http.host eq "${id}"`),
    ],
    [
      "that block all requests",
      "http_request_firewall_custom",
      (id) => block(`http.host ne "${id}" or true`),
    ],
    [
      "of which one hides all others",
      "http_request_firewall_custom",
      (id, n) => block(n === 0 ? "ssl" : `ssl and http.host eq "${id}"`),
    ],
    ["that skip the rest", "http_request_firewall_custom", (id) => skip({ ruleset: "current" }, id)],
    [
      "that skip rulesets",
      "http_request_firewall_managed",
      (id, n) =>
        n % 2 === 0
          ? { action: "execute", expression: "true", actionParameters: { id: rulesetId(n) } }
          : skip({ rulesets: [rulesetId(n - 1)] }, id),
    ],
    [
      "with a rate limit",
      "http_ratelimit",
      (id) => ({
        ...block(`http.request.uri.path eq "/${id}"`),
        ratelimit: {
          characteristics: ["cf.colo.id"],
          period: 60,
          requestsPerPeriod: 9,
          mitigationTimeout: 60,
        },
      }),
    ],
    [
      "that redirect",
      "http_request_dynamic_redirect",
      (id) => ({
        action: "redirect",
        expression: `http.request.uri.path eq "/${id}"`,
        actionParameters: {
          fromValue: { statusCode: 301, targetUrl: { value: "https://www.example.com/" } },
        },
      }),
    ],
    ["that rewrite paths", "http_request_transform", (id) => rewrite(`/old/${id}`, `/new/${id}`)],
    [
      "that rewrite what others write",
      "http_request_transform",
      (id, n) => rewrite(path(id, n), path(id, n + 1)),
    ],
    [
      "that set a header of all requests",
      "http_request_late_transform",
      (id) => ({
        action: "rewrite",
        expression: "true",
        actionParameters: { headers: { [`x-${id}`]: { operation: "set", value: id } } },
      }),
    ],
    [
      "with a fault in each",
      "http_request_firewall_custom",
      (id) => ({ action: "blok", expression: `http.hots eq "${id}"` }),
    ],
  ];

describe("the work for twice as many rules", () => {
  it.each(LISTS)("is twice as much to judge: rules %s", (_, phase, ruleOf) => {
    const place = { phase, kind: "zone", level: "zone" } as const;
    expectLinear(ruleOf, (rules) => {
      const named = rules.map((rule, index) => ({ path: `rules[${index}]`, rule }));
      const sources = ["shape", "constraint", "language", "limit", "lint", "ruleset", "hazard"] as const;
      namedByRef(rules, withoutRepeats(judgeRules({ rules: named, form: PROGRAM, place }, ...sources)));
    });
  });

  it.each(LISTS)("is twice as much to warn about: rules %s", (_, phase, ruleOf) => {
    expectLinear(ruleOf, (rules) => warningsOf("ZoneEntrypointRuleset", { phase, rules }, new Date(0)));
  });
});

function expectLinear(
  ruleOf: (id: string, index: number) => Rule,
  work: (rules: readonly Rule[]) => unknown,
) {
  const stepsFor = (count: number) => countSteps(() => work(newRules(count, ruleOf)));
  const steps = stepsFor(SIZE);
  expect(steps).toBeGreaterThan(SIZE);
  expect(stepsFor(2 * SIZE) / steps).toBeLessThan(MOST);
}

let lists = 0;

/** Returns rules that no earlier list had, since what was judged before is known. */
function newRules(count: number, ruleOf: (id: string, index: number) => Rule): Rule[] {
  lists += 1;
  const list = String(lists).padStart(4, "0");
  return Array.from({ length: count }, (_, index) => {
    const id = `r${list}${String(index).padStart(4, "0")}`;
    return { ref: id, ...ruleOf(id, index) };
  });
}

function mixedRule(id: string, index: number): Rule {
  const shapes: readonly (() => Rule)[] = [
    () => block(`ip.src in {${addresses(id, index)}}`),
    () => block(`http.host eq "${id}.example.com" and starts_with(http.request.uri.path, "/admin")`),
    () => ({
      action: "managed_challenge",
      expression: `http.user_agent contains "${id}" and not cf.client.bot`,
    }),
    () => skip({ products: ["bic"] }, id),
    () => block(`http.request.uri.path contains "/${id}" or http.request.uri.path eq "/${id}.php"`),
    () => ({ action: "log", expression: `ip.src.asnum in {${index} ${index + 70_000}}` }),
  ];
  return shapes[index % shapes.length]?.() ?? {};
}

function block(expression: string): Rule {
  return { action: "block", expression };
}

function skip(actionParameters: object, id: string): Rule {
  return { action: "skip", expression: `http.request.uri.path eq "/${id}"`, actionParameters };
}

function rewrite(from: string, to: string): Rule {
  return {
    action: "rewrite",
    expression: `http.request.uri.path eq "${from}"`,
    actionParameters: { uri: { path: { value: to } } },
  };
}

function path(id: string, index: number): string {
  return `/${id.slice(0, 5)}/${index}`;
}

function addresses(id: string, index: number): string {
  const list = Number(id.slice(1, 5)) % 200;
  return `10.${list}.${index % 200}.${Math.floor(index / 200)} 172.16.${list}.${index % 200}/30`;
}

function rulesetId(index: number): string {
  return index.toString(16).padStart(32, "0");
}
