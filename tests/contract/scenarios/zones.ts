/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { refused } from "./envelopes";
import type { Scenario } from "./session";

const zone = { id: "<zone>", name: "<name>", paused: false, account: { id: "<account>" } };

export const zones: Scenario = {
  name: "zones, accounts and user",
  async run(session, { zoneId, zoneName, accountId }) {
    session.name("name", zoneName);
    const result = (body: { result: unknown }) => body.result;
    await session.call("by name", "GET", `/zones?name=${zoneName}&match=all`, {
      pick: (body) => ({ result: body.result, result_info: body.result_info }),
    });
    await session.call("get", "GET", `/zones/${zoneId}`, { pick: result });
    await session.call("pause", "PATCH", `/zones/${zoneId}`, {
      body: { paused: true },
      pick: (body) => body.result.paused,
    });
    await session.call("go on", "PATCH", `/zones/${zoneId}`, { body: { paused: false }, pick: result });
    await session.call("account", "GET", `/accounts/${accountId}`, { pick: (body) => body.result.id });
    await session.call("page of 51", "GET", "/zones?per_page=51", { pick: ({ success }) => success });
    await session.call("without credentials", "GET", "/zones", { token: null });
    await session.call("with a malformed token", "GET", "/zones", {
      token: "not a token",
      pick: ({ errors }) => errors[0].code,
    });
  },
  expected: [
    {
      step: "by name",
      outcome: 200,
      value: { result: [zone], result_info: { page: 1, per_page: 20, count: 1, total_count: 1 } },
    },
    { step: "get", outcome: 200, value: zone },
    { step: "pause", outcome: 200, value: true },
    { step: "go on", outcome: 200, value: zone },
    { step: "account", outcome: 200, value: "<account>" },
    { step: "page of 51", outcome: 400, value: false },
    {
      step: "without credentials",
      outcome: 400,
      value: refused({
        code: 9106,
        message: "Missing X-Auth-Key, X-Auth-Email or Authorization headers",
      }),
    },
    { step: "with a malformed token", outcome: 400, value: 6003 },
  ],
};
