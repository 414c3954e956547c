/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { ok } from "./envelopes";
import type { Scenario } from "./session";

const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const LAST_RULE = "6179ae15870a4bb7b2d480d4843b323c";

const deployed = (version: string, rule: object) => ({
  id: "<ruleset>",
  name: "default",
  kind: "zone",
  version,
  source: "firewall_managed",
  last_updated: "<time>",
  phase: "http_request_firewall_managed",
  rules: [
    {
      id: "<rule>",
      ref: "<rule>",
      action: "execute",
      expression: "true",
      enabled: true,
      last_updated: "<time>",
      ...rule,
    },
  ],
});

const overrides = {
  categories: [
    { category: "paranoia-level-3", enabled: false },
    { category: "paranoia-level-4", enabled: false },
  ],
  rules: [{ id: LAST_RULE, score_threshold: 25, action: "managed_challenge" }],
};

export const owasp: Scenario = {
  name: "deployment of the OWASP ruleset",
  async run(session, { accountId, zoneId }) {
    await session.call("find it in the account's list", "GET", `/accounts/${accountId}/rulesets`, {
      pick: ({ result }) =>
        result
          .filter(({ id }: { id: string }) => id === OWASP)
          .map(({ name, kind, phase }: Record<string, string>) => [name, kind, phase]),
    });
    await session.call("its last rule", "GET", `/accounts/${accountId}/rulesets/${OWASP}`, {
      pick: ({ result }) => result.rules.at(-1),
    });
    const at = `/zones/${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`;
    const rule = { action: "execute", action_parameters: { id: OWASP }, expression: "true" };
    const made = await session.call("deploy", "PUT", at, { body: { rules: [rule] } });
    const { id } = made.result as { id: string };
    session.owns(`/zones/${zoneId}/rulesets/${id}`);
    session.name("ruleset", id);
    const ruleId = made.result.rules[0].id as string;
    session.name("rule", ruleId);
    await session.call("configure", "PATCH", `/zones/${zoneId}/rulesets/${id}/rules/${ruleId}`, {
      body: { ...rule, action_parameters: { id: OWASP, version: "latest", overrides } },
    });
    await session.call("get", "GET", at);
  },
  expected: [
    {
      step: "find it in the account's list",
      outcome: 200,
      value: [["Cloudflare OWASP Core Ruleset", "managed", "http_request_firewall_managed"]],
    },
    {
      step: "its last rule",
      outcome: 200,
      value: {
        id: LAST_RULE,
        action: "block",
        score_threshold: 40,
        description: "949110: Inbound Anomaly Score Exceeded",
        ref: "ad0beb2fce9f149e565ee78d6e659d47",
        enabled: true,
        last_updated: "<time>",
      },
    },
    {
      step: "deploy",
      outcome: 200,
      value: ok(deployed("1", { version: "1", action_parameters: { id: OWASP, version: "latest" } })),
    },
    ...["configure", "get"].map((step) => ({
      step,
      outcome: 200,
      value: ok(
        deployed("2", { version: "2", action_parameters: { id: OWASP, version: "latest", overrides } }),
      ),
    })),
  ],
};
