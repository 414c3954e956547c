import type { Circumstances, CorrectProgram, ForesightProgram } from "../case";

type Declare = (
  library: Parameters<ForesightProgram>[0],
  world: Parameters<ForesightProgram>[1],
  list: never,
) => unknown;

/** A program that puts an item into a list that the stack has deployed empty. */
const filling = (kind: string, declare: Declare, item: object): CorrectProgram & Circumstances => ({
  title: `the first item of a list that was empty: ${kind}`,
  // The types of the lists differ by kind.
  before: (edge, world) => declare(edge, world, [] as never),
  program: (edge, world) => declare(edge, world, [item] as never),
});

const RULE = { ref: "a", action: "block", expression: 'http.request.uri.path eq "/a"' };

/** Each kind of resource with a list that may be empty. */
export const emptyLists: readonly CorrectProgram[] = [
  filling(
    "OwaspConfig",
    (edge, { zones }, rules) =>
      new edge.OwaspConfig("owasp", {
        zoneId: zones.pro,
        paranoiaLevel: 1,
        scoreThreshold: "medium" as const,
        rules,
      }),
    { number: "920272", enabled: false },
  ),
  filling(
    "ZoneEntrypointRuleset",
    (edge, { zones }, rules) =>
      new edge.ZoneEntrypointRuleset("site", {
        zoneId: zones.enterprise,
        phase: "http_request_firewall_custom" as const,
        rules,
      }),
    RULE,
  ),
  filling(
    "AccountEntrypointRuleset",
    (edge, { accountId }, rules) =>
      new edge.AccountEntrypointRuleset("account", { accountId, phase: "http_request_redirect", rules }),
    {
      ref: "a",
      action: "redirect",
      expression: "http.request.full_uri in $moved",
      actionParameters: { fromList: { name: "moved", key: "http.request.full_uri" } },
    },
  ),
  filling(
    "Ruleset",
    (edge, { accountId }, rules) =>
      new edge.Ruleset("shared", {
        accountId,
        name: "empty at first",
        phase: "http_request_firewall_custom" as const,
        rules,
      }),
    RULE,
  ),
  filling(
    "List",
    (edge, { accountId }, items) =>
      new edge.List("office", { accountId, name: "empty_office", kind: "ip" as const, items }),
    { ip: "192.0.2.1" },
  ),
];
