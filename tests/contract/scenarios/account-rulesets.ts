/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { ok, refused } from "./envelopes";
import type { Scenario } from "./session";

const ruleset = {
  id: "<ruleset>",
  name: "contract scenario",
  description: "made by a scenario",
  kind: "custom",
  version: "1",
  last_updated: "<time>",
  phase: "http_request_firewall_custom",
};

export const accountRulesets: Scenario = {
  name: "rulesets of an account",
  async run(session, { accountId }) {
    const rulesets = `/accounts/${accountId}/rulesets`;
    const body = {
      name: "contract scenario",
      description: "made by a scenario",
      kind: "custom",
      phase: "http_request_firewall_custom",
    };
    const made = await session.call("create", "POST", rulesets, { body });
    session.owns(`${rulesets}/${made.result.id}`);
    session.name("ruleset", made.result.id);
    await session.call("get", "GET", `${rulesets}/${made.result.id}`);
    await session.call("create a managed one", "POST", rulesets, {
      body: { ...body, kind: "managed" },
      pick: ({ success }) => success,
    });
    await session.call("create a root for a phase of zones", "POST", rulesets, {
      body: { ...body, kind: "root", phase: "http_request_dynamic_redirect" },
    });
    await session.call("change a managed one", "PUT", `${rulesets}/4814384a9e5d4991b9815dcfc25d2f1f`, {
      body: { description: "ours" },
      pick: ({ success }) => success,
    });
    await session.call("delete", "DELETE", `${rulesets}/${made.result.id}`);
  },
  expected: [
    { step: "create", outcome: 200, value: ok(ruleset) },
    { step: "get", outcome: 200, value: ok(ruleset) },
    { step: "create a managed one", outcome: 400, value: false },
    {
      step: "create a root for a phase of zones",
      outcome: 400,
      value: refused({
        code: 20004,
        message: `'root' is not a valid value for kind because kind "root" cannot be used for phase "http_request_dynamic_redirect"`,
      }),
    },
    { step: "change a managed one", outcome: 400, value: false },
    { step: "delete", outcome: 204, value: null },
  ],
};
