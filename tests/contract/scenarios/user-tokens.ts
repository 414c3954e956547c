/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { ok, refused } from "./envelopes";
import type { Scenario, Step } from "./session";

const ZONE_WAF_READ = "dbc512b354774852af2b5a5f4ba3d470";

const shown = {
  id: "<id>",
  name: "contract scenario",
  status: "active",
  issued_on: "<time>",
  modified_on: "<time>",
  expires_on: "<time>",
  policies: [
    {
      id: "<policy>",
      effect: "allow",
      resources: { "com.cloudflare.api.account.zone.<zone>": "*" },
      permission_groups: [{ id: ZONE_WAF_READ, name: "Zone WAF Read" }],
    },
  ],
};

const created: Step = { step: "create", outcome: 200, value: ok({ ...shown, value: "<value>" }) };

export const userTokens: Scenario = {
  name: "tokens of the user",
  async run(session, { vendor, zoneId }) {
    const policies = [
      {
        effect: "allow",
        resources: { [`com.${vendor}.api.account.zone.${zoneId}`]: "*" },
        permission_groups: [{ id: ZONE_WAF_READ }],
      },
    ];
    const body = { name: "contract scenario", policies };
    const expiring = { ...body, expires_on: "2099-01-01T00:00:00Z" };
    const made = await session.call("create", "POST", "/user/tokens", { body: expiring });
    const { id, value } = made.result as { id: string; value: string };
    const at = `/user/tokens/${id}`;
    session.owns(at);
    session.name("id", id);
    session.name("value", value);
    session.name("policy", made.result.policies[0].id);
    await session.call("get", "GET", at);
    await session.call("verify", "GET", "/user/tokens/verify", { token: value });
    const reused = { ...body, policies: made.result.policies };
    await session.call("create with the id of a policy", "POST", "/user/tokens", { body: reused });
    const replaced = await session.call("replace without expires_on", "PUT", at, {
      body: { ...body, name: "renamed", status: "disabled" },
      pick: ({ result }) => [
        result.id,
        result.name,
        result.status,
        "expires_on" in result,
        "value" in result,
      ],
    });
    session.name("policy", replaced.result.policies[0].id);
    await session.call("activate", "PUT", at, {
      body: { ...body, status: "active" },
      pick: ({ result }) => result.status,
    });
    const rolled = await session.call("roll", "PUT", `${at}/value`, { body: {} });
    session.name("rolled", rolled.result);
    await session.call("verify with the old value", "GET", "/user/tokens/verify", { token: value });
    await session.call("verify with the new value", "GET", "/user/tokens/verify", {
      token: rolled.result,
      pick: ({ result }) => result.status,
    });
    await session.call("list with the new value", "GET", "/user/tokens", { token: rolled.result });
    await session.call("delete", "DELETE", at, { body: {} });
    await session.call("get again", "GET", at, { pick: ({ success }) => success });
  },
  expected: [
    created,
    { step: "get", outcome: 200, value: ok(shown) },
    {
      step: "verify",
      outcome: 200,
      value: {
        result: { id: "<id>", status: "active", expires_on: "<time>" },
        success: true,
        errors: [],
        messages: [{ code: 10000, message: "This API Token is valid and active", type: null }],
      },
    },
    {
      step: "create with the id of a policy",
      outcome: 400,
      value: refused({
        code: 1001,
        message: "Reusing existing policies is not supported by token creation",
      }),
    },
    {
      step: "replace without expires_on",
      outcome: 200,
      value: ["<id>", "renamed", "disabled", false, false],
    },
    { step: "activate", outcome: 200, value: "active" },
    { step: "roll", outcome: 200, value: ok("<rolled>") },
    {
      step: "verify with the old value",
      outcome: 401,
      value: refused({ code: 1000, message: "Invalid API Token" }),
    },
    { step: "verify with the new value", outcome: 200, value: "active" },
    {
      step: "list with the new value",
      outcome: 403,
      value: refused({ code: 9109, message: "Unauthorized to access requested resource" }),
    },
    { step: "delete", outcome: 200, value: ok({ id: "<id>" }) },
    { step: "get again", outcome: 404, value: false },
  ],
};
