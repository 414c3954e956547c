/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { ok, refused } from "./envelopes";
import type { Scenario } from "./session";

const ruleset = {
  id: "<ruleset>",
  name: "default",
  description: "",
  kind: "zone",
  version: "1",
  source: "firewall_custom",
  last_updated: "<time>",
  phase: "http_request_firewall_custom",
};

const rule = {
  id: "<one>",
  version: "1",
  ref: "one",
  action: "block",
  expression: "ip.src eq 192.0.2.1",
  enabled: true,
  last_updated: "<time>",
};

export const zoneRulesets: Scenario = {
  name: "rulesets of a zone, and their versions",
  async run(session, { zoneId }) {
    const rulesets = `/zones/${zoneId}/rulesets`;
    const block = { action: "block", expression: "ip.src eq 192.0.2.1" };
    const body = { name: "default", kind: "zone", phase: "http_request_firewall_custom" };
    const made = await session.call("create", "POST", rulesets, {
      body: { ...body, rules: [{ ...block, ref: "one" }] },
    });
    const { id } = made.result as { id: string };
    const at = `${rulesets}/${id}`;
    session.owns(at);
    session.name("ruleset", id);
    session.name("one", made.result.rules[0].id);
    await session.call("create a second one", "POST", rulesets, { body });
    await session.call("list", "GET", rulesets, {
      pick: ({ result }) => result.filter((one: { id: string }) => one.id === id),
    });
    await session.call("validate alone", "PUT", `${at}?dry_run=true`, { body: { description: "dry" } });
    const replaced = await session.call("replace, the rule again without ref", "PUT", at, {
      body: { rules: [block] },
    });
    session.name("two", replaced.result.rules[0].id);
    await session.call("describe", "PUT", at, { body: { description: "ours" } });
    await session.call("versions", "GET", `${at}/versions`, {
      pick: ({ result }) =>
        result.map((one: { version: string; rules?: [] }) => [one.version, "rules" in one]),
    });
    await session.call("version 1", "GET", `${at}/versions/1`);
    await session.call("delete version 1", "DELETE", `${at}/versions/1`);
    await session.call("delete the latest version", "DELETE", `${at}/versions/3`, { pick: () => null });
    await session.call("version 1 again", "GET", `${at}/versions/1`, { pick: () => null });
    await session.call("delete", "DELETE", at);
    await session.call("get again", "GET", at, { pick: ({ result }) => result });
  },
  expected: [
    { step: "create", outcome: 200, value: ok({ ...ruleset, rules: [rule] }) },
    {
      step: "create a second one",
      outcome: 400,
      value: refused({
        code: 20217,
        message:
          "'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase http_request_firewall_custom",
        source: { pointer: "/kind" },
      }),
    },
    { step: "list", outcome: 200, value: [ruleset] },
    { step: "validate alone", outcome: 200, value: ok(null) },
    {
      step: "replace, the rule again without ref",
      outcome: 200,
      value: ok({ ...ruleset, version: "2", rules: [{ ...rule, id: "<two>", ref: "<two>" }] }),
    },
    {
      step: "describe",
      outcome: 200,
      value: ok({
        ...ruleset,
        version: "3",
        description: "ours",
        rules: [{ ...rule, id: "<two>", ref: "<two>" }],
      }),
    },
    {
      step: "versions",
      outcome: 200,
      value: [
        ["1", false],
        ["2", false],
        ["3", false],
      ],
    },
    { step: "version 1", outcome: 200, value: ok({ ...ruleset, rules: [rule] }) },
    { step: "delete version 1", outcome: 204, value: null },
    { step: "delete the latest version", outcome: 400, value: null },
    { step: "version 1 again", outcome: 404, value: null },
    { step: "delete", outcome: 204, value: null },
    { step: "get again", outcome: 404, value: null },
  ],
};
